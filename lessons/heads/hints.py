"""Hints for the heads exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Start with contributions. Its two comments say what comes next.",
    "W_O.unflatten(1, (heads, d_v)) cuts the columns into one block a head: (d_model, head, d_v).",
    'torch.einsum("bhqv,dhv->bhqd", head_output, blocks) multiplies each head with its own block.',
)
SHAPE = (
    "Print the shape of what you return and compare it with the first line of the docstring.",
    "There is one answer for each head: the head axis stays, and d_v becomes d_model.",
    "(batch, head, query, d_v) and (d_model, head, d_v) → (batch, head, query, d_model).",
)
ADDS_UP = (
    "Concatenating the heads and multiplying by W_O gives one vector. Your parts must add up to it.",
    "A row of W_O times the concatenation is a sum over all its columns. Which of the terms belong to "
    "head 1? The first d_v of them.",
    "W_O.unflatten(1, (heads, d_v))[:, h] is the block of head h: (d_model, d_v).",
)
ALONE = (
    "The parts add up, but they are not shared out correctly among the heads.",
    "Set all heads but one to zero in your mind: only that head may write anything.",
    'Keep h on both sides: "bhqv,dhv->bhqd".',
)
SCORE = (
    "Take one row of one head by hand: which of its weights count, and what do they add up to?",
    "(weights * right[:, None]).sum(-1) is (batch, head, row): the weight on the right columns.",
    "right.any(-1) says which rows count; there.transpose(1, 2)[asked].mean(0) is their mean.",
)
COPIES = (
    "Write the row a b c a b a under itself. At the second a, what came after the first a?",
    "tokens[:, :, None] == tokens[:, None, :] compares every pair. Keep what stands before the row.",
    "same.tril(-1).roll(1, dims=-1) is one place to the right of every earlier copy.",
)
PARITY = (
    "All properties hold and the numbers still differ. Look at factors.",
    "Compare one number with the sum that the docstring describes.",
    "reveal() prints the solution; first try one head with d_v = 1 on paper.",
)
