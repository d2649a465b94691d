"""What a light says of a layer, and how a measurement says it."""

from dataclasses import dataclass

from torch import Tensor

from transformer.diagnosis.first_difference import both, number

GREEN, RED, GREY = "green", "red", "grey"
SHOWN = 8  # rows and columns of the small matrix around a cell


@dataclass(frozen=True)
class Cell:
    """The first number that is not what it should be: where it stands, and both numbers.

    `matrix` is what it stands in, at most 8 × 8, and `at` its (row, column) there; a column of None
    means the whole row, which should sum to `expected`. `rows` and `columns` name the axes, `numbers` what
    the matrix holds. Where no one number is right, `expected` is None and `needed` says what is.
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
    numbers: str = "what comes out"

    def __str__(self) -> str:
        places = {"batch": self.batch, "head": self.head, self.rows: self.row}
        places[self.columns] = self.column
        where = ", ".join(f"{name} {place}" for name, place in places.items() if place is not None)
        saw, expected = self.both()
        return f"{where}: {'sums to ' * (self.column is None)}{saw}; expected {expected}"

    def both(self) -> tuple[str, str]:
        """The two numbers, with as many digits as tell them apart."""
        if self.needed or self.expected is None:
            return number(self.saw), self.needed
        return both(self.saw, self.expected)


@dataclass(frozen=True)
class Light:
    """One contract of a layer. All text is plain: show it as text, never as markup.

    `state` is "green", "red" or "grey" (does not apply; `says` has the reason). `cell` is the first
    number that is wrong, `likely` the mistake that would do this (empty where no known one fits).
    `look_at` is a line of the layer, `test` the line of this package that measured it.
    """

    name: str
    state: str
    says: str
    cell: Cell | None = None
    likely: str = ""
    look_at: str = ""
    test: str = ""


class Red(Exception):
    """Raised by a measurement: the contract is broken."""

    def __init__(self, says: str, cell: Cell | None = None, likely: str = "", look_at: str = ""):
        super().__init__(says)
        self.says, self.cell, self.likely, self.look_at = says, cell, likely, look_at


class Grey(Exception):
    """Raised by a measurement: the contract does not apply, and why."""


def cell_of(
    saw: Tensor, expected: Tensor | None, where: tuple[int, ...], needed: str = "", **axes: str
) -> Cell:
    """The cell at an index ([batch, [head,]] row, column) of two tensors of the same shape; `axes`
    names rows and columns, if they are not positions and dimensions."""
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
