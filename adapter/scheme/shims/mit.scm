; Super Tic-Tac-Toe in MIT Scheme 12: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(load-option 'synchronous-subprocess)

(define sttt-command
  (list (or (get-environment-variable "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-bot #f)                    ; the running process

(define (sttt-start!)
  ; MIT sends standard error down the same pipe as the replies: the shell drops it
  (let ((words (append '("sh" "-c" "exec \"$@\" 2>/dev/null" "sh") sttt-command)))
    (set! sttt-bot (start-pipe-subprocess "/bin/sh" (list->vector words) #f))))

(define (sttt-exchange request)
  (if (not sttt-bot) (sttt-start!))
  ; not through the port: what a port could not send to a dead bot, it tries again when MIT ends, and fails
  (let ((bytes (string->utf8 (string-append (write-to-string request) "\n"))))
    (channel-write-block (subprocess-output-channel sttt-bot) bytes 0 (bytevector-length bytes)))
  (read (subprocess-i/o-port sttt-bot)))

(define (sttt-gone)
  (set! sttt-bot #f)                    ; the next move starts a new one
  (error "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (call-with-current-continuation
                  (lambda (return)
                    (with-exception-handler
                     (lambda (condition) (return #f))
                     (lambda () (sttt-exchange (list board who))))))))
      (cond ((or (not reply) (eof-object? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
