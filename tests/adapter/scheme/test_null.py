"""The null placement as the assignment's text writes it: a ``()`` that is evaluated, found in a player's file."""

import pytest

from adapter.scheme.null import bare_null


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("()", 1),
        ("(f (  ) )", 1),
        ("(define last ())", 1),
        ("\n; ()\n(list (cons 5 5) ())", 3),
        ("(define f (lambda (x)\n ()))", 2),
        ("(let ((x ()))\n x)", 1),
        ("(let loop ((i 0)) (if (= i 3) () (loop (+ i 1))))", 1),
        ("(cond ((null? x) ()) (else 1))", 1),
        ("(do ((i 0 (+ i 1))) ((= i 3)) ())", 1),
        ('(string-append "a\\"()" #\\( x)\n[()]', 2),
    ],
)
def test_an_empty_list_that_is_evaluated_is_found_at_its_line(text: str, line: int) -> None:
    assert bare_null(text) == line


@pytest.mark.parametrize(
    "text",
    [
        "(define (f) '())",
        "(lambda () 1)",
        "(let () 1)",
        "(let* () 1)",
        "(let loop () (loop))",
        "'(a () b)",
        "(quote (()))",
        "`(a ())",
        "#(1 ())",
        '"()"',
        "#| () |# (f)",
        "(define-syntax f (syntax-rules () ((_) ())))",
        "(case x ((1) '()) (else 2))",
        "",
        "(((",
        ")))",
    ],
)
def test_an_empty_list_that_is_data_or_names_nothing_is_none(text: str) -> None:
    assert bare_null(text) is None
