; Runs a player's file under Chicken 5 (csi).

(import (chicken condition) (chicken port) (chicken pathname) (chicken process-context))

(define (sttt-reply-port) (open-output-file "/dev/fd/4"))

(define (sttt-evaluate name) (eval name))

(define sttt-attempt
  (let ((list list) (call/cc call-with-current-continuation) (with-exception-handler with-exception-handler)
        (call-with-output-string call-with-output-string) (print-error-message print-error-message))
    (lambda (thunk)
      (call/cc
       (lambda (return)
         (with-exception-handler
          (lambda (condition)
            (return
             (list 'error (call-with-output-string (lambda (port) (print-error-message condition port ""))))))
          thunk))))))

(define (sttt-leave) (exit 0))

(load (make-pathname (pathname-directory (program-name)) "serve.scm"))
