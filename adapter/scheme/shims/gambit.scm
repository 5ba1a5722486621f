; Super Tic-Tac-Toe in Gambit 4.9: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (getenv "STTT_BOT" "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the port to and from the running bot, while it waits for a request

(define (sttt-start)
  (open-process (list path: (car sttt-command) arguments: (cdr sttt-command))))

(define (sttt-exchange request)
  (let ((bot (or sttt-bot (sttt-start))))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    (write request bot)
    (newline bot)
    (force-output bot)
    (let ((reply (read bot)))
      (if (pair? reply) (set! sttt-bot bot))
      reply)))

(define (sttt-reason condition)         ; what Gambit says of it, on one line
  (call-with-output-string
   (lambda (port)
     (for-each (lambda (letter) (write-char (if (char=? letter #\newline) #\space letter) port))
               (string->list (call-with-output-string (lambda (text) (display-exception condition text))))))))

(define (sttt-error message . details)   ; off a terminal, Gambit leaves without a word of an error
  (let ((port (current-error-port)))
    (if (not (tty? port))
        (begin (display message port)
               (for-each (lambda (detail) (display " " port) (write detail port)) details)
               (newline port)
               (force-output port)))
    (apply error message details)))

(define (sttt-gone . reason)
  (apply sttt-error
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path gambit --copy FILE); it ran as"
    sttt-command reason))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (with-exception-catcher sttt-reason (lambda () (sttt-exchange (list board who))))))
      (cond ((string? reply) (sttt-gone reply))
            ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (sttt-error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
