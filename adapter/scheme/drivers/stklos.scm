; Runs a player's file under STklos.

(define (sttt-reply-port) (open-output-file "/dev/fd/4"))

(define (sttt-evaluate name) (eval name (interaction-environment)))

(define sttt-attempt
  (let ((list list) (call/cc call/cc) (with-exception-handler with-exception-handler)
        (error-object? error-object?) (error-object-message error-object-message)
        (error-object-irritants error-object-irritants)
        (call-with-output-string call-with-output-string) (display display) (write write) (for-each for-each)
        (condition? condition?) (raise raise) (not not))
    (define (leaves? condition)         ; what (exit) does is no error
      (and (condition? condition) (not (error-object? condition))))
    (define (reason condition)
      (call-with-output-string
       (lambda (port)
         (if (error-object? condition)
             (begin (display (error-object-message condition) port)
                    (for-each (lambda (irritant) (display " " port) (write irritant port))
                              (error-object-irritants condition)))
             (write condition port)))))
    (lambda (thunk)
      (call/cc
       (lambda (return)
         (with-exception-handler
          (lambda (condition)
            (if (leaves? condition) (raise condition) (return (list 'error (reason condition)))))
          thunk))))))

(define (sttt-leave) (exit 0))

(load (getenv "STTT_SERVE"))
