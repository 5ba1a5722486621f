; A referee for the tests, in portable Scheme (R5RS): plays one game between two AI procedures and prints each reply
; as (turn WHO REPLY), then (result x), (result o) or (result draw). It stops at the first reply with a placement that
; is not legal, printing (illegal WHO REPLY). The tests replay what it printed with the Python rules.

(define (referee-play make-x make-o)

  (define lines '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))

  (define (line-of? vec mark)
    (let try ((rest lines))
      (cond ((null? rest) #f)
            ((and (eq? mark (vector-ref vec (car (car rest))))
                  (eq? mark (vector-ref vec (cadr (car rest))))
                  (eq? mark (vector-ref vec (caddr (car rest))))) #t)
            (else (try (cdr rest))))))

  (define (full? vec)
    (let try ((i 0))
      (cond ((= i 9) #t)
            ((null? (vector-ref vec i)) #f)
            (else (try (+ i 1))))))

  (define boards
    (let ((all (make-vector 9 #f)))
      (do ((i 0 (+ i 1))) ((= i 9) all)
        (vector-set! all i (make-vector 9 '())))))

  (define owners (make-vector 9 #f))

  (define (board->list)
    (cons 'big (map (lambda (vec) (cons 'little (vector->list vec))) (vector->list boards))))

  (define (open? big little)
    (and (not (vector-ref owners (- big 1)))
         (null? (vector-ref (vector-ref boards (- big 1)) (- little 1)))))

  (define (place! who placement)
    (let ((vec (vector-ref boards (- (car placement) 1))))
      (vector-set! vec (- (cdr placement) 1) who)
      (if (line-of? vec who) (vector-set! owners (- (car placement) 1) who))))

  (define (index? value) (and (integer? value) (exact? value) (<= 1 value 9)))

  (define (legal? placement)
    (and (pair? placement) (index? (car placement)) (index? (cdr placement))
         (open? (car placement) (cdr placement))))

  (define (open-count)
    (let count ((big 1) (little 1) (found 0))
      (cond ((> big 9) found)
            ((> little 9) (count (+ big 1) 1 found))
            (else (count big (+ little 1) (if (open? big little) (+ found 1) found))))))

  (define (over)
    (cond ((line-of? owners 'x) 'x)
          ((line-of? owners 'o) 'o)
          ((= (open-count) 0) 'draw)
          (else #f)))

  (define (say . data)
    (write data)
    (newline))

  (define (take! who reply)               ; whether every placement that the turn has room for is legal
    (let ((single (= (open-count) 1)))
      (and (pair? reply) (pair? (cdr reply)) (legal? (car reply))
           (begin
             (place! who (car reply))
             (cond (single (null? (cadr reply)))
                   ((legal? (cadr reply)) (place! who (cadr reply)) #t)
                   (else (and (over) (null? (cadr reply)))))))))

  (let turns ((who 'x) (ai (make-x)) (other (make-o)))
    (if (over)
        (say 'result (over))
        (let ((reply (ai (board->list) who)))
          (say 'turn who reply)
          (if (take! who reply)
              (turns (if (eq? who 'x) 'o 'x) other ai)
              (say 'illegal who reply))))))

; The opponent: the first open squares in reading order, judged on the board alone.
(define (make-first-open-ai)

  (define (owned? squares)
    (define (same? a b c)
      (let ((first (list-ref squares a)))
        (and (not (null? first)) (eq? first (list-ref squares b)) (eq? first (list-ref squares c)))))
    (or (same? 0 1 2) (same? 3 4 5) (same? 6 7 8) (same? 0 3 6) (same? 1 4 7) (same? 2 5 8) (same? 0 4 8) (same? 2 4 6)))

  (define (with-mark board placement who)
    (let boards ((rest (cdr board)) (big 1))
      (cond ((null? rest) '())
            ((= big (car placement))
             (cons (cons 'little (let squares ((marks (cdr (car rest))) (little 1))
                                   (if (= little (cdr placement))
                                       (cons who (cdr marks))
                                       (cons (car marks) (squares (cdr marks) (+ little 1))))))
                   (boards (cdr rest) (+ big 1))))
            (else (cons (car rest) (boards (cdr rest) (+ big 1)))))))

  (define (first-open board)
    (let boards ((rest (cdr board)) (big 1))
      (cond ((null? rest) '())
            ((owned? (cdr (car rest))) (boards (cdr rest) (+ big 1)))
            (else (let squares ((marks (cdr (car rest))) (little 1))
                    (cond ((null? marks) (boards (cdr rest) (+ big 1)))
                          ((null? (car marks)) (cons big little))
                          (else (squares (cdr marks) (+ little 1)))))))))

  (lambda (board who)
    (let* ((one (first-open board))
           (two (first-open (cons 'big (with-mark board one who)))))
      (list one two))))
