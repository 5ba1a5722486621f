; Super Tic-Tac-Toe in STklos: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-bot #f)                    ; the running process

(define (sttt-start!)
  (set-signal-handler! SIGPIPE #f)      ; writing to a dead bot is an error, not the end of STklos
  (set! sttt-bot (apply run-process (append sttt-command (list :input :pipe :output :pipe)))))

(define (sttt-exchange request)
  (if (not sttt-bot) (sttt-start!))
  (let ((port (process-input sttt-bot)))
    (write request port)
    (newline port)
    (flush-output-port port))
  (read (process-output sttt-bot)))

(define (sttt-gone)
  (set! sttt-bot #f)                    ; the next move starts a new one
  (error "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (with-handler (lambda (condition) (sttt-gone)) (sttt-exchange (list board who)))))
      (cond ((eof-object? reply) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot: ~A" (cadr reply)))
            (else reply)))))
