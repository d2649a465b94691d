"""Hints for the heads exercise: three for each kind of failure, from a nudge to nearly the whole solution."""

BEGIN = (
    "Start with the function `contributions`: its two comments describe the steps.",
    "`W_O.unflatten(1, (heads, d_v))` cuts the columns into one block per head: (d_model, head, d_v).",
    '`torch.einsum("bhqv,dhv->bhqd", head_output, blocks)` multiplies each head by its own block.',
)
SHAPE = (
    "Print the shape of your result and compare it with the first line of the docstring.",
    "There is one result per head: the head axis stays, and d_v becomes d_model.",
    "(batch, head, query, d_v) and (d_model, head, d_v) → (batch, head, query, d_model).",
)
ADDS_UP = (
    "Concatenating the heads and multiplying by W_O produces one vector. Your contributions must add up to that "
    "vector.",
    "A row of W_O times the concatenation is a sum over all columns. The first d_v terms belong to head 1.",
    "`W_O.unflatten(1, (heads, d_v))[:, h]` is the block of head h: (d_model, d_v).",
)
ALONE = (
    "The contributions add up, but some are assigned to the wrong head.",
    "If all other heads output zeros, only one head contributes.",
    'Keep the index h on both sides: `"bhqv,dhv->bhqd"`.',
)
SCORE = (
    "Compute the score of one row by hand. Which weights in the row count, and what is their sum?",
    "`(weights * right[:, None]).sum(-1)` has shape (batch, head, row) and contains the weight on the correct columns.",
    "`right.any(-1)` marks the rows that count; `there.transpose(1, 2)[asked].mean(0)` is their mean.",
)
COPIES = (
    "In the sequence a b c a b a, which letter follows the first a?",
    "`tokens[:, :, None] == tokens[:, None, :]` compares every pair of tokens. Keep only columns to the left of "
    "the diagonal.",
    "`same.tril(-1).roll(1, dims=-1)` marks the position to the right of every earlier copy.",
)
PARITY = (
    "All properties hold, but the numbers differ from the reference. Look for a constant factor.",
    "Compare one number with the sum that the docstring describes.",
    "`reveal()` prints the solution; first try one head with d_v = 1 on paper.",
)
