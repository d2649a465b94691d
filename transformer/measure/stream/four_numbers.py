"""LayerNorm of four numbers, step by step; and with what two decks print for σ.

Ba et al. (2016) divide by σ = √(1/d Σ (x − μ)²). One deck leaves the root out, the other one the root and
the 1/d. Here every step is taken as it is printed.
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

# What each divides by: of the squares (x − μ)², each (4,) → a number. Only the right one has an ε.
DIVISORS = {
    "σ": lambda squares: (squares.mean() + EPS).sqrt(),
    "no root": lambda squares: squares.mean(),
    "no root, no 1/d": lambda squares: squares.sum(),
}


def steps(x: Tensor, rule: str = "σ") -> dict[str, Tensor]:
    """Everything between x (4,) and its LayerNorm, with the divisor that the rule names."""
    if rule not in DIVISORS:
        raise ValueError(f"there is no rule '{rule}' for σ; there are: {', '.join(DIVISORS)}")
    mean = x.mean()
    centred = x - mean  # (4,)
    squares = centred.square()  # (4,)
    divisor = DIVISORS[rule](squares)
    divided = centred / divisor  # (4,); 0/0 where nothing is added to the divisor
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
