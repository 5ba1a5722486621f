; Player procedures for the tests of the remote half: makers that behave, and makers of every kind of trouble.

(define (make-ai)                       ; counts its calls: local state lasts for one game
  (let ((calls 0))
    (lambda (board who)
      (set! calls (+ calls 1))
      (display "thinking ((1 . 1) (1 . 2))")
      (newline)
      (list (cons calls (if (eq? who 'x) 1 2)) (cons 9 (length (cdr board)))))))

(define (plain-ai board who)
  (set-car! (cdr board) 'spoilt)        ; its board is a private copy
  (list (cons 5 5) (cons 5 1)))

(define (make-raising-ai)
  (lambda (board who) (error "I give up:" who)))

(define (make-broken-ai)
  (lambda (board who) (car '())))

(define (make-endless-ai)
  (lambda (board who) (let loop () (loop))))

(define (make-leaving-ai)
  (lambda (board who) (exit 7)))

(define (make-circular-ai)
  (lambda (board who)
    (let ((circle (list (cons 5 5) (cons 5 1) 3)))
      (set-cdr! (cdr (cdr circle)) circle)
      circle)))

(define (reply-with reply) (lambda () (lambda (board who) reply)))

(define make-empty-ai (reply-with '()))
(define make-false-ai (reply-with #f))
(define make-symbol-ai (reply-with 'pass))
(define make-procedure-ai (reply-with car))
(define make-text-ai (reply-with "((5 . 5) (5 . 1))"))
(define make-single-ai (reply-with '((5 . 5))))
(define make-dotted-ai (reply-with '((5 . 5) . 7)))
(define make-pair-ai (reply-with '(5 . 5)))
(define make-error-list-ai (reply-with '(error "only data")))
(define make-third-ai (reply-with '((5 . 5) (5 . 1) "third")))
(define make-improper-ai (reply-with '((5 . 5) 3 . 5)))
(define make-list-ai (reply-with '((5 5) (5 . 1))))
(define make-far-ai (reply-with '((10 . 5) (5 . 0))))
(define make-quoted-ai (reply-with '('(5 . 5) '(5 . 1))))
(define make-rational-ai (reply-with (list (cons (/ 1 2) 5) (cons 5 1))))
(define make-float-list-ai (reply-with (list (list 5.5) (cons 5 1))))
(define make-float-ai (reply-with (list (cons 5. 5) (cons 5 1))))
(define make-null-ai (reply-with '(() (9 . 9))))

(define not-a-procedure 5)
(define (make-nothing) 'nothing)
