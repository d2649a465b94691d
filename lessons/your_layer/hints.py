"""Hints for the exercise on your own layer: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "The comments in the method describe each step and its shape.",
    "`heads, queries, keys = scores.shape[-3:]`; the positions are `torch.arange(keys, device=scores.device)`.",
    "`return self.scaled(scores / math.sqrt(d_k) - slope * distance)`.",
)
SHAPE = (
    "The bias and the scores must share their last three axes: head, query, key.",
    "`distance` has shape (query, key), `slope` has shape (head,), and `slope[:, None, None] * distance` has shape (head, query, key).",
    "`bias = slope[:, None, None] * distance`.",
)
PROBE = (
    "Does your result pass through its hook?",
    "Figures and checks read the hook `self.scaled`. Pass the result through it.",
    "Wrap the whole result: return `self.scaled(...)`.",
)
ROWS = (
    "Your step comes before the mask and the softmax; did you leave both to the other methods?",
    "Write only `scale`: it contains no softmax, no −inf and no NaN.",
    "`return self.scaled(scores / math.sqrt(d_k) - slope[:, None, None] * distance)`.",
)
NEAR = (
    "If all scores are 0, only the bias remains. How does the bias change with the distance?",
    "The bias falls by the slope with each position, equally on both sides, because the distance has no sign.",
    "`distance = (query_place[:, None] - key_place).abs()`, then subtract `slope * distance`.",
)
SLOPES = (
    "Each head has its own slope. Compute the slopes for 4 heads on paper.",
    "Head h of H, counted from 1, has slope 2 to the power of −8 h / H. For 4 heads: 1/4, 1/16, 1/64, 1/256.",
    "`head = torch.arange(1, heads + 1, device=scores.device)`; `slope = 2.0 ** (-8 * head / heads)`.",
)
ROOT = (
    "Where the distance is 0, there is no bias. What remains of the step?",
    "The standard step remains: the scores divided by √d_k. Then subtract the unscaled bias.",
    "`scores / math.sqrt(d_k) - bias`.",
)
CACHE = (
    "A decoder with a cache compares one query with all keys so far. What is the position of this query?",
    "The query is at the last position. With q queries and k keys, the queries occupy positions k − q, …, k − 1.",
    "`place = torch.arange(keys, device=scores.device)`; `query_place = place[keys - queries:]`.",
)
