; Runs a player's file under MIT Scheme 12.

(define (sttt-reply-port) (open-output-file "/dev/fd/4"))

(define (sttt-evaluate name) (eval name (nearest-repl/environment)))

(define sttt-attempt
  (let ((list list) (call/cc call-with-current-continuation) (with-exception-handler with-exception-handler)
        (condition? condition?) (condition/report-string condition/report-string) (write-to-string write-to-string))
    (lambda (thunk)
      (call/cc
       (lambda (return)
         (with-exception-handler
          (lambda (condition)
            (return
             (list 'error (if (condition? condition) (condition/report-string condition) (write-to-string condition)))))
          thunk))))))

(define (sttt-leave) (%exit 0))

(load (merge-pathnames "serve.scm" (current-load-pathname)))
