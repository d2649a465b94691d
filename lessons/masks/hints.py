"""Hints for the exercise on masks: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "Begin with `causal`. Which two numbers decide whether one position may attend to another?",
    "`torch.arange` creates the positions; `[:, None]` turns them into a column, and `[None, :]` turns them into a "
    "row.",
    "`query = torch.arange(keys - queries, keys)[:, None]; key = torch.arange(keys)[None, :]`",
)
BOOL = (
    "A mask here answers a question with yes or no. Which dtype stores yes-or-no values?",
    "Comparing two tensors already returns a `torch.bool` tensor.",
    "`return key <= query`",
)
BACK = (
    "Take row 2: which columns should be True? Write out this row for five words.",
    "Columns 0, 1 and 2 should be True: the earlier words and the word itself. Rows are queries.",
    "`return key <= query`, where `query` is a column and `key` is a row",
)
LAST = (
    "A decoder has cached the keys of four words and reads the fifth. What is the position of its only query?",
    "The query has position 4, the last. In general, the queries have positions `keys − queries` … `keys − 1`.",
    "`query = torch.arange(keys - queries, keys)[:, None]`",
)
AXES = (
    "Scores have four axes: batch, head, query, key. Which axes does padding depend on?",
    "Padding depends on the sentence and the key. Give the two axes in between size 1, so that PyTorch broadcasts "
    "them.",
    "`(tokens != pad)[:, None, None, :]`",
)
WORDS = (
    "For which tokens should the mask be True?",
    "The mask should be True for every token that is not `pad`, the ID of the padding token.",
    "`tokens != pad`",
)
BOTH = (
    "A cell is open only if both masks allow it.",
    "The shapes (n, n) and (batch, 1, 1, n) broadcast to (batch, 1, n, n). Combine the masks with one operator.",
    "`return causal(tokens.shape[-1]) & padding(tokens, pad)`",
)
HIDE = (
    "For which score s is eˢ exactly 0?",
    "Set the score to −∞ where the mask is False, before the softmax.",
    "`hidden = scores.masked_fill(~mask, -math.inf)`",
)
SUM = (
    "Over which axis should the weights of each query sum to 1?",
    "Use the last axis, the keys. Do not remove any weights after the softmax.",
    "`weights = hidden.softmax(dim=-1)`",
)
EMPTY = (
    "What is 0/0? Print the result of your softmax for a row that contains only −∞.",
    "The result is NaN. The weights of masked positions are 0 anyway, so fill in 0 at the end.",
    "`return weights.masked_fill(~mask, 0.0)`",
)
