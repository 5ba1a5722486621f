; Super Tic-Tac-Toe in Chicken 5: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(import (chicken condition) (chicken process) (chicken process signal) (chicken process-context))

(define sttt-command
  (list (or (get-environment-variable "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-from #f)                   ; ports from and to the running bot
(define sttt-to #f)

(define (sttt-start!)
  (set-signal-handler! signal/pipe #f)  ; writing to a dead bot is an error, not the end of Chicken
  (call-with-values
   (lambda () (process "env" sttt-command)) ; a program started directly is not told its path, and Python needs it
   (lambda (from to pid)
     (set! sttt-from from)
     (set! sttt-to to))))

(define (sttt-exchange request)
  (if (not sttt-to) (sttt-start!))
  (write request sttt-to)
  (newline sttt-to)
  (flush-output sttt-to)
  (read sttt-from))

(define (sttt-gone)
  (set! sttt-to #f)                     ; the next move starts a new one
  (error "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (handle-exceptions condition (sttt-gone) (sttt-exchange (list board who)))))
      (cond ((eof-object? reply) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
