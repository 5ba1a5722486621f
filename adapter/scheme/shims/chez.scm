; Super Tic-Tac-Toe in Chez Scheme 9.5: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the ports (TO FROM ERRORS) of the running bot, while it waits for a request

(define (sttt-quoted word)              ; for the shell that Chez starts programs with
  (define (quoted letters)
    (cond ((null? letters) '(#\'))
          ((char=? (car letters) #\') (append '(#\' #\\ #\' #\') (quoted (cdr letters))))
          (else (cons (car letters) (quoted (cdr letters))))))
  (list->string (cons #\' (quoted (string->list word)))))

(define (sttt-start)
  (let ((line (apply string-append "exec" (map (lambda (word) (string-append " " (sttt-quoted word))) sttt-command))))
    (let-values (((to from errors pid) (open-process-ports line 'block (native-transcoder))))
      (list to from errors))))

(define (sttt-pass-on errors)           ; to Chez's own standard error; a full pipe would stop the bot
  (let ((letter (and (char-ready? errors) (read-char errors))))
    (if (char? letter)
        (begin (write-char letter (console-error-port)) (sttt-pass-on errors))
        (flush-output-port (console-error-port)))))

(define (sttt-exchange request)
  (let* ((bot (or sttt-bot (sttt-start))) (to (car bot)))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    (sttt-pass-on (caddr bot))
    (let ((reply (guard (condition (else #f))
                   (write request to)
                   (newline to)
                   (flush-output-port to)
                   (read (cadr bot)))))
      (if (pair? reply) (set! sttt-bot bot) (sttt-pass-on (caddr bot)))
      reply)))

(define (sttt-gone)
  (error 'make-sttt-ai
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path chez --copy FILE); it ran as"
    sttt-command))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (sttt-exchange (list board who))))
      (cond ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (error 'make-sttt-ai (cadr reply)))
            (else reply)))))
