;
; NAME(S) and ID#(S)
; Student 2, 1234567
;
; DISCUSSION TIME:
; Tuesday
;
; MACHINE NAME AND TYPE THAT PROGRAM WAS LAST TESTED ON:
; a lab machine
;
; PLEASE CHECK ONE OF THE FOLLOWING:
;
;  ____   Tournament only (I (we) will submit other code for the
;            regular (i.e., non-tournament) part)
;
;  __X_   Tournament + regular assignment (please use this code for both
;            the tournament and the regular (i.e., non-tournament) part)
;
;  ____   Regular (i.e., non-tournament) only
;
; ---------------------------

; Places on the first two open squares.
(define (make-ai)
  (define (empty? square) (not (or (eq? square 'x) (eq? square 'o))))
  (define (line? cells who a b c)
    (and (eq? (list-ref cells a) who) (eq? (list-ref cells b) who) (eq? (list-ref cells c) who)))
  (define (owned? cells)
    (define (by who)
      (or (line? cells who 0 1 2) (line? cells who 3 4 5) (line? cells who 6 7 8) (line? cells who 0 3 6)
          (line? cells who 1 4 7) (line? cells who 2 5 8) (line? cells who 0 4 8) (line? cells who 2 4 6)))
    (or (by 'x) (by 'o)))
  (define (open-squares board)
    (define (inside cells big little)
      (cond ((null? cells) '())
            ((empty? (car cells)) (cons (cons big little) (inside (cdr cells) big (+ little 1))))
            (else (inside (cdr cells) big (+ little 1)))))
    (define (all boards big)
      (if (null? boards)
          '()
          (append (if (owned? (cdr (car boards))) '() (inside (cdr (car boards)) big 1))
                  (all (cdr boards) (+ big 1)))))
    (all (cdr board) 1))
  ; The second is taken from another little board where there is one, for the first may end its own.
  (define (second-of squares)
    (define (elsewhere rest)
      (cond ((null? rest) #f)
            ((= (car (car rest)) (car (car squares))) (elsewhere (cdr rest)))
            (else (car rest))))
    (cond ((null? (cdr squares)) '())
          ((elsewhere (cdr squares)) => (lambda (square) square))
          (else (car (cdr squares)))))
  (define (AI board who)
    (let ((squares (open-squares board)))
      (list (car squares) (second-of squares))))
  AI)

(define my-ai (make-ai))
