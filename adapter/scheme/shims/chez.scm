; Super Tic-Tac-Toe in Chez Scheme 9.5: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-m" "adapter.scheme"))

(define sttt-to #f)                     ; ports to and from the running bot
(define sttt-from #f)
(define sttt-errors #f)

(define (sttt-quoted word)              ; for the shell that Chez starts programs with
  (define (quoted letters)
    (cond ((null? letters) '(#\'))
          ((char=? (car letters) #\') (append '(#\' #\\ #\' #\') (quoted (cdr letters))))
          (else (cons (car letters) (quoted (cdr letters))))))
  (list->string (cons #\' (quoted (string->list word)))))

(define (sttt-start!)
  (let ((line (apply string-append "exec" (map (lambda (word) (string-append " " (sttt-quoted word))) sttt-command))))
    (let-values (((to from errors pid) (open-process-ports line 'block (native-transcoder))))
      (set! sttt-to to)
      (set! sttt-from from)
      (set! sttt-errors errors))))

(define (sttt-drain-errors)             ; a full pipe would stop the bot
  (if (and (char-ready? sttt-errors) (not (eof-object? (read-char sttt-errors))))
      (sttt-drain-errors)))

(define (sttt-exchange request)
  (if (not sttt-to) (sttt-start!))
  (sttt-drain-errors)
  (write request sttt-to)
  (newline sttt-to)
  (flush-output-port sttt-to)
  (read sttt-from))

(define (sttt-gone)
  (set! sttt-to #f)                     ; the next move starts a new one
  (error 'make-sttt-ai "the Super Tic-Tac-Toe bot is gone"))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (guard (condition (else (sttt-gone))) (sttt-exchange (list board who)))))
      (cond ((eof-object? reply) (sttt-gone))
            ((eq? (car reply) 'error) (error 'make-sttt-ai (cadr reply)))
            (else reply)))))
