"""The result of a check, and the exceptions by which a measurement reports it."""

from dataclasses import dataclass

from torch import Tensor

from transformer.diagnosis.first_difference import both, number

GREEN, RED, GREY = "green", "red", "grey"
SHOWN = 8  # rows and columns of the small matrix around a cell


@dataclass(frozen=True)
class Cell:
    """The first number that is wrong: its position, the value and the expected value.

    `matrix` is the part around it, at most 8 × 8, and `at` its (row, column) there; a column of None means
    the whole row, which should sum to `expected`. `rows` and `columns` name the axes, `numbers` the content
    of the matrix. If no single value is right, `expected` is None and `needed` says what is required.
    """

    batch: int | None
    head: int | None
    row: int
    column: int | None
    saw: float
    expected: float | None
    matrix: tuple[tuple[float, ...], ...] = ()
    at: tuple[int, int | None] = (0, 0)
    rows: str = "row"
    columns: str = "column"
    needed: str = ""
    numbers: str = "outputs"

    def __str__(self) -> str:
        places = {"batch": self.batch, "head": self.head, self.rows: self.row}
        places[self.columns] = self.column
        where = ", ".join(f"{name} {place}" for name, place in places.items() if place is not None)
        saw, expected = self.both()
        if self.column is None:
            return f"{where}: sums to {saw}; expected {expected}"
        return f"{where}: {saw}; expected {expected}"

    def both(self) -> tuple[str, str]:
        """The two numbers, with enough digits to tell them apart."""
        if self.needed or self.expected is None:
            return number(self.saw), self.needed
        return both(self.saw, self.expected)


@dataclass(frozen=True)
class CheckResult:
    """The result of one contract. All text is plain: show it as text, never as markup.

    `state` is "green", "red" or "grey" (does not apply; `says` gives the reason). `cell` is the first number
    that is wrong, `likely` the mistake that would cause this (empty if no known one fits). `look_at` is a line
    of the layer, `test` the line of this package that measured it.
    """

    name: str
    state: str
    says: str
    cell: Cell | None = None
    likely: str = ""
    look_at: str = ""
    test: str = ""


class Violation(Exception):
    """Raised by a measurement: the contract is broken."""

    def __init__(self, says: str, cell: Cell | None = None, likely: str = "", look_at: str = ""):
        super().__init__(says)
        self.says, self.cell, self.likely, self.look_at = says, cell, likely, look_at


class NotApplicable(Exception):
    """Raised by a measurement: the contract does not apply, with the reason."""


def cell_of(
    saw: Tensor, expected: Tensor | None, where: tuple[int, ...], needed: str = "", **axes: str
) -> Cell:
    """The cell at an index ([batch, [head,]] row, column) of two tensors of the same shape. `axes` names
    rows and columns if they are not positions and dimensions."""
    *front, row, column = where
    top = max(0, min(row - SHOWN // 2, saw.shape[-2] - SHOWN))  # the cell is in the part shown
    left = max(0, min(column - SHOWN // 2, saw.shape[-1] - SHOWN))
    part = saw[tuple(front)][top : top + SHOWN, left : left + SHOWN]
    return Cell(
        batch=front[0] if front else None,
        head=front[1] if len(front) > 1 else None,
        row=row,
        column=column,
        saw=saw[where].item(),
        expected=None if expected is None else expected[where].item(),
        matrix=tuple(map(tuple, part.tolist())),
        at=(row - top, column - left),
        needed=needed,
        **({"rows": "position", "columns": "dimension"} | axes),
    )
