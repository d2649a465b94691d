"""Numbers and formulas about positions that the decks print, right and wrong, with their sources.

Each number is compared with the result of the formula, and lessons/positions/tests/test_page.py
recomputes every slip.
"""

import math
from dataclasses import dataclass

import numpy as np

POSITIONS, DIMENSIONS, BASE = 5, 4, 10000  # the example of the decks

# Mining Unstructured Data 12 (Master in Data Science), slides "Example" and "Example (II)".
PRINTED_TABLE = (
    ("0.0000", "1.0000", "0.0000", "1.0000"),
    ("0.8415", "0.5403", "0.0017", "0.9999"),
    ("0.9093", "-0.4161", "0.0033", "0.9999"),
    ("0.1411", "-0.9900", "0.0050", "0.9999"),
    ("-0.7568", "-0.6536", "0.0067", "0.9999"),
)
PRINTED_PRODUCTS = (
    ("2.0000", "1.3827", "0.9126", "-0.8476", "-1.4104"),
    ("1.3827", "1.8325", "0.8479", "-0.6605", "-1.1834"),
    ("0.9126", "0.8479", "1.6806", "0.6541", "-0.4506"),
    ("-0.8476", "-0.6605", "0.6541", "1.6989", "1.2061"),
    ("-1.4104", "-1.1834", "-0.4506", "1.2061", "1.7998"),
)
SLIDE_BASE = 1000  # Militsis and Pitas, "Positional encoding"
MINED = "“Mining Unstructured Data 12”, Master in Data Science"
MILITSIS = "“Attention and Transformer Networks” v4.1, Militsis and Pitas"
KIM = "“Self-Attention and Transformer”, Gunhee Kim"


@dataclass(frozen=True)
class Slide:
    """A matrix to check cell by cell. Rows are positions; all counts start at 0."""

    name: str
    title: str
    deck: str
    place: str  # the line in the text of the deck
    says: str  # what the slide claims, in our words
    rows: tuple[tuple[str, ...], ...]  # as printed, or as the printed formula gives it
    right: np.ndarray  # (row, column) float64, by the paper's formula
    lines: tuple[
        tuple[tuple[str, ...], ...], ...
    ]  # the arithmetic of each cell, without its result
    columns: str  # the meaning of a column: "dimension" or "position"
    printed: bool  # False: the slide prints only the formula

    def is_slip(self, row: int, column: int) -> bool:
        """Return whether the four printed decimals differ from those of the right number."""
        return self.rows[row][column] != four_decimals(self.right[row, column])

    @property
    def slips(self) -> int:
        n, m = self.right.shape
        return sum(self.is_slip(i, j) for i in range(n) for j in range(m))

    @property
    def largest(self) -> float:
        """Return the largest difference between a printed number and the right one."""
        printed = np.array([[float(cell) for cell in row] for row in self.rows])
        return float(np.abs(printed - self.right).max())


def four_decimals(value: float) -> str:
    """Return four decimals, as the decks print; never "-0.0000"."""
    text = f"{value:.4f}"
    return text.removeprefix("-") if float(text) == 0 else text


