"""Your exercise: the sinusoidal encoding, and the matrix that shifts it from one position to another.

Write the two functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both re-read this file every time. Begin with `sinusoidal`; its checks come first.
"""

import math  # noqa: F401  math.cos and math.sin will be useful

import torch  # noqa: F401
from torch import Tensor


def sinusoidal(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """Return a table (length, d_model) with one row per position 0 … length − 1; d_model is even.

    Vaswani et al. 2017, section 3.5, with i counting the pairs, 0 … d_model/2 − 1:
    column 2i is sin(position / base^(2i / d_model)), column 2i + 1 is the cosine of the same angle.
    """
    # 1  position: the column of numbers 0 … length − 1 → (length, 1). Use float64: at large positions,
    #    float32 has too few digits for an angle
    # 2  frequency: base^(−2i / d_model), one per pair → (d_model / 2,)
    # 3  angle: position × frequency → (length, d_model / 2)
    # 4  table: sine, cosine, sine, cosine, … in the columns → (length, d_model)
    raise NotImplementedError("sinusoidal is still to be written")


def shift(offset: int, d_model: int, base: float = 10000.0) -> Tensor:
    """Return the matrix M, (d_model, d_model), with M @ row p = row (p + offset) for every position p.

    Rows are those of `sinusoidal`, taken as vectors. M does not depend on p.
    """
    # 1  angle: the rotation of each pair in `offset` positions
    # 2  M is 0 except for a 2 × 2 block on the diagonal for each pair, in rows and columns 2i, 2i + 1.
    #    sin(a + b) = sin a · cos b + cos a · sin b gives the first row of a block;
    #    cos(a + b) = cos a · cos b − sin a · sin b the second.
    raise NotImplementedError("shift is still to be written")
