"""The usual mistakes in the interval of a share and in a paired comparison, planted one at a time.

`recognise.py` compares a student's numbers with theirs and so can name a mistake; the tests make sure
that each one is caught.
"""

import math
from statistics import NormalDist


class Mistake:
    """Both functions, taken apart into steps that a mistake can override. Itself it makes none."""

    sentence = ""

    def interval(self, right: int, count: int, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval; (low, high)."""
        share, spread = self.share(right, count), self.spread(z, count)
        middle, half = self.middle(share, spread), self.half(share, spread)
        below = self.below(spread)
        return self.ends((middle - half) / below, (middle + half) / below)

    def share(self, right, count):
        return right / count

    def spread(self, z, count):
        return z * z / count

    def middle(self, share, spread):
        return share + spread / 2

    def half(self, share, spread):
        return math.sqrt(share * (1 - share) * spread + spread**2 / 4)

    def below(self, spread):
        return 1 + spread

    def ends(self, low, high):
        return low, high

    def chance(self, first: list[bool], second: list[bool]) -> float:
        """The exact two-sided p-value."""
        only_first, only_second = self.disagreements(first, second)
        tosses = self.tosses(only_first, only_second, len(first))
        return self.sides(self.one_side(tosses, self.outcome(only_first, only_second)))

    def disagreements(self, first, second):
        pairs = list(zip(first, second, strict=True))
        return sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)

    def tosses(self, only_first, only_second, count):
        return only_first + only_second

    def outcome(self, only_first, only_second):
        return min(only_first, only_second)

    def one_side(self, tosses, most):
        return sum(math.comb(tosses, k) for k in range(most + 1)) / 2**tosses

    def sides(self, one):
        return min(1.0, 2 * one)


class NormalApproximation(Mistake):
    sentence = (
        "this is share ± z √(share (1 − share)/count), the normal approximation; at 0 or all right it "
        "has no width, as if one could be sure"
    )

    def interval(self, right, count, z=1.96):
        share = right / count
        half = z * math.sqrt(share * (1 - share) / count)
        return share - half, share + half


class Clipped(NormalApproximation):
    sentence = "this is the normal approximation, cut off at 0 and 1; at 0 or all right it still has no width"

    def interval(self, right, count, z=1.96):
        low, high = super().interval(right, count, z)
        return max(0.0, low), min(1.0, high)


class Percent(Mistake):
    sentence = "these are percents; a share is a number between 0 and 1"

    def ends(self, low, high):
        return 100 * low, 100 * high


class HighFirst(Mistake):
    sentence = "low and high changed places: low comes first"

    def ends(self, low, high):
        return high, low


class Unmoved(Mistake):
    sentence = "the middle is share + s/2 before the division; without s/2 low falls below 0"

    def middle(self, share, spread):
        return share


class NotDivided(Mistake):
    sentence = "both ends are still to be divided by 1 + s"

    def below(self, spread):
        return 1


class NotSquared(Mistake):
    sentence = "s is z²/count; here z was not squared"

    def spread(self, z, count):
        return z / count


class OneError(Mistake):
    sentence = (
        "z is missing: one standard error to each side holds the true share in 68 of 100 cases"
    )

    def interval(self, right, count, z=1.96):
        return super().interval(right, count, 1.0)


class FixedZ(Mistake):
    sentence = "1.96 stands in the formula itself, so the argument z is never used"

    def interval(self, right, count, z=1.96):
        return super().interval(right, count)


class NoRoot(Mistake):
    sentence = "a root is missing: share (1 − share) s + s²/4 stands under a square root"

    def half(self, share, spread):
        return super().half(share, spread) ** 2


class HalfInsideUnsquared(Mistake):
    sentence = "under the root stands s²/4; here s was not squared"

    def half(self, share, spread):
        return math.sqrt(share * (1 - share) * spread + spread / 4)


class CountLessOne(Mistake):
    sentence = "the count was reduced by 1, as for a variance; a share is divided by all sentences"

    def interval(self, right, count, z=1.96):
        return super().interval(min(right, count - 1), count - 1, z)


class Odds(Mistake):
    sentence = "right was divided by wrong; the share is right / count"

    def share(self, right, count):
        return min(1.0, right / max(1, count - right))


class TwoAndFour(Mistake):
    sentence = (
        "this adds two right and two wrong and takes the normal approximation (Agresti and Coull "
        "1998); near to it, but not Wilson’s, and it leaves 0 … 1"
    )

    def interval(self, right, count, z=1.96):
        return NormalApproximation().interval(right + 2, count + 4, z)


class Unpaired(Mistake):
    sentence = (
        "this compares two shares as if each model had its own sentences; on the same sentences only "
        "those count on which the two disagree"
    )

    def chance(self, first, second):
        count = len(first)
        one, two = sum(first) / count, sum(second) / count
        both = (one + two) / 2
        error = math.sqrt(2 * both * (1 - both) / count)
        return 1.0 if error == 0 else 2 * NormalDist().cdf(-abs(one - two) / error)


class OneSided(Mistake):
    sentence = (
        "only one side was counted; before the comparison nobody knew which model would be better, so "
        "it is twice that"
    )

    def sides(self, one):
        return min(1.0, one)


class AboveOne(Mistake):
    sentence = (
        "twice one side can exceed 1, for the middle is counted from both; cut it off with min"
    )

    def sides(self, one):
        return 2 * one


class AllTosses(Mistake):
    sentence = "every sentence was taken for a toss; where both are right, or both wrong, nothing is tossed"

    def tosses(self, only_first, only_second, count):
        return count


class WithoutItself(Mistake):
    sentence = "range(fewer) ends before `fewer`; the outcome itself counts too: range(fewer + 1)"

    def one_side(self, tosses, most):
        return super().one_side(tosses, most - 1)


class OnlyItself(Mistake):
    sentence = "only the outcome itself was counted; everything at least as uneven belongs to it, from 0 on"

    def one_side(self, tosses, most):
        return math.comb(tosses, most) / 2**tosses


class OnlyFirst(Mistake):
    sentence = "the smaller of the two counts is needed; with only_first the answer depends on who is first"

    def outcome(self, only_first, only_second):
        return only_first


class Agreements(Mistake):
    sentence = (
        "sentences on which the two agree were counted; needed are those on which they disagree"
    )

    def disagreements(self, first, second):
        pairs = list(zip(first, second, strict=True))
        return sum(a and b for a, b in pairs), sum(not a and not b for a, b in pairs)


class OneMinus(Mistake):
    sentence = "this is 1 − p: how unlikely, where asked is how likely"

    def sides(self, one):
        return 1 - super().sides(one)


class ChiSquare(Mistake):
    sentence = (
        "this is the normal approximation of the test; with few disagreements it is too bold, and the "
        "exact sum costs nothing"
    )

    def chance(self, first, second):
        only_first, only_second = self.disagreements(first, second)
        tosses = only_first + only_second
        if tosses == 0:
            return 1.0
        return 2 * NormalDist().cdf(-abs(only_first - only_second) / math.sqrt(tosses))


# First those of `interval`, then those of `chance`.
MISTAKES: tuple[type[Mistake], ...] = (
    NormalApproximation,
    Clipped,
    Percent,
    HighFirst,
    Unmoved,
    NotDivided,
    NotSquared,
    OneError,
    FixedZ,
    NoRoot,
    HalfInsideUnsquared,
    CountLessOne,
    Odds,
    TwoAndFour,
    Unpaired,
    OneSided,
    AboveOne,
    AllTosses,
    WithoutItself,
    OnlyItself,
    OnlyFirst,
    Agreements,
    OneMinus,
    ChiSquare,
)
