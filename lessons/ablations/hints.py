"""Hints for the ablations exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in layer_norm say what comes next, and the shape of it.",
    "mean = x.mean(-1, keepdim=True): keepdim leaves an axis of size 1, so that x − mean works.",
    "variance = (x - mean).square().mean(-1, keepdim=True); then divide by torch.sqrt(variance + eps).",
)
AXIS = (
    "Change one word, and no other word may notice. Over which numbers did you average?",
    "x is (batch, position, d_model). Only the last axis belongs to one vector.",
    "x.mean(-1, keepdim=True), and the same axis for the variance.",
)
EQUAL = (
    "All numbers equal: which variance is that, and by what do you divide?",
    "The variance is 0. ε keeps the division finite; x − mean is 0, so the result is 0.",
    "(x - mean) / torch.sqrt(variance + eps), with eps added before the root.",
)
MEAN = (
    "With γ = 1 and β = 0 the numbers of each vector must add up to 0. Do yours?",
    "The mean is subtracted twice in the formula: inside the variance, and above the root.",
    "gamma * (x - mean) / …, not gamma * x / ….",
)
SPREAD = (
    "By hand: the mean of 1 2 3 4 is 2.5, the variance (2.25 + 0.25 + 0.25 + 2.25) / 4 = 1.25.",
    "Divide by the root of 1.25, which is 1.118. Not by 1.25, and not by √(5/3), which divides by n − 1.",
    "variance = (x - mean).square().mean(-1, keepdim=True); normed = (x - mean) / torch.sqrt(variance + eps).",
)
GAMMA = (
    "After the division comes one more line: a number of gamma and one of beta for each feature.",
    "gamma is (d_model,), so gamma * normed multiplies the last axis, feature by feature.",
    "return gamma * normed + beta.",
)
EPS = (
    "With a large ε one sees where it stands. √(1.25 + 1) is 1.5; √1.25 + 1 is 2.118.",
    "ε belongs to the variance: √(σ² + ε). And it is the argument eps, not always 1e-5.",
    "torch.sqrt(variance + eps).",
)
NORM_PARITY = (
    "Here come other shapes: one sentence alone, one word alone, four axes. Which line counts on three?",
    "The last axis is −1, however many there are before it.",
    "x.mean(-1, keepdim=True) and (x - mean).square().mean(-1, keepdim=True), for every shape.",
)
GRADIENT = (
    "The numbers are right, but they are to be trained. What does the mean know of x?",
    "detach(), no_grad(), item() and numpy() all cut the way back. Stay with tensors.",
    "mean and variance straight from x: x.mean(…), (x - mean).square().mean(…).",
)
RESIDUAL = (
    "Go step by step. The comments in residual say what comes next.",
    "norm, sublayer and dropout are called like functions: norm(x) is a tensor.",
    "change = dropout(sublayer(norm(x))), then add it to x.",
)
ADD = (
    "If the sub-layer adds nothing, what should come out of x + nothing?",
    "x as it came in: not normalised, not dropped, not doubled, not left out.",
    "return x + change, with the x of the first line.",
)
ORDER = (
    "What does the sub-layer see in a “pre” Transformer: x, or x after LayerNorm?",
    "norm comes first, and its result goes straight into the sub-layer.",
    "sublayer(norm(x)).",
)
DROPOUT = (
    "Which numbers may be dropped: what the sub-layer found, or what flows past it?",
    "dropout is called once, with what the sub-layer gave.",
    "dropout(sublayer(norm(x))).",
)
RESIDUAL_PARITY = (
    "It has all properties of the residual and still other numbers: what else do you do to them?",
    "One sum, three calls, nothing else.",
    "return x + dropout(sublayer(norm(x))).",
)
INTERVAL = (
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
    "0 of 20 right: could the true share still be 10%? Then the interval must hold 0.1.",
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
P_VALUE = (
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
MANY = (
    "Real models are compared on a thousand sentences. Which number of yours does not fit any more?",
    "171! is larger than any float. A whole number of Python may be as large as it likes.",
    "math.comb(tosses, k) stays whole; divide by 2**tosses at the end.",
)
TOSSES = (
    "Ten tosses, all heads. How probable is that, and how probable all heads or all tails?",
    "One side: the sum of comb(tosses, k) / 2**tosses for k = 0 … fewer, with `fewer` itself.",
    "min(1.0, 2 * sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses).",
)
