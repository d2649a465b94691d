"""The numbers of the position lab: the table of each scheme from the model code, and derived values."""

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lessons.positions.figures.position_lab.words import REASONS
from transformer import positions
from transformer.variants.encodings import ENCODINGS
from transformer.variants.rotary import kernel, rotate

SCHEMES = (
    "sinusoidal",
    "concatenated",
    "unpaired",
    "binary",
    "index",
    "normalised",
    "learned",
    "rotary",
)
WAVES = ("sinusoidal", "concatenated", "unpaired", "rotary")  # schemes with a base
PAIRED = ("sinusoidal", "concatenated", "rotary")  # a sine and a cosine share a frequency
MOST_POSITIONS, MOST_DIMENSIONS = 128, 512
MOST_SHIFTS = 32  # number of offsets for which PE(p+k) = M_k · PE(p) is checked


@dataclass(frozen=True)
class Setting:
    """The values of the lab's sliders."""

    scheme: str = "sinusoidal"
    positions: int = 64
    dimensions: int = 64
    base: float = 10000.0

    @classmethod
    def of(cls, value: Any) -> "Setting | None":
        """Return a setting from a browser, which may send anything; None if it is not a setting."""
        if not isinstance(value, dict) or value.get("scheme") not in SCHEMES:
            return None
        numbers = [value.get(name) for name in ("positions", "dimensions", "base")]
        numbers = [math.nan if n is None else n for n in numbers]  # JSON writes NaN as null
        if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers):
            return None
        counts = [int(n) if math.isfinite(n) and n == int(n) else math.nan for n in numbers[:2]]
        return cls(value["scheme"], *counts, float(numbers[2]))


def reason(setting: Setting, learned: Tensor | None) -> str:
    """Return why this table does not exist, as a sentence; "" if it exists."""
    n, d, base = setting.positions, setting.dimensions, setting.base
    gaps = {"most_positions": MOST_POSITIONS, "most_dimensions": MOST_DIMENSIONS}
    if not 1 <= n <= MOST_POSITIONS:  # so is NaN
        return REASONS["positions"].format(**gaps)
    if setting.scheme == "learned":
        rows = 0 if learned is None else len(learned)
        key = "no_model" if rows == 0 else "learned" if n > rows else ""
        return REASONS[key].format(rows=rows, positions=n) if key else ""
    if not 1 <= d <= MOST_DIMENSIONS:
        return REASONS["dimensions"].format(**gaps)
    if setting.scheme in PAIRED and d % 2:
        return REASONS["odd"].format(dimensions=d, more=d + 1)
    if setting.scheme in WAVES and not 0 < base < math.inf:
        return REASONS["base"].format()
    if setting.scheme == "binary" and (bits := (n - 1).bit_length()) > d:
        return REASONS["bits"].format(position=n - 1, bits=bits, dimensions=d)
    return ""


def table(setting: Setting, learned: Tensor | None = None, length: int | None = None) -> Tensor:
    """Return one vector per position, (position, dimension); for rotary, a vector of ones after its rotation."""
    n, d, base = length or setting.positions, setting.dimensions, setting.base
    match setting.scheme:
        case "learned":
            return learned[:n]  # (position, d_model of that model)
        case "unpaired":
            return unpaired(n, d, base)
        case "rotary":
            return rotate(torch.ones(n, d), base=base)
        case "sinusoidal" | "concatenated":
            return ENCODINGS[setting.scheme](n, d, base)
        case _:
            return ENCODINGS[setting.scheme](n, d)


def unpaired(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """Return the table with the slip of a slide, (length, d_model): every dimension i has its own exponent i/d.

    With it, no sine has a cosine of the same frequency.
    """
    positions.frequencies(2, base)  # raises for an invalid base
    i = torch.arange(d_model)
    angle = torch.arange(length, dtype=torch.float64)[:, None] * base ** (-i.double() / d_model)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos()).float()  # (length, d_model)


def products(vectors: Tensor) -> Tensor:
    """Return PE · PEᵀ: (position, dimension) → (position, position). Summed in float64, then rounded."""
    return (vectors.double() @ vectors.double().T).float()


def diagonal_spread(dots: Tensor) -> float:
    """Return the largest difference of numbers along one diagonal; 0: only the distance matters."""
    diagonals = [dots.diagonal(k) for k in range(1 - len(dots), len(dots))]
    return max(float(d.max() - d.min()) for d in diagonals)


def kernel_of(setting: Setting) -> Tensor:
    """Return, only for rotary, the score of two equal vectors at each distance, relative to distance 0; (offset,)."""
    return kernel(torch.arange(setting.positions), setting.dimensions, setting.base)


def shifts(setting: Setting) -> int:
    """Return the number of offsets, 0 included, for which the shift is checked: large matrices are slow."""
    most = MOST_SHIFTS if setting.dimensions <= 128 else 2
    return min(setting.positions, most)


def shift_errors(setting: Setting) -> Tensor:
    """Return the largest |M_k · PE(p) − PE(p+k)| over all components of 256 positions p, for k = 0, 1, …; (k,).

    Correct formulas use `transformer.positions.shift`. For exponents without pairs no such M_k is
    known, so the least-squares solution is used.
    """
    count, d = shifts(setting), setting.dimensions
    many = max(256, 4 * d)
    vectors = table(setting, length=many + count).double()  # (position, dimension)
    here = vectors[:many]
    errors = []
    for k in range(count):
        there = vectors[k : k + many]
        if setting.scheme == "unpaired":
            fitted = torch.linalg.lstsq(here, there, driver="gelsd").solution
            moved = here @ fitted
        else:
            moved = here @ shift_matrix(setting, k).double().T
        errors.append((moved - there).abs().max())
    return torch.stack(errors).float()


def shift_matrix(setting: Setting, offset: int) -> Tensor:
    """Return M_k in the order of this scheme's dimensions, (dimension, dimension)."""
    d = setting.dimensions
    # Rotates (x, y), but the waves are (sin, cos): the other way round.
    if setting.scheme == "rotary":
        return positions.shift(-offset, d, setting.base)
    matrix = positions.shift(offset, d, setting.base)
    if setting.scheme == "concatenated":
        order = torch.cat((torch.arange(0, d, 2), torch.arange(1, d, 2)))  # sines, then cosines
        return matrix[order][:, order]
    return matrix
