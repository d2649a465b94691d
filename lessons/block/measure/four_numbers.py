"""LayerNorm of four numbers, step by step, also with the formulas for σ that two decks print.

Ba et al. (2016) divide by σ = √(1/d Σ (x − μ)²). One deck leaves out the root, the other one the root and the
1/d. Here every step follows the printed formula.
"""

import torch
from torch import Tensor

VECTORS = {
    "1 2 3 4": (1.0, 2.0, 3.0, 4.0),
    "10 20 30 40": (10.0, 20.0, 30.0, 40.0),
    "101 102 103 104": (101.0, 102.0, 103.0, 104.0),
    "3 3 3 3": (3.0, 3.0, 3.0, 3.0),
}
GAMMA, BETA, EPS = torch.tensor([2.0, 1.0, 1.0, 0.5]), torch.tensor([0.0, 0.0, 1.0, -1.0]), 1e-5

# The divisor of each rule: the squares (x − μ)², (4,) → a number. Only the correct rule has an ε.
DIVISORS = {
    "σ": lambda squares: (squares.mean() + EPS).sqrt(),
    "no root": lambda squares: squares.mean(),
    "no root, no 1/d": lambda squares: squares.sum(),
}


def steps(x: Tensor, rule: str = "σ") -> dict[str, Tensor]:
    """Return all steps between x (4,) and its LayerNorm, with the divisor of this rule."""
    if rule not in DIVISORS:
        raise ValueError(f"'{rule}' is not a valid rule for σ; choose one of {', '.join(DIVISORS)}")
    mean = x.mean()
    centred = x - mean  # (4,)
    squares = centred.square()  # (4,)
    divisor = DIVISORS[rule](squares)
    divided = centred / divisor  # (4,); 0/0 where the divisor has no ε
    return {
        "x": x,
        "mean": mean,
        "centred": centred,
        "squares": squares,
        "divisor": divisor,
        "divided": divided,
        "spread": divided.std(correction=0),
        "output": GAMMA * divided + BETA,  # (4,)
    }
