; Runs a player's file under Chez Scheme 9.5.

(define (sttt-reply-port) (open-output-file "/dev/fd/4" 'append))

(define (sttt-evaluate name) (eval name (interaction-environment)))

(define sttt-attempt
  (let ((list list) (call/cc call/cc) (with-exception-handler with-exception-handler)
        (call-with-string-output-port call-with-string-output-port) (display-condition display-condition))
    (lambda (thunk)
      (call/cc
       (lambda (return)
         (with-exception-handler
          (lambda (condition)
            (return (list 'error (call-with-string-output-port (lambda (port) (display-condition condition port))))))
          thunk))))))

(define (sttt-leave) (exit 0))

(load (string-append (path-parent (car (command-line))) "/serve.scm"))
