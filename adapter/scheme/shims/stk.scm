; Super Tic-Tac-Toe in STk 4 (also its console build, snow): (define my-ai (make-sttt-ai)) is an AI procedure of
; (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-bot #f)                    ; the running process

(define (sttt-start!)
  (flush)                               ; a child that cannot start would send what is unwritten here as its reply
  (set! sttt-bot (apply run-process (append sttt-command (list :input :pipe :output :pipe)))))

(define (sttt-exchange request)
  (if (not sttt-bot) (sttt-start!))
  (let ((port (process-input sttt-bot)))
    (write request port)
    (newline port)
    (flush port))
  (read (process-output sttt-bot)))

(define (sttt-gone)
  (set! sttt-bot #f)                    ; the next move starts a new one
  (error "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply #f))
      (if (catch (set! reply (sttt-exchange (list board who)))) (sttt-gone))
      (cond ((eof-object? reply) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot: ~A" (cadr reply)))
            (else reply)))))
