; Super Tic-Tac-Toe in Guile 3: (define my-ai (make-sttt-ai)) is an AI procedure of (board who).
;
; All AIs share one process of the Python bot, started at the first move. STTT_BOT in the environment names the Python
; that has the bot installed (python3 otherwise); for another player or time limit, set sttt-command before that move.

(use-modules (ice-9 popen))

(define sttt-command
  (list (or (getenv "STTT_BOT") "python3") "-P" "-m" "adapter.scheme" "--keep-on-interrupt"))

(define sttt-bot #f)                    ; the port to and from the running bot, while it waits for a request

(define (sttt-start)
  (sigaction SIGPIPE SIG_IGN)           ; writing to a dead bot is an error, not the end of Guile
  (apply open-pipe* OPEN_BOTH sttt-command))

(define (sttt-exchange request)
  (let ((bot (or sttt-bot (sttt-start))))
    (set! sttt-bot #f)                  ; until it has answered: one that was interrupted is not asked again
    (write request bot)
    (newline bot)
    (force-output bot)
    (let ((reply (read bot)))
      (if (pair? reply) (set! sttt-bot bot))
      reply)))

(define (sttt-attempt thunk)            ; the thunk's value, or #f; Ctrl-C and (exit) are for Guile
  (define (failed . arguments) #f)
  (catch 'system-error (lambda () (catch 'read-error thunk failed)) failed))

(define (sttt-gone)
  (error
    "the Super Tic-Tac-Toe bot is gone (STTT_BOT names its Python, or sttt scheme-path guile --copy FILE); it ran as"
    sttt-command))

(define (make-sttt-ai)
  (lambda (board who)
    (let ((reply (sttt-attempt (lambda () (sttt-exchange (list board who))))))
      (cond ((not (pair? reply)) (sttt-gone))
            ((eq? (car reply) 'error) (error "the Super Tic-Tac-Toe bot:" (cadr reply)))
            (else reply)))))
