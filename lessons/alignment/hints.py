"""Hints for the exercise on alignment: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with energies. The comments in it say what comes next and which shape it has.",
    "asks = state @ W_a.mT and offers = memory @ U_a.mT; then the sum, the tanh, and v_a.",
    "return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a.",
)
PAIR = (
    "The energy of a word depends on the state and on that word’s vector, on no other word.",
    "No softmax, no mean, no maximum over the words belongs into energies.",
    "return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a.",
)
BOUND = (
    "A tanh lies between −1 and 1. How large can an energy become at most?",
    "One tanh around the whole sum, and v_a outside of it: then an energy is at most Σ|v_a|.",
    "return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a.",
)
ENERGIES = (
    "The shape is right and the numbers are not. Which matrix goes with which vector, and which way round?",
    "W_a times a column s is state @ W_a.mT in torch, where vectors are rows. For one square matrix both ways run.",
    "return torch.tanh((state @ W_a.mT)[:, None] + memory @ U_a.mT) @ v_a.",
)
CONTEXT = (
    "Three lines: hide PAD, softmax, weighted sum.",
    "weights = energies.masked_fill(~words, -torch.inf).softmax(-1), with the shape (batch, source).",
    "return (weights[..., None] * memory).sum(1).",
)
PAD = (
    "Change what stands behind the end of a sentence. What may change in its context?",
    "Nothing. −∞ before the softmax gives a weight of exactly 0; words is True where a word stands, so hide ~words.",
    "weights = energies.masked_fill(~words, -torch.inf).softmax(-1).",
)
SHARES = (
    "Let all h_j be the same vector. What must the context be?",
    "That vector: the weights of one sentence add up to 1. Over which axis does your softmax run?",
    "softmax(-1) runs over the source words; (weights[..., None] * memory).sum(1) adds up over them.",
)
STEP = (
    "Two lines: what look finds, then what move makes of it.",
    "look gets s_(t−1), the state as it came in. move gets the word and the context side by side, and that same state.",
    "return move(torch.cat((word, look(state)), dim=-1), state).",
)
