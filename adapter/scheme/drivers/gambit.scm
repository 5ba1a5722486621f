; Runs a player's file under Gambit 4.9 (gsi).

(define (sttt-reply-port) (open-output-file "/dev/fd/4"))

(define (sttt-evaluate name) (eval name))

(define sttt-attempt
  (let ((list list) (with-exception-catcher with-exception-catcher)
        (call-with-output-string call-with-output-string) (display-exception display-exception))
    (lambda (thunk)
      (with-exception-catcher
       (lambda (condition)
         (list 'error (call-with-output-string "" (lambda (port) (display-exception condition port)))))
       thunk))))

(define (sttt-leave) (exit 0))

(load (string-append (path-directory (this-source-file)) "serve.scm"))
