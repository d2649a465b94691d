"""How reliable a measured fraction is, and whether two models differ on the same sentences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev


def interval(right: int, count: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval (1927): all fractions p for which `right` of `count` is not surprising.

    Not surprising means |right/count − p| ≤ z √(p (1 − p) / count). Solved for p, the interval stays inside 0
    … 1, and at 0 or `count` right it does not shrink to a point, as ± z √(share (1 − share) / count) would.
    """
    if count < 1 or not 0 <= right <= count:
        raise ValueError(
            f"`right` is {right} and `count` is {count}: 0 ≤ right ≤ count and count ≥ 1 are required"
        )
    if not 0 < confidence < 1:
        raise ValueError(
            f"confidence is {confidence}; it must be a fraction with 0 < confidence < 1"
        )
    z = NormalDist().inv_cdf((1 + confidence) / 2)  # 1.96 for 95%
    share, spread = right / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    # If all are right, the upper end is exactly 1; rounding would miss it.
    return middle - half, 1.0 if right == count else middle + half


@dataclass(frozen=True)
class Comparison:
    """Two models on the same sentences. Only sentences on which exactly one of them is right count."""

    only_first: int
    only_second: int
    p_value: (
        float  # probability that a fair coin splits them at least this unevenly: the exact p-value
    )

    @property
    def differ(self) -> bool:
        """Whether a fair coin would give such a result less than once in twenty times."""
        return self.p_value < 0.05


def compare(first: Sequence[bool], second: Sequence[bool]) -> Comparison:
    """Apply McNemar's exact test (1947), two-sided: if both models were equally good, each sentence on which
    they disagree would be a coin toss.

    `first` and `second` say for the same sentences, in the same order, whether each was right.
    """
    if len(first) != len(second):
        raise ValueError(
            f"{len(first)} and {len(second)} results were given: both models need results on the same sentences"
        )
    only_first = sum(bool(a) and not b for a, b in zip(first, second, strict=True))
    only_second = sum(bool(b) and not a for a, b in zip(first, second, strict=True))
    tosses, fewer = only_first + only_second, min(only_first, only_second)
    one_side = sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses
    return Comparison(only_first, only_second, min(1.0, 2 * one_side))


def interval_of_difference(
    first: Sequence[bool], second: Sequence[bool], confidence: float = 0.95
) -> tuple[float, float]:
    """Return the interval of the difference of two paired fractions, second − first (Bonett and Price 2012).

    Only pairs on which exactly one of the two is right make a difference. As in Agresti and Coull’s interval,
    one imagined pair is added to each kind, so that 0 against 0 does not look certain.
    """
    pair, count = compare(first, second), len(first) + 2
    lost, won = ((n + 1) / count for n in (pair.only_first, pair.only_second))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * math.sqrt((won + lost - (won - lost) ** 2) / count)
    return max(-1.0, won - lost - half), min(1.0, won - lost + half)


# Student's t (1908) of 95%, two-sided, by the number of values in the mean.
STUDENT = {
    2: 12.706,
    3: 4.303,
    4: 3.182,
    5: 2.776,
    6: 2.571,
    7: 2.447,
    8: 2.365,
    9: 2.306,
    10: 2.262,
}


def interval_of_mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of the mean of a few training runs: ± t × standard error. It may extend beyond
    0 or 1."""
    if len(values) not in STUDENT:
        raise ValueError(
            f"{len(values)} values were given: an interval needs between 2 and {max(STUDENT)} values"
        )
    half = STUDENT[len(values)] * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half
