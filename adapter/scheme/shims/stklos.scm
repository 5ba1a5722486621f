; Super Tic-Tac-Toe in STklos: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the running process, while it waits for a request

(define (sttt-start)
  (set-signal-handler! SIGPIPE #f)      ; writing to a dead bot is an error, not the end of STklos
  (apply run-process (append sttt-command (list :input :pipe :output :pipe))))

(define (sttt-exchange request)
  (let ((bot (or sttt-bot (sttt-start))))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    (let ((port (process-input bot)))
      (write request port)
      (newline port)
      (flush-output-port port))
    (let ((reply (read (process-output bot))))
      (if (pair? reply) (set! sttt-bot bot))
      reply)))

(define (sttt-gone)
  (error
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path stklos --copy FILE); it ran as ~S"
    sttt-command))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (with-handler (lambda (condition) (sttt-gone)) (sttt-exchange (list board who)))))
      (cond ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot: ~A" (cadr reply)))
            (else reply)))))
