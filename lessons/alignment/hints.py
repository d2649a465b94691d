"""Hints for the exercise on alignment: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Begin with `energies`. The comments name the next step and the shape of its result.",
    "Compute `asks = state @ W_a.mT` and `offers = memory @ U_a.mT`; then add them, apply tanh, and multiply by v_a.",
    "`return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a`.",
)
PAIR = (
    "The energy of a word depends only on the state and on the vector of that word.",
    "Do not use a softmax, a mean or a maximum over the words in `energies`.",
    "`return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a`.",
)
BOUND = (
    "tanh(x) lies between −1 and 1. How large can an energy become?",
    "Apply one tanh to the whole sum, then multiply by v_a: each energy is at most Σ|v_a|.",
    "`return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a`.",
)
ENERGIES = (
    "The shape is correct, but the numbers are wrong. Which matrix multiplies which vector, and is it transposed?",
    "In PyTorch, where vectors are rows, W_a s is written `state @ W_a.mT`. Without `.mT`, PyTorch raises no error, "
    "because W_a is square.",
    "`return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a`.",
)
CONTEXT = (
    "Write three lines: mask PAD, apply the softmax, and compute the weighted sum.",
    "Write `weights = energies.masked_fill(~words, -torch.inf).softmax(-1)`, with shape (batch, source).",
    "`return (weights[..., None] * memory).sum(1)`.",
)
PAD = (
    "Change the vectors after the end of a sentence. What can change in the context vector?",
    "Nothing can change: −∞ before the softmax gives a weight of exactly 0. `words` is True for words, so mask "
    "`~words`.",
    "`weights = energies.masked_fill(~words, -torch.inf).softmax(-1)`.",
)
SHARES = (
    "Let all h_j be the same vector. What must the context vector be?",
    "The context must be that vector, because the weights of a sentence add up to 1. Over which axis does your "
    "softmax run?",
    "`softmax(-1)` runs over the source words; `(weights[..., None] * memory).sum(1)` sums over them.",
)
STEP = (
    "Write two lines: call `look`, then call `move` with the result of `look`.",
    "Pass s_(t−1), the input state, to `look`. Concatenate the word and the context, and pass the result and the "
    "same state to `move`.",
    "`return move(torch.cat((word, look(state)), dim=-1), state)`.",
)
