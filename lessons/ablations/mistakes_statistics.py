"""Common mistakes in a confidence interval and in McNemar’s test, injected one at a time."""

from lessons.ablations.solution import real_interval, real_p_value, real_residual
from lessons.kit.mistakes import mutations
from transformer.layers import layer_norm
from transformer.measure.statistics import compare, interval

# Code that the edits replace in `interval`, then in `compare`, and replacements used more than once.
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
STATISTICS = mutations(
    (layer_norm, real_residual, interval, compare, real_interval, real_p_value),
    ("layer_norm", "real_residual", "real_interval", "real_p_value"),
    NormalApproximation=(
        "the interval is `share ± z √(share (1 − share)/count)`, the normal approximation; if none or all are right, its "
        "width is 0",
        (ENDS, f"{NORMAL}; return share - half, share + half"),
    ),
    Clipped=(
        "the interval is the normal approximation, cut off at 0 and 1; if none or all are right, its width is still 0",
        (ENDS, f"{NORMAL}; return max(0.0, share - half), min(1.0, share + half)"),
    ),
    AgrestiCoull=(
        "the result is the interval of Agresti and Coull (1998): its middle is Wilson’s, but its width is that of a "
        "normal "
        "approximation with z² extra sentences",
        (
            ENDS,
            "half = z * math.sqrt(middle * (1 - middle) / (count + z * z)); return middle - half, middle + half",
        ),
    ),
    Percent=(
        "the ends are percentages, but a proportion is a number between 0 and 1",
        (ENDS, "return 100 * (middle - half), 100 * (middle + half)"),
    ),
    HighFirst=(
        "`low` and `high` are swapped; return `low` first",
        (ENDS, "return middle + half, middle - half"),
    ),
    Unmoved=(
        "the middle is `share + s/2` before the division; without s/2, `low` falls below 0",
        (ENDS, "middle = share / (1 + spread); return middle - half, middle + half"),
    ),
    NotDivided=(
        "both ends must also be divided by 1 + s",
        (ENDS, "return (middle - half) * (1 + spread), (middle + half) * (1 + spread)"),
    ),
    NotSquared=(
        "s is z²/count; here, z was not squared",
        ("z * z / count", "z / count"),
    ),
    OneError=(
        "z is missing: an interval of one standard error on each side contains the true proportion in 68 of 100 cases",
        ("z * z / count", "1 / count"),
    ),
    FixedZ=(
        "the formula contains 1.96, so the argument `z` is never used",
        ("z * z / count", "1.96**2 / count"),
    ),
    NoRoot=(
        "the square root of `share (1 − share) s + s²/4` is missing",
        ("half = math.sqrt(", "half = ("),
        (ENDS, "return middle - half, middle + half"),
    ),
    HalfInsideUnsquared=(
        "the term under the root is s²/4; here, s was not squared",
        ("spread * spread / 4", "spread / 4"),
        (ENDS, "return middle - half, middle + half"),
    ),
    CountLessOne=(
        "the count was reduced by 1, as for a variance; for a proportion, divide by the full count",
        ("share, spread =", "count -= 1; right = min(right, count); share, spread ="),
    ),
    Odds=(
        "the odds were computed; `share` is `right / count`",
        (
            "share, spread = right / count",
            "share, spread = min(1.0, right / max(1, count - right))",
        ),
    ),
    TwoAndFour=(
        "two right and two wrong answers were added before the normal approximation (Agresti and Coull 1998); the "
        "result is close to Wilson’s interval, but it can exceed the range from 0 to 1",
        (
            ENDS,
            f"count += 4; share = (right + 2) / count; {NORMAL}; return share - half, share + half",
        ),
    ),
    Unpaired=(
        "two proportions were compared as if each model had been tested on its own sentences; count only the sentences "
        "on which the two models disagree",
        (ONE_SIDE, UNPAIRED),
    ),
    OneSided=(
        "only one side was counted; either model could have been better, so double the probability",
        (TWO_SIDES, "min(1.0, one_side)"),
    ),
    AboveOne=(
        "twice one side can exceed 1, because the middle is counted twice; limit it with `min`",
        (TWO_SIDES, "2 * one_side"),
    ),
    AllTosses=(
        "every sentence was counted as a toss; if both models are right, or both are wrong, there is no toss",
        ("tosses, fewer = only_first + only_second", "tosses, fewer = len(first)"),
    ),
    WithoutItself=(
        "`range(fewer)` ends before `fewer`, which must also count: `range(fewer + 1)`",
        ("range(fewer + 1)", "range(fewer)"),
    ),
    OnlyItself=(
        "only the outcome itself was counted; count all outcomes that are at least as uneven, starting from 0",
        (ONE_SIDE, "one_side = math.comb(tosses, fewer) / 2**tosses"),
    ),
    OnlyFirst=(
        "the smaller of the two counts is needed; with `only_first`, the answer depends on the order of the models",
        ("min(only_first, only_second)", "only_first"),
    ),
    Agreements=(
        "sentences on which the two models agree were counted; count those on which they disagree",
        ("bool(a) and not b", "a and b"),
        ("bool(b) and not a", "not a and not b"),
    ),
    OneMinus=(
        "this is 1 − p; return p itself",
        (TWO_SIDES, f"1 - {TWO_SIDES}"),
    ),
    ChiSquare=(
        "the test was approximated by a normal distribution, which is inaccurate with few disagreements; use the "
        "exact sum",
        (ONE_SIDE, CHI_SQUARE),
    ),
)
