"""Hints for the exercise on fine-tuning: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with tag_loss. cross_entropy does nearly all of it.",
    "It wants many rows of scores and as many labels: put the positions of all texts into one row.",
    "scores.flatten(0, 1) is (batch · position, label), right.flatten() is (batch · position,).",
)
ASKED = (
    "Which positions have a label, and which have none?",
    "Those with NOT_ASKED must not count, neither in the sum nor in the number by which it is divided.",
    "cross_entropy(…, ignore_index=NOT_ASKED).",
)
ZERO = (
    "What does the number 0 mean in `right`?",
    "It is the first label, like any other. Only NOT_ASKED means that nothing is asked.",
    "ignore_index is NOT_ASKED, not 0.",
)
MEAN = (
    "Over what is the mean taken?",
    "Over all words that have a label; a long text counts more than a short one.",
    "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED).",
)
INSIDE = (
    "Where may an answer stand? The other positions compete in the softmax, too, unless they are taken out.",
    "Give positions outside the score -inf, for the start and for the end.",
    "allowed = scores.masked_fill(~inside[..., None], -torch.inf).",
)
BOTH = (
    "How many questions are asked of each text?",
    "Two: where it starts and where it ends. Each is a choice among the positions.",
    "(cross_entropy(allowed[..., 0], right[:, 0]) + cross_entropy(allowed[..., 1], right[:, 1])) / 2.",
)
PAIRS = (
    "best_span looks at pairs of positions. How many are there?",
    "Each start with each end: a square of sums for each text.",
    "start[:, :, None] + end[:, None, :] is (batch, start, end).",
)
ORDER = (
    "May an answer end before it starts?",
    "Take those pairs out before you look for the largest sum; it is too late afterwards.",
    "both.masked_fill(~torch.ones(n, n, dtype=torch.bool).triu(), -torch.inf).",
)
ONE_WORD = (
    "An answer of one word: where does it start, and where does it end?",
    "At the same position. The diagonal of the square is allowed.",
    "triu() keeps the diagonal; triu(1) would not.",
)
READ = (
    "argmax over flatten(1) is the number of a cell, counted row by row.",
    "The row is the start, the column is the end.",
    "torch.stack((best // n, best % n), -1), with n positions.",
)
