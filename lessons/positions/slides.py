"""The numbers and formulas that the decks print about positions, right and wrong, and where.

Nothing here is taken over: each number is set beside the one that the formula gives, and
tests/lessons/positions/test_page.py recomputes every slip that is named.
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
    """A matrix to be checked cell by cell. Rows are positions, all counts are from 0."""

    name: str
    title: str
    deck: str
    place: str  # where it stands: the line of the deck's text
    says: str  # what the slide claims, in our words
    rows: tuple[tuple[str, ...], ...]  # as printed, or as the printed formula gives it
    right: np.ndarray  # (row, column) float64, by the paper's formula
    lines: tuple[
        tuple[tuple[str, ...], ...], ...
    ]  # of each cell: the arithmetic, without its result
    columns: str  # what a column is: "dimension" or "position"
    printed: bool  # False: the slide prints only the formula

    def is_slip(self, row: int, column: int) -> bool:
        """Whether the four printed decimals are not those of the right number."""
        return self.rows[row][column] != four(self.right[row, column])

    @property
    def slips(self) -> int:
        n, m = self.right.shape
        return sum(self.is_slip(i, j) for i in range(n) for j in range(m))

    @property
    def largest(self) -> float:
        """The largest difference between a printed and the right number."""
        printed = np.array([[float(cell) for cell in row] for row in self.rows])
        return float(np.abs(printed - self.right).max())


def four(value: float) -> str:
    """Four decimals, as the decks print; never "-0.0000"."""
    text = f"{value:.4f}"
    return text.removeprefix("-") if float(text) == 0 else text


def code(p: int, j: int, base: float = BASE, exponent: float | None = None) -> float:
    """Number j of position p for d = 4, in float64, by the paper's formula."""
    power = 2 * (j // 2) if exponent is None else exponent
    return (math.cos if j % 2 else math.sin)(p / base ** (power / DIMENSIONS))


def matrix(base: float = BASE, paired: bool = True) -> np.ndarray:
    """PE for n = 5, d = 4: (position, dimension) float64. Unpaired: exponent j/d, the slip."""
    cells = [
        [code(p, j, base, None if paired else j) for j in range(DIMENSIONS)]
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
    terms = [f"{four(pe[p, j])} · {four(pe[q, j])}" for j in range(DIMENSIONS)]
    return (f"PE({p}) · PE({q})", *(f"{'+ ' if j else ''}{term}" for j, term in enumerate(terms)))


def slides() -> tuple[Slide, ...]:
    """What there is to check, in the order of the page."""
    pe = matrix()
    steps = tuple(tuple(_steps(p, j) for j in range(DIMENSIONS)) for p in range(POSITIONS))
    sums = tuple(tuple(_products_of(p, q) for q in range(POSITIONS)) for p in range(POSITIONS))

    def as_text(cells: np.ndarray) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(four(cell) for cell in row) for row in cells)

    return (
        Slide(
            "table", "PE, n 5, d 4", MINED, "text line 1244",
            "The slide prints this table for n = 5, d = 4.",
            PRINTED_TABLE, pe, steps, "dimension", True,
        ),
        Slide(
            "products", "PE · PEᵀ", MINED, "text line 1263",
            "The slide prints this as the product of the table with its transpose, and says that "
            "closer positions have higher dot products.",
            PRINTED_PRODUCTS, pe @ pe.T, sums, "position", True,
        ),
        Slide(
            "base", "base 1000", MILITSIS, "text line 231",
            "The slide prints the formula with base 1000. This is what that formula gives.",
            as_text(matrix(SLIDE_BASE)), pe, steps, "dimension", False,
        ),
        Slide(
            "exponent", "exponent i/d", KIM, "text line 568",
            "The slide prints the formula with exponent i/d for even and odd i. This is what that "
            "formula gives.",
            as_text(matrix(paired=False)), pe, steps, "dimension", False,
        ),
    )  # fmt: skip


def explained(slide: Slide) -> str:
    """What is wrong with the slide and what follows from it (markdown bold only), once it is checked."""
    right, found = slide.right, f"**{slide.slips} of {slide.right.size} numbers are slips.** "
    if slide.name == "table":
        return found + (
            "The first two columns are right. Column 2 is the position divided by 600, not "
            f"sin(position / 100): {right[1, 2]:.4f}, {right[2, 2]:.4f}, {right[3, 2]:.4f}, "
            f"{right[4, 2]:.4f}. Column 3 repeats 0.9999 where the cosine goes from "
            f"{right[1, 3]:.5f} down to {right[4, 3]:.4f}."
        )
    if slide.name == "products":
        own = np.array([[float(cell) for cell in row] for row in PRINTED_TABLE])
        off = np.abs(own @ own.T - np.array(PRINTED_PRODUCTS, float)).max()
        return found + (
            f"They are off by up to {slide.largest:.2f}, and they are not the product of the printed "
            f"table either (off by {off:.2f}). On the diagonal stands d/2 = {right[0, 0]:g} everywhere, "
            "and along every other diagonal one number: only the distance counts. Nor does it fall "
            f"with every step: at distance 3 it is {right[0, 3]:.4f}, at distance 4 {right[0, 4]:.4f}."
        )
    wrong = np.array([[float(cell) for cell in row] for row in slide.rows])
    if slide.name == "base":
        return found + (
            f"The paper has base {BASE}. With {SLIDE_BASE} the second pair turns "
            f"{(BASE / SLIDE_BASE) ** (2 / DIMENSIONS):.2f} times as fast: at position 1 its sine is "
            f"{wrong[1, 2]:.4f} instead of {right[1, 2]:.4f}. Dot products still depend on the "
            "distance alone, but this is another code than the paper's."
        )
    diagonal = (wrong**2).sum(1)
    return found + (
        "The paper has 2⌊i/2⌋/d: a sine and a cosine share their frequency. With i/d the cosine of "
        f"position 1 is {wrong[1, 1]:.4f} instead of {right[1, 1]:.4f}, the vectors are no longer "
        f"equally long (the diagonal of PE · PEᵀ goes from {diagonal.min():.3f} to "
        f"{diagonal.max():.3f}), and no matrix leads from every position to the next."
    )
