"""Hints for the exercise on sequences: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with rnn_step. The comments in it say what comes next and which shape it has.",
    "x @ W_ih.T gives (…, hidden): torch multiplies the last axis of x, and W_ih has a row for each result.",
    "return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh).",
)
NOTHING = (
    "With x = 0 and h = 0 the matrices are out of the game. What is left?",
    "tanh(b_ih + b_hh): there are two biases, and both are added before tanh.",
    "return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh).",
)
RANGE = (
    "Every number of the state lies between −1 and 1. Which function sees to that?",
    "tanh, around the whole sum and not around its parts.",
    "torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh).",
)
RNN = (
    "Compare your sum with the formula, term by term.",
    "Four terms inside one tanh: W_ih x, b_ih, W_hh h, b_hh. Nothing is added behind it.",
    "return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh).",
)
GRU = (
    "Write down r, z and n one after the other, and compare each with the formula.",
    "r_x, z_x, n_x = (x @ W_ih.T + b_ih).chunk(3, dim=-1), the same of h; r = torch.sigmoid(r_x + r_h).",
    "n = torch.tanh(n_x + r * n_h); return (1 - z) * n + z * h.",
)
KEEPS = (
    "Let z be 1. What has to come out, and what does your step give?",
    "In PyTorch z = 1 keeps the old state whole. (Papers are divided: in some z = 1 takes the new one.)",
    "return (1 - z) * n + z * h.",
)
WRITES = (
    "Let z be 0. Then the new state is the candidate alone. Is it?",
    "n = tanh(…) of the third block; the gate r is multiplied with what comes of the state, its bias included.",
    "n = torch.tanh(n_x + r * n_h); return (1 - z) * n + z * h.",
)
RESET = (
    "Let r be 0. What may the candidate still depend on?",
    "On the word alone: r stands before W_hn h + b_hn, and W_in x + b_in is not multiplied with it.",
    "n = torch.tanh(n_x + r * n_h).",
)
EVEN = (
    "All logits are equal. How probable is each word, and how probable are T of them in a row?",
    "1 / vocabulary each; their product is (1 / vocabulary)ᵀ, and its logarithm −T · log(vocabulary).",
    "logits.log_softmax(dim=-1), then gather, then .sum(dim=-1).",
)
ADDS_UP = (
    "The probabilities of all answers of a given length must add up to 1. Which axis is the vocabulary?",
    "The last one: dim=-1. And it must be the word of `target`, not the most probable one.",
    "each = logits.log_softmax(dim=-1); each.gather(-1, target[..., None])[..., 0].sum(-1).",
)
CHAIN = (
    "A logarithm turns a product into …?",
    "A sum over all places, END included, and no mean: a longer answer is less probable.",
    "each = logits.log_softmax(dim=-1); each.gather(-1, target[..., None])[..., 0].sum(-1).",
)
