"""Hints for the exercise on scores: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "Begin with `general`, which needs only one line.",
    "`query` (query, d_q) times `W` (d_q, d_k) gives vectors of the same size as the keys.",
    "`query @ W @ key.mT`. Then write `additive` and `soft_lookup`.",
)
GENERAL = (
    "Write down the three shapes, and find the order in which the tensors can be multiplied.",
    "`query @ W` has shape (query, d_k). Take the dot product of each row with each key.",
    "`return query @ W @ key.mT`. Do not scale the scores.",
)
AXES = (
    "How many hidden values are there for one pair, and for all pairs, before v is applied?",
    "W₁ q has shape (query, hidden), and W₂ k has shape (key, hidden). Their sum for all pairs has shape (query, "
    "key, hidden): give each term the axis that it lacks.",
    "`q[:, None, :] + k[None, :, :]`, with `q = query @ W_1.mT` and `k = key @ W_2.mT`; then apply `@ v`.",
)
TANH = (
    "Keep this order: first add, then apply the tanh, then take the dot product with v.",
    "Apply the tanh to each hidden value; the result lies between −1 and 1. Then take the dot product with v.",
    "`torch.tanh(q[:, None, :] + k[None, :, :]) @ v`.",
)
LOOKUP = (
    "A mixture is the weighted sum of the values. Which function computes the weights?",
    "Each query has a row of weights, one per key, which add up to 1: use a softmax over the keys.",
    "`(query @ key.mT / temperature).softmax(-1) @ value`.",
)
TEMPERATURE = (
    "What happens to the scores when the temperature is very low or very high?",
    "A large divisor brings all scores close to 0, and equal scores get equal weights.",
    "`(query @ key.mT / temperature).softmax(-1) @ value`. Divide only once.",
)
