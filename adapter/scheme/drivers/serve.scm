; The part of every driver that is the same: loads a player's file, then answers each request with the AI's reply.
;
; A driver for an interpreter defines, and then loads this file:
;   (sttt-reply-port)       a new output port on /dev/fd/4
;   (sttt-evaluate symbol)  the value of a name that the player's file defines
;   (sttt-attempt thunk)    the thunk's value, or (error "MESSAGE") if it raises an error
;   (sttt-leave)            ends the process
;
; All is captured in local names first: the player's file may define names of ours, or Scheme's own, anew.

(define sttt-serve
  (let ((requests (open-input-file "/dev/fd/3"))
        (reply-port sttt-reply-port) (evaluate sttt-evaluate) (attempt sttt-attempt) (leave sttt-leave)
        (load load) (read read) (write write) (newline newline) (close close-output-port) (eof? eof-object?)
        (pair? pair?) (number? number?) (string? string?) (eq? eq?) (null? null?) (zero? zero?)
        (car car) (cdr cdr) (cons cons) (list list) (- -) (not not) (procedure? procedure?))

    ; What the referee can tell apart in a reply: pairs and numbers. All else is #f, and so is what lies deeper than
    ; any turn, so that a circular reply ends too.
    (define (plain value depth)
      (cond ((number? value) value)
            ((null? value) value)
            ((zero? depth) #f)
            ((pair? value) (cons (plain (car value) (- depth 1)) (plain (cdr value) (- depth 1))))
            (else #f)))

    (define (error? value)
      (and (pair? value) (eq? (car value) 'error) (pair? (cdr value)) (string? (car (cdr value)))))

    (define (send value)
      (let ((port (reply-port)))
        (write value port)
        (newline port)
        (close port)))

    (define (make-ai request)
      (load (car (cdr request)))
      (let* ((named (evaluate (car (cdr (cdr (cdr request))))))
             (ai (if (eq? (car (cdr (cdr request))) 'maker) (named) named)))
        (if (procedure? ai) ai '(error "the AI is not a procedure"))))

    (define (answer ai request)
      (attempt (lambda () (plain (ai (car request) (car (cdr request))) 6))))

    (define (loop ai)
      (let ((request (read requests)))
        (if (eof? request)
            (leave)
            (begin (send (answer ai request)) (loop ai)))))

    (lambda ()
      (let ((ai (attempt (let ((request (read requests))) (lambda () (make-ai request))))))
        (if (error? ai)
            (begin (send ai) (leave))
            (begin (send '(ready)) (loop ai)))))))

(sttt-serve)
