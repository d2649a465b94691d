"""Hints for the ablations exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in interval say what comes next.",
    "share = right / count and s = z * z / count. The two ends differ only in the sign of the root.",
    "half = math.sqrt(share * (1 - share) * s + s * s / 4); low is (share + s / 2 - half) / (1 + s).",
)
INSIDE = (
    "A share lies between 0 and 1, and the measured share lies inside its own interval.",
    "Print the two ends for 7 of 20. They are near 0.18 and 0.57.",
    "return (middle - half) / (1 + s), (middle + half) / (1 + s), with middle = share + s / 2.",
)
ENDS = (
    "0 of 20 right: could the true share still be 10 %? Then the interval must hold 0.1.",
    "share (1 − share) is 0 there. What keeps the width is the s²/4 under the root.",
    "math.sqrt(share * (1 - share) * s + s * s / 4), where s = z * z / count.",
)
MIRROR = (
    "7 right of 20 is 13 wrong of 20. What does the interval of the wrong ones tell about the other?",
    "Where one interval is low … high, the other is 1 − high … 1 − low.",
    "Only share (1 − share) and the middle share + s/2, divided by 1 + s, have this symmetry.",
)
WIDTH = (
    "Four times as many sentences: how much narrower should the interval be?",
    "The width goes with √(z²/count): half as wide for four times as many, wider for a larger z.",
    "s = z * z / count: both z and count, and nothing else, decide how much.",
)
INTERVAL_PARITY = (
    "It has all properties of the interval and still other numbers: compare each term.",
    "Compute 7 of 20 by hand: share 0.35, s = 0.19208.",
    "(share + s / 2 ± math.sqrt(share * (1 - share) * s + s * s / 4)) / (1 + s).",
)
CHANCE = (
    "Go through both lists together: zip(first, second). Which pairs tell the two models apart?",
    "only_first counts the pairs (right, wrong), only_second the pairs (wrong, right).",
    "only_first = sum(a and not b for a, b in zip(first, second)).",
)
AGREE = (
    "Two models that always agree: is there any sign that they differ?",
    "With no tosses at all there is one outcome, and it has probability 1.",
    "math.comb(0, 0) / 2**0 is 1; twice that is 2, so cut it off: min(1.0, 2 * one_side).",
)
PAIRED = (
    "Add a hundred sentences on which both are right. What has been learned about which is better?",
    "Nothing: only sentences on which exactly one is right are tosses.",
    "tosses = only_first + only_second, not len(first).",
)
SYMMETRIC = (
    "Exchange the two lists. The question is the same, so the answer must be.",
    "Take the smaller of only_first and only_second.",
    "fewer = min(only_first, only_second).",
)
TOSSES = (
    "Ten tosses, all heads. How probable is that, and how probable all heads or all tails?",
    "One side: the sum of comb(tosses, k) / 2**tosses for k = 0 … fewer, with `fewer` itself.",
    "min(1.0, 2 * sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses).",
)
