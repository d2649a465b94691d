"""Hints for the exercise on scores: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with general: one line is enough.",
    "query (query, d_q) times W (d_q, d_k) has the size of the keys.",
    "query @ W @ key.mT. Then additive, then soft_lookup.",
)
GENERAL = (
    "Write down the three shapes, and in which order they can be multiplied.",
    "query @ W is (query, d_k). Each of its rows then meets each key by a dot product.",
    "return query @ W @ key.mT, and nothing is divided.",
)
AXES = (
    "How many numbers are there for one pair, before v? And for all pairs?",
    "W₁ q is (query, hidden), W₂ k is (key, hidden). Their sum for all pairs is (query, key, hidden): give "
    "each of the two the axis that it lacks.",
    "q[:, None, :] + k[None, :, :], with q = query @ W_1.mT and k = key @ W_2.mT; at the end @ v.",
)
TANH = (
    "In which order: add, tanh, dot product with v.",
    "The tanh is applied to each hidden number; what it gives lies between −1 and 1. Then each is weighted by v.",
    "torch.tanh(q[:, None, :] + k[None, :, :]) @ v.",
)
LOOKUP = (
    "A mixture: each value times its share, added up. Who has the shares?",
    "Each query has a row of shares, one for each key, and they add up to 1: softmax over the keys.",
    "(query @ key.mT / temperature).softmax(-1) @ value.",
)
TEMPERATURE = (
    "What happens to the scores when the temperature is very low, or very high?",
    "Divided by a large number, all scores come close to 0, and the softmax of equal numbers is the mean.",
    "(query @ key.mT / temperature).softmax(-1) @ value. Nothing else is divided.",
)
