"""The little linear algebra that ratings need: a few dozen players are too few for a numerical library."""

from sttt.errors import RatingError

Matrix = list[list[float]]


def inverse(matrix: Matrix) -> Matrix:
    """Invert a square matrix by Gauss-Jordan elimination with partial pivoting; raises `RatingError` if it is singular.

    Source: G. H. Golub and C. F. Van Loan, "Matrix Computations", section 3.4.
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        if not rows[pivot][column]:
            raise RatingError("the results do not relate all players; expected games that connect them")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for index in range(size):
            if index != column and (factor := rows[index][column]):
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[column], strict=True)]
    return [row[size:] for row in rows]
