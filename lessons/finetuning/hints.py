"""Hints for the exercise on fine-tuning: three for each failed check, from a nudge to almost the full answer."""

BEGIN = (
    "Begin with `tag_loss`; `cross_entropy` does most of the work.",
    "`cross_entropy` accepts one dimension of positions, so flatten the positions of all texts into one.",
    "`scores.flatten(0, 1)` has shape (batch · position, label), and `right.flatten()` has shape (batch · position,).",
)
ASKED = (
    "Which positions have a label, and which have none?",
    "Positions with `NOT_ASKED` must count neither in the sum nor in the divisor.",
    "`cross_entropy(…, ignore_index=NOT_ASKED)`.",
)
ZERO = (
    "What does 0 mean in `right`?",
    "In `right`, 0 is the first label, which counts like any other. Only `NOT_ASKED` means that there is no label.",
    "`ignore_index` must be `NOT_ASKED`, not 0.",
)
MEAN = (
    "What is the mean taken over?",
    "The mean is taken over all words that have a label, so a long text counts more than a short one.",
    "`return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED)`.",
)
INSIDE = (
    "Where can an answer be? Impossible positions also compete in the softmax unless you mask them.",
    "Set the start and end logits of all positions outside the text to `-inf`.",
    "`allowed = scores.masked_fill(~inside[..., None], -torch.inf)`.",
)
BOTH = (
    "How many positions must be predicted for each text?",
    "Predict two positions: where the answer starts and ends. Each prediction is a choice among all positions.",
    "`(cross_entropy(allowed[..., 0], right[:, 0]) + cross_entropy(allowed[..., 1], right[:, 1])) / 2`.",
)
PAIRS = (
    "`best_span` compares pairs of positions. How many pairs are there?",
    "Each start forms a pair with each end, so the sums form a square for each text.",
    "`start[:, :, None] + end[:, None, :]` has shape (batch, start, end).",
)
ORDER = (
    "Can an answer end before it starts?",
    "Mask all pairs that end before they start, then find the largest sum.",
    "`both.masked_fill(~torch.ones(n, n, dtype=torch.bool).triu(), -torch.inf)`.",
)
ONE_WORD = (
    "Where does an answer of one word start, and where does it end?",
    "Such an answer starts and ends at the same position, so the diagonal of the square is allowed.",
    "`triu()` keeps the diagonal; `triu(1)` would remove it.",
)
READ = (
    "`argmax` over `flatten(1)` returns the index of a cell, counted row by row.",
    "The row is the start, and the column is the end.",
    "`torch.stack((best // n, best % n), -1)`, for n positions.",
)
