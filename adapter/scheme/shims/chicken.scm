; Super Tic-Tac-Toe in Chicken 5: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(import (chicken condition) (chicken process) (chicken process signal) (chicken process-context))

(define sttt-command
  (list (or (get-environment-variable "STTT_BOT") "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the ports (FROM . TO) of the running bot, while it waits for a request

(define (sttt-start)
  (set-signal-handler! signal/pipe #f)  ; writing to a dead bot is an error, not the end of Chicken
  (call-with-values
   (lambda () (process "env" sttt-command)) ; a program started directly is not told its path, and Python needs it
   (lambda (from to pid) (cons from to))))

(define (sttt-exchange request)
  (let* ((bot (or sttt-bot (sttt-start))) (to (cdr bot)))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    (write request to)
    (newline to)
    (flush-output to)
    (let ((reply (read (car bot))))
      (if (pair? reply) (set! sttt-bot bot))
      reply)))

(define (sttt-gone)
  (error
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path chicken --copy FILE); it ran as"
    sttt-command))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (handle-exceptions condition (sttt-gone) (sttt-exchange (list board who)))))
      (cond ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
