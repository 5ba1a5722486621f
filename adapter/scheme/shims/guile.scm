; Super Tic-Tac-Toe in Guile 3: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(use-modules (ice-9 popen))

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-bot #f)                    ; the port to and from the running bot

(define (sttt-start!)
  (sigaction SIGPIPE SIG_IGN)           ; writing to a dead bot is an error, not the end of Guile
  (set! sttt-bot (apply open-pipe* OPEN_BOTH sttt-command)))

(define (sttt-exchange request)
  (if (not sttt-bot) (sttt-start!))
  (write request sttt-bot)
  (newline sttt-bot)
  (force-output sttt-bot)
  (read sttt-bot))

(define (sttt-gone)
  (set! sttt-bot #f)                    ; the next move starts a new one
  (error "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (catch 'system-error
                   (lambda () (sttt-exchange (list board who)))
                   (lambda arguments (sttt-gone)))))
      (cond ((eof-object? reply) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
