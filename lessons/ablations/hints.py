"""Hints for the ablations exercise: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "The comments in `layer_norm` describe each step and its shape.",
    "`mean = x.mean(-1, keepdim=True)`; `keepdim` keeps an axis of size 1, so that `x - mean` works.",
    "`variance = (x - mean).square().mean(-1, keepdim=True)`; then divide by `torch.sqrt(variance + eps)`.",
)
AXIS = (
    "A change in one word must not affect another word. Which axis did you average over?",
    "x has shape (batch, position, d_model). Only the last axis belongs to one vector.",
    "Use `x.mean(-1, keepdim=True)`, and the same axis for the variance.",
)
EQUAL = (
    "If all numbers are equal, what is the variance, and what do you divide by?",
    "The variance is 0. ε keeps the division finite, and x − mean is 0, so the result is 0.",
    "Use `(x - mean) / torch.sqrt(variance + eps)`, with `eps` inside the root.",
)
MEAN = (
    "With γ = 1 and β = 0, the components of each vector must add up to 0. Do yours?",
    "The formula subtracts the mean twice: in the variance and in the numerator.",
    "Use `gamma * (x - mean) / …`, not `gamma * x / …`.",
)
SPREAD = (
    "The mean of 1 2 3 4 is 2.5, and the variance is (2.25 + 0.25 + 0.25 + 2.25) / 4 = 1.25.",
    "Divide by the root of 1.25, which is 1.118, not by 1.25. (√(5/3) comes from dividing by n − 1.)",
    "`variance = (x - mean).square().mean(-1, keepdim=True)`; `normed = (x - mean) / torch.sqrt(variance + eps)`.",
)
GAMMA = (
    "One step remains after the division: each feature has its own γ and its own β.",
    "`gamma` has shape (d_model,), so `gamma * normed` multiplies the last axis, feature by feature.",
    "`return gamma * normed + beta`.",
)
EPS = (
    "A large ε shows where you add it. √(1.25 + 1) is 1.5; √1.25 + 1 is 2.118.",
    "Add ε to the variance: √(σ² + ε). Use the argument `eps`, not `1e-5`.",
    "`torch.sqrt(variance + eps)`.",
)
NORM_PARITY = (
    "This check uses different shapes: one sentence, one word, four axes. Which line assumes three axes?",
    "The last axis has index −1, for any number of axes before it.",
    "Use `x.mean(-1, keepdim=True)` and `(x - mean).square().mean(-1, keepdim=True)` for every shape.",
)
GRADIENT = (
    "The values are correct, but the gradient is wrong. Does your mean still depend on x?",
    "`detach()`, `no_grad()`, `item()` and `numpy()` all stop backpropagation. Use only tensors.",
    "Compute the mean and variance directly from x: `x.mean(…)`, `(x - mean).square().mean(…)`.",
)
RESIDUAL = (
    "The comments in `residual` describe each step.",
    "Call `norm`, `sublayer` and `dropout` like functions; `norm(x)` is a tensor.",
    "Compute `change = dropout(sublayer(norm(x)))`, then add it to x.",
)
ADD = (
    "If the sub-layer adds nothing, what should the residual connection return?",
    "It should return x unchanged: not normalised, dropped, doubled or left out.",
    "`return x + change`, with the original x.",
)
ORDER = (
    "What is the input of the sub-layer in a pre-norm Transformer: x, or x after LayerNorm?",
    "The input is x after LayerNorm: the result of `norm` goes straight into the sub-layer.",
    "`sublayer(norm(x))`.",
)
DROPOUT = (
    "What should dropout act on: the output of the sub-layer, or x?",
    "Call `dropout` once, with the output of the sub-layer.",
    "`dropout(sublayer(norm(x)))`.",
)
RESIDUAL_PARITY = (
    "All properties hold, but the values are wrong. What else does your code do?",
    "The function needs one sum and three calls, and nothing else.",
    "`return x + dropout(sublayer(norm(x)))`.",
)
INTERVAL = (
    "The comments in `interval` describe each step.",
    "`share = right / count` and `s = z * z / count`. The two ends differ only in the sign of the root.",
    "`half = math.sqrt(share * (1 - share) * s + s * s / 4)`; `low` is `(share + s / 2 - half) / (1 + s)`.",
)
INSIDE = (
    "A proportion lies between 0 and 1, and the measured proportion lies inside its own interval.",
    "Print the two ends for 7 of 20. Are they near 0.18 and 0.57?",
    "`return (middle - half) / (1 + s), (middle + half) / (1 + s)`, with `middle = share + s / 2`.",
)
ENDS = (
    "With 0 of 20 correct, could the true proportion still be 10%? If so, the interval must contain 0.1.",
    "`share * (1 - share)` is 0, but s²/4 under the square root keeps the interval wide.",
    "`math.sqrt(share * (1 - share) * s + s * s / 4)`, where `s = z * z / count`.",
)
MIRROR = (
    "If 7 of 20 answers are correct, 13 are wrong. How are the two intervals related?",
    "If one interval is low … high, the other interval is 1 − high … 1 − low.",
    "Only `share * (1 - share)` and the middle, `(share + s/2) / (1 + s)`, have this symmetry.",
)
WIDTH = (
    "With four times as many sentences, how much narrower should the interval be?",
    "The width grows with √(z²/count): it halves for four times as many sentences, and grows with z.",
    "`s = z * z / count`: only `z` and `count` determine `s`.",
)
INTERVAL_PARITY = (
    "All properties hold, but the values are wrong. Compare each term.",
    "Compute the interval for 7 of 20 by hand: `share = 0.35`, `s = 0.19208`.",
    "`(share + s / 2 ± math.sqrt(share * (1 - share) * s + s * s / 4)) / (1 + s)`.",
)
P_VALUE = (
    "Iterate over both lists together: `zip(first, second)`. Which pairs distinguish the two models?",
    "`only_first` counts the pairs (right, wrong), and `only_second` counts the pairs (wrong, right).",
    "`only_first = sum(a and not b for a, b in zip(first, second))`.",
)
AGREE = (
    "If two models always agree, is there any sign that they differ?",
    "No. Without coin tosses there is only one outcome, with probability 1.",
    "`math.comb(0, 0) / 2**0` is 1; twice that is 2, so limit it: `min(1.0, 2 * one_side)`.",
)
PAIRED = (
    "Add a hundred sentences on which both models are right. Do they show which model is better?",
    "No: only sentences on which exactly one model is right count as coin tosses.",
    "`tosses = only_first + only_second`, not `len(first)`.",
)
SYMMETRIC = (
    "Swap the two lists. The p-value must stay the same.",
    "Take the smaller of `only_first` and `only_second`.",
    "`fewer = min(only_first, only_second)`.",
)
MANY = (
    "Real comparisons use a thousand sentences. Which of your numbers becomes too large?",
    "171! is larger than any float. A Python integer can have any size.",
    "`math.comb(tosses, k)` is an integer; divide by `2**tosses` at the end.",
)
TOSSES = (
    "How probable are ten heads in ten tosses? How probable are ten heads or ten tails?",
    "One side is the sum of `comb(tosses, k) / 2**tosses` for k from 0 to `fewer`, inclusive.",
    "`min(1.0, 2 * sum(math.comb(tosses, k) for k in range(fewer + 1)) / 2**tosses)`.",
)
