"""The inputs on which the checks try the functions of the exercise."""

import math

from transformer.decoding import Table
from transformer.vocabulary import END


def log_probabilities(*rows: tuple[float, ...]) -> list[list[float]]:
    """Return probabilities as log-probabilities."""
    return [[math.log(p) for p in row] for row in rows]


# totals, log_p with END in column 2, k; no two candidates have the same total.
STEPS = (
    # The first step: all candidates continue one hypothesis.
    ([0.0], log_probabilities((0.07, 0.03, 0.02, 0.5, 0.38)), 3),
    # Ranks 1 and 2 continue the same hypothesis; END has rank 3, and a low rank as well.
    ([-0.6, -1.1, -2.3], log_probabilities((0.31, 0.29, 0.05, 0.2, 0.15), (0.02, 0.1, 0.4, 0.25, 0.23), (0.11, 0.6, 0.07, 0.19, 0.03)), 3),
    # END has rank 1, and a probable token continues an improbable hypothesis.
    ([-0.5, -3.0], log_probabilities((0.04, 0.13, 0.6, 0.14, 0.09), (0.9, 0.03, 0.04, 0.02, 0.01)), 2),
    ([-1.9], log_probabilities((0.1, 0.35, 0.4, 0.12, 0.03)), 1),
)  # fmt: skip
LONG = (-4.2, [3, 8, 3, 8, 3, 8, 3, 8, END], 2.0)
SCORES = ((-3.0, [5, 4, END], 0.0), (-3.0, [5, 4, 9, END], 1.0), (-2.5, [7, END], 0.6), LONG)
# The most probable token has less than p, and p × number of tokens is a whole number.
LAWS = (
    ([0.1, 0.4, 0.15, 0.3, 0.05], 0.6),
    ([0.05, 0.45, 0.25, 0.21, 0.04], 0.8),
    ([0.2, 0.1, 0.7, 0.0], 0.75),
    # All are nearly equal, so min-p keeps all.
    ([0.23, 0.3, 0.2, 0.27], 0.5),
    # One token is enough.
    ([0.2, 0.1, 0.55, 0.15], 0.5),
    ([0.3, 0.6, 0.1], 1 / 3),
)
EXACT = (([0.0625, 0.5, 0.1875, 0.25], 0.75),)  # two have exactly p
# drafted, p, q, u. Binary fractions: p − q adds to exactly 0.
DRAFTS = (
    (0, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.75),
    (0, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.375),
    (2, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.75),
    (1, [0.25, 0.125, 0.125, 0.5], [0.125, 0.5, 0.25, 0.125], 0.1875),
    (1, [0.25, 0.125, 0.125, 0.5], [0.125, 0.5, 0.25, 0.125], 0.0625),
)
# END has rank 1, and again the rank right after the first k.
ASIDE = (
    *STEPS,
    ([0.0, -0.1], log_probabilities((0.2, 0.05, 0.5, 0.15, 0.1), (0.1, 0.06, 0.25, 0.5, 0.09)), 2),
)
TIED = ([0.25] * 4, 0.5)  # any two tokens are right
IMPOSSIBLE = (2, [0.5, 0.5, 0.0], [0.25, 0.25, 0.5], 0.0)  # p is 0: rejected, even if u is 0
TABLE = Table(
    {
        "<start>": {"he": 0.43, "she": 0.32, "it": 0.25},
        "he": {"sings": 0.51, "waits": 0.31, "<end>": 0.18},
        "she": {"waits": 0.48, "sings": 0.35, "<end>": 0.17},
        "it": {"waits": 0.78, "sings": 0.22},
        "sings": {"<end>": 0.58, "and": 0.42},
        "waits": {"<end>": 0.67, "and": 0.33},
        "and": {"sings": 0.56, "waits": 0.44},
    }
)
