"""Your exercise: how far a share can be trusted, and whether two models differ.

Write the two functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both read this file anew each time. Begin with `interval`; its checks come first.
"""

import math  # noqa: F401  math.sqrt and math.comb will be useful


def interval(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval for a share: (low, high), both between 0 and 1.

    It holds all shares p that are compatible with `right` of `count`:
        |right/count − p| ≤ z √(p (1 − p) / count)
    """
    # 1  share: right / count
    # 2  The two ends are the solutions of  (share − p)² = z² p (1 − p) / count.
    #    With s = z²/count they are  (share + s/2 ± √(share (1 − share) s + s²/4)) / (1 + s).
    # 3  return low, high
    raise NotImplementedError("interval is still to be written")


def chance(first: list[bool], second: list[bool]) -> float:
    """The exact two-sided p-value of two models on the same sentences.

    `first[k]` and `second[k]` say whether each model was right on sentence k. Were both equally good,
    every sentence on which just one of them is right would be the toss of a fair coin.
    """
    # 1  only_first: sentences on which only the first is right; only_second the other way round
    # 2  tosses: how many these are together; fewer: the smaller of the two
    # 3  one side: the probability of at most `fewer` heads in so many tosses; math.comb(n, k) counts
    # 4  two sides: twice that, but never more than 1
    raise NotImplementedError("chance is still to be written")