def component(p: int, j: int, base: float = BASE, exponent: float | None = None) -> float:
    """Return component j of position p for d = 4, in float64, by the paper's formula."""
    power = 2 * (j // 2) if exponent is None else exponent
    return (math.cos if j % 2 else math.sin)(p / base ** (power / DIMENSIONS))


def matrix(base: float = BASE, paired: bool = True) -> np.ndarray:
    """Return PE for n = 5, d = 4: (position, dimension) float64. Unpaired means exponent j/d, the slip."""
    cells = [
        [component(p, j, base, None if paired else j) for j in range(DIMENSIONS)]
        for p in range(POSITIONS)
    ]
    return np.array(cells)


def _steps(p: int, j: int) -> tuple[str, ...]:
    wave, power = ("cos" if j % 2 else "sin"), 2 * (j // 2)
    divisor = BASE ** (power / DIMENSIONS)
    return (
        f"{wave}({p} / {BASE}^({power}/{DIMENSIONS}))",
        f"{wave}({p} / {divisor:g})",
        f"{wave}({p / divisor:g})",
    )


def _products_of(p: int, q: int) -> tuple[str, ...]:
    pe = matrix()
    terms = [f"{four_decimals(pe[p, j])} · {four_decimals(pe[q, j])}" for j in range(DIMENSIONS)]
    return (f"PE({p}) · PE({q})", *(f"{'+ ' if j else ''}{term}" for j, term in enumerate(terms)))


def slides() -> tuple[Slide, ...]:
    """Return the slides to check, in the order of the page."""
    pe = matrix()
    steps = tuple(tuple(_steps(p, j) for j in range(DIMENSIONS)) for p in range(POSITIONS))
    sums = tuple(tuple(_products_of(p, q) for q in range(POSITIONS)) for p in range(POSITIONS))

    def as_text(cells: np.ndarray) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(four_decimals(cell) for cell in row) for row in cells)

    return (
        Slide(
            "table", "PE, n 5, d 4", MINED, "text line 1244",
            "The slide prints this table for n = 5, d = 4.",
            PRINTED_TABLE, pe, steps, "dimension", True,
        ),
        Slide(
            "products", "PE · PEᵀ", MINED, "text line 1263",
            "The slide prints this matrix as the product of the table with its transpose, and says that "
            "closer positions have higher dot products.",
            PRINTED_PRODUCTS, pe @ pe.T, sums, "position", True,
        ),
        Slide(
            "base", "base 1000", MILITSIS, "text line 231",
            "The slide prints the formula with base 1000. The table shows the result.",
            as_text(matrix(SLIDE_BASE)), pe, steps, "dimension", False,
        ),
        Slide(
            "exponent", "exponent i/d", KIM, "text line 568",
            "The slide prints the formula with exponent i/d for even and odd i. The table shows its "
            "result.",
            as_text(matrix(paired=False)), pe, steps, "dimension", False,
        ),
    )  # fmt: skip


def explain_slips(slide: Slide) -> str:
    """Return an explanation of the slips of a slide and their consequences (only bold), for after the check."""
    right, summary = slide.right, f"**{slide.slips} of {slide.right.size} numbers are wrong.** "
    if slide.name == "table":
        return summary + (
            "The first two columns are correct. Column 2 is the position divided by 600, not "
            f"sin(position / 100): {right[1, 2]:.4f}, {right[2, 2]:.4f}, {right[3, 2]:.4f}, "
            f"{right[4, 2]:.4f}. Column 3 repeats 0.9999 where the cosine falls from "
            f"{right[1, 3]:.5f} to {right[4, 3]:.4f}."
        )
    if slide.name == "products":
        own = np.array([[float(cell) for cell in row] for row in PRINTED_TABLE])
        off = np.abs(own @ own.T - np.array(PRINTED_PRODUCTS, float)).max()
        return summary + (
            f"The wrong numbers are off by up to {slide.largest:.2f} and do not follow from the printed table either "
            f"(off by {off:.2f}). The correct diagonal is d/2 = {right[0, 0]:g} everywhere, and every other diagonal is "
            f"constant: only the distance matters. The product does not fall with every step: at distance 3 it is "
            f"{right[0, 3]:.4f}, and at distance 4 it is {right[0, 4]:.4f}."
        )
    wrong = np.array([[float(cell) for cell in row] for row in slide.rows])
    if slide.name == "base":
        return summary + (
            f"The paper uses base {BASE}. With base {SLIDE_BASE} the second pair turns "
            f"{(BASE / SLIDE_BASE) ** (2 / DIMENSIONS):.2f} times as fast: at position 1 its sine is "
            f"{wrong[1, 2]:.4f} instead of {right[1, 2]:.4f}. Dot products still depend only on the "
            "distance, but the encoding differs from the paper’s."
        )
    diagonal = (wrong**2).sum(1)
    return summary + (
        "The paper uses the exponent 2⌊i/2⌋/d, so a sine and a cosine share their frequency. With i/d the cosine of "
        f"position 1 is {wrong[1, 1]:.4f} instead of {right[1, 1]:.4f}. The vectors are no longer "
        f"equally long (the diagonal of PE · PEᵀ ranges from {diagonal.min():.3f} to "
        f"{diagonal.max():.3f}), and no matrix maps each position to the next."
    )
