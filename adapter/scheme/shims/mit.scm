; Super Tic-Tac-Toe in MIT Scheme 12: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(load-option 'synchronous-subprocess)

(define sttt-command
  (list (or (get-environment-variable "STTT_BOT") "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the running process, while it waits for a request

(define sttt-shell                      ; MIT would take standard error for a reply: its end comes as one, (gone "END")
  (string-append
   "trap '' INT; { { \"$@\" 2>&1 >&3 3>&- || echo \"exit status $?\"; } |"
   " { end=$(tail -c 400 | tr '\\n\\\\\"' \" /'\"); printf '(gone \"%s\")' \"$end\"; }; } 3>&1"))

(define (sttt-start)
  (start-pipe-subprocess "/bin/sh" (list->vector (append (list "sh" "-c" sttt-shell "sh") sttt-command)) #f))

(define (sttt-exchange request)
  (let ((bot (or sttt-bot (sttt-start))))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    ; not through the port: what a port could not send to a dead bot, it tries again when MIT ends, and fails
    (let ((bytes (string->utf8 (string-append (write-to-string request) "\n"))))
      (channel-write-block (subprocess-output-channel bot) bytes 0 (bytevector-length bytes)))
    (let ((reply (read (subprocess-i/o-port bot))))
      (if (and (pair? reply) (not (eq? (car reply) 'gone))) (set! sttt-bot bot))
      reply)))

(define (sttt-gone . reason)
  (apply error
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path mit --copy FILE); it ran as"
    sttt-command reason))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (call-with-current-continuation
                  (lambda (return)
                    (with-exception-handler
                     (lambda (condition) (return #f))
                     (lambda () (sttt-exchange (list board who))))))))
      (cond ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'gone) (sttt-gone (cadr reply)))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
