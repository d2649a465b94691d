"""The usual mistakes in the interval of a share and in a paired comparison, planted one at a time."""

from lessons.ablations.solution import real_interval, real_p_value, real_residual
from lessons.kit.mistakes import planted
from transformer.layers import layer_norm
from transformer.measure.statistics import compare, interval

# What the edits meet in `interval`, then in `compare`, and what takes its place more than once.
ENDS = "return middle - half, 1.0 if right == count else middle + half"
NORMAL = "half = z * math.sqrt(share * (1 - share) / count)"
ONE_SIDE = "one_side = sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses"
TWO_SIDES = "min(1.0, 2 * one_side)"
UNPAIRED = """p, q = sum(first) / len(first), sum(second) / len(second)
    error = math.sqrt((p + q) * (1 - (p + q) / 2) / len(first))
    one_side = NormalDist().cdf(-abs(p - q) / error) if error else 0.5"""
CHI_SQUARE = """difference = abs(only_first - only_second)
    one_side = NormalDist().cdf(-difference / math.sqrt(tosses)) if tosses else 0.5"""

# First those of `interval`, then those of `p_value`.
STATISTICS = planted(
    (layer_norm, real_residual, interval, compare, real_interval, real_p_value),
    ("layer_norm", "real_residual", "real_interval", "real_p_value"),
    NormalApproximation=(
        "this is share ± z √(share (1 − share)/count), the normal approximation; at 0 or all right it "
        "has no width, as if one could be sure",
        (ENDS, f"{NORMAL}; return share - half, share + half"),
    ),
    Clipped=(
        "this is the normal approximation, cut off at 0 and 1; at 0 or all right it still has no width",
        (ENDS, f"{NORMAL}; return max(0.0, share - half), min(1.0, share + half)"),
    ),
    Percent=(
        "these are percents; a share is a number between 0 and 1",
        (ENDS, "return 100 * (middle - half), 100 * (middle + half)"),
    ),
    HighFirst=(
        "low and high changed places: low comes first",
        (ENDS, "return middle + half, middle - half"),
    ),
    Unmoved=(
        "the middle is share + s/2 before the division; without s/2 low falls below 0",
        (ENDS, "middle = share / (1 + spread); return middle - half, middle + half"),
    ),
    NotDivided=(
        "both ends are still to be divided by 1 + s",
        (ENDS, "return (middle - half) * (1 + spread), (middle + half) * (1 + spread)"),
    ),
    NotSquared=(
        "s is z²/count; here z was not squared",
        ("z * z / count", "z / count"),
    ),
    OneError=(
        "z is missing: one standard error to each side holds the true share in 68 of 100 cases",
        ("z * z / count", "1 / count"),
    ),
    FixedZ=(
        "1.96 stands in the formula itself, so the argument z is never used",
        ("z * z / count", "1.96**2 / count"),
    ),
    NoRoot=(
        "a root is missing: share (1 − share) s + s²/4 stands under a square root",
        ("half = math.sqrt(", "half = ("),
        (ENDS, "return middle - half, middle + half"),
    ),
    HalfInsideUnsquared=(
        "under the root stands s²/4; here s was not squared",
        ("spread * spread / 4", "spread / 4"),
        (ENDS, "return middle - half, middle + half"),
    ),
    CountLessOne=(
        "the count was reduced by 1, as for a variance; a share is divided by all sentences",
        ("share, spread =", "count -= 1; right = min(right, count); share, spread ="),
    ),
    Odds=(
        "right was divided by wrong; the share is right / count",
        (
            "share, spread = right / count",
            "share, spread = min(1.0, right / max(1, count - right))",
        ),
    ),
    TwoAndFour=(
        "this adds two right and two wrong and takes the normal approximation (Agresti and Coull "
        "1998); near to it, but not Wilson’s, and it leaves 0 … 1",
        (
            ENDS,
            f"count += 4; share = (right + 2) / count; {NORMAL}; return share - half, share + half",
        ),
    ),
    Unpaired=(
        "this compares two shares as if each model had its own sentences; on the same sentences only "
        "those count on which the two disagree",
        (ONE_SIDE, UNPAIRED),
    ),
    OneSided=(
        "only one side was counted; before the comparison nobody knew which model would be better, so "
        "it is twice that",
        (TWO_SIDES, "min(1.0, one_side)"),
    ),
    AboveOne=(
        "twice one side can exceed 1, for the middle is counted from both; cut it off with min",
        (TWO_SIDES, "2 * one_side"),
    ),
    AllTosses=(
        "every sentence was taken for a toss; where both are right, or both wrong, nothing is tossed",
        ("tosses, fewer = only_first + only_second", "tosses, fewer = len(first)"),
    ),
    WithoutItself=(
        "range(fewer) ends before `fewer`; the outcome itself counts too: range(fewer + 1)",
        ("range(fewer + 1)", "range(fewer)"),
    ),
    OnlyItself=(
        "only the outcome itself was counted; everything at least as uneven belongs to it, from 0 on",
        (ONE_SIDE, "one_side = math.comb(tosses, fewer) / 2**tosses"),
    ),
    OnlyFirst=(
        "the smaller of the two counts is needed; with only_first the answer depends on who is first",
        ("min(only_first, only_second)", "only_first"),
    ),
    Agreements=(
        "sentences on which the two agree were counted; needed are those on which they disagree",
        ("bool(a) and not b", "a and b"),
        ("bool(b) and not a", "not a and not b"),
    ),
    OneMinus=(
        "this is 1 − p: how unlikely, where asked is how likely",
        (TWO_SIDES, f"1 - {TWO_SIDES}"),
    ),
    ChiSquare=(
        "this is the normal approximation of the test; with few disagreements it is too bold, and the "
        "exact sum costs nothing",
        (ONE_SIDE, CHI_SQUARE),
    ),
)
