"""How far a measured share can be trusted, and whether two models differ on the same sentences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev


def interval(right: int, count: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share (1927): all shares p for which `right` of `count` is no surprise.

    No surprise: |right/count − p| ≤ z √(p (1 − p) / count). Solved for p, it stays inside 0 … 1, and
    at 0 or `count` right it does not shrink to nothing, as ± z √(share (1 − share) / count) would.
    """
    if count < 1 or not 0 <= right <= count:
        raise ValueError(f"{right} right of {count}: needed is 0 ≤ right ≤ count, and count ≥ 1")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it is a share, 0 < confidence < 1")
    z = NormalDist().inv_cdf((1 + confidence) / 2)  # 1.96 for 95%
    share, spread = right / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    # With all right the upper end is 1; rounding would put it just beside.
    return middle - half, 1.0 if right == count else middle + half


@dataclass(frozen=True)
class Comparison:
    """Two models on the same sentences. Only those count on which one is right and the other wrong."""

    only_first: int
    only_second: int
    p_value: (
        float  # probability that a fair coin divides them at least as unevenly: the exact p-value
    )

    @property
    def differ(self) -> bool:
        """Whether a fair coin would do this less than once in twenty times."""
        return self.p_value < 0.05


def compare(first: Sequence[bool], second: Sequence[bool]) -> Comparison:
    """The exact test of McNemar (1947): were both equally good, each sentence on which they disagree
    would be a coin toss. Two-sided.

    `first` and `second` say of the same sentences, in the same order, whether each was right.
    """
    if len(first) != len(second):
        raise ValueError(
            f"{len(first)} and {len(second)} sentences: both models must be asked the same ones"
        )
    only_first = sum(bool(a) and not b for a, b in zip(first, second, strict=True))
    only_second = sum(bool(b) and not a for a, b in zip(first, second, strict=True))
    tosses, fewer = only_first + only_second, min(only_first, only_second)
    one_side = sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses
    return Comparison(only_first, only_second, min(1.0, 2 * one_side))


# Student's t (1908) of 95%, two-sided, for a mean of so many numbers.
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
    """The 95% interval of a mean of a few trainings: ± t × standard error. It may reach beyond 0 or 1."""
    if len(values) not in STUDENT:
        raise ValueError(f"{len(values)} values: there is an interval for 2 to {max(STUDENT)}")
    half = STUDENT[len(values)] * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half
