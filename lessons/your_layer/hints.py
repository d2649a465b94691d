"""Hints for the exercise on a layer of one's own: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in the method say what comes next and which shape it has.",
    "heads, queries, keys = scores.shape[-3:], then torch.arange(keys) are the places.",
    "return self.scaled(scores / math.sqrt(d_k) - slope * distance).",
)
SHAPE = (
    "Bias and scores must have the same last three axes: head, query, key.",
    "distance is (query, key), slope is (head,). slope[:, None, None] × distance is (head, query, key).",
    "bias = slope[:, None, None] * distance.",
)
PROBE = (
    "Who else needs to see your result?",
    "The pictures and the lights read the probe called scaled. Hand the result to it.",
    "return self.scaled(...) around all of it.",
)
ROWS = (
    "Your step comes before mask and softmax. Did you leave these to the others?",
    "Only `scale` is yours: no softmax in here, no −inf, and nothing that is not a number.",
    "return self.scaled(scores / math.sqrt(d_k) - slope[:, None, None] * distance).",
)
NEAR = (
    "Scores that are all 0 leave the bias alone. How does it change with the distance?",
    "It falls by the slope for each place, to both sides alike: the distance has no sign.",
    "distance = (query_place[:, None] - key_place).abs(), and minus slope × distance.",
)
SLOPES = (
    "Each head has a slope of its own. Compute them for 4 heads on paper.",
    "Head h of H, counted from 1: 2 to the power of −8 h / H. For 4 heads: 1/4, 1/16, 1/64, 1/256.",
    "head = torch.arange(1, heads + 1); slope = 2.0 ** (-8 * head / heads).",
)
ROOT = (
    "With words next to each other the distance hardly counts. What is left of the step?",
    "The standard step: scores divided by √d_k. The bias is subtracted after that, undivided.",
    "scores / math.sqrt(d_k) - bias.",
)
CACHE = (
    "A decoder that writes hands in one query and all keys so far. Where does this query stand?",
    "At the last place. With q queries and k keys, the queries stand at k − q, …, k − 1.",
    "place = torch.arange(keys); query_place = place[keys - queries:].",
)
