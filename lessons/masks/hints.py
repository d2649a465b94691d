"""Hints for the exercise on masks: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with causal. Which two numbers decide whether one position may look at another?",
    "torch.arange makes positions; [:, None] puts them one below the other, [None, :] side by side.",
    "query = torch.arange(keys - queries, keys)[:, None]; key = torch.arange(keys)[None, :]",
)
BOOL = (
    "A mask here answers a question with yes or no. Which type is that?",
    "A comparison of two tensors gives torch.bool by itself. Add nothing, fill nothing in.",
    "return key <= query",
)
BACK = (
    "Take row 2: which columns should be True? Write them down for five words.",
    "Columns 0, 1 and 2: what came before, and itself. Rows are queries.",
    "return key <= query, with query (query, 1) and key (1, key)",
)
LAST = (
    "A decoder has kept the keys of four words, and the fifth one asks. Where does its one query stand?",
    "At position 4, the last one. So the queries are keys − queries … keys − 1.",
    "query = torch.arange(keys - queries, keys)[:, None]",
)
AXES = (
    "Scores have four axes: batch, head, query, key. Which of them does padding depend on?",
    "On the sentence and on the key. The two between them get size 1, so that torch repeats them.",
    "(tokens != pad)[:, None, None, :]",
)
WORDS = (
    "For which tokens should the mask be True?",
    "For words, which is every token that is not pad. The number of pad is an argument.",
    "tokens != pad",
)
BOTH = (
    "A cell may be looked at if the one mask and the other allow it.",
    "(n, n) and (batch, 1, 1, n) broadcast to (batch, 1, n, n). Join them with one sign.",
    "return causal(tokens.shape[-1]) & padding(tokens, pad)",
)
HIDE = (
    "What must a score be, so that e to its power is exactly 0?",
    "−∞, where the mask is False, before the softmax.",
    "hidden = scores.masked_fill(~mask, -math.inf)",
)
SUM = (
    "Which axis should sum to 1: for each word that looks, over all that it looks at?",
    "The last one, the keys. And nothing may be taken from a row after the softmax.",
    "weights = hidden.softmax(dim=-1)",
)
EMPTY = (
    "What is 0/0? Print what your softmax gives for a row of −∞ only.",
    "NaN. Weights of what is hidden are 0 anyhow: fill that in at the end.",
    "return weights.masked_fill(~mask, 0.0)",
)
