"""Hints for the exercise on sequences: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Begin with `rnn_step`. The comments name the next step and the shape of its result.",
    "`x @ W_ih.T` has shape (…, hidden): PyTorch multiplies along the last axis of x, and W_ih has one row per "
    "component of the result.",
    "`return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh)`.",
)
NOTHING = (
    "With x = 0 and h = 0, both matrix products are 0. What remains of the formula?",
    "Only tanh(b_ih + b_hh) remains: add both biases before applying tanh.",
    "`return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh)`.",
)
RANGE = (
    "Every component of the state lies between −1 and 1. Which function ensures this range?",
    "Apply tanh to the whole sum, not to its parts.",
    "`torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh)`.",
)
RNN = (
    "Compare your sum with the formula, term by term.",
    "Four terms are added inside one tanh: W_ih x, b_ih, W_hh h and b_hh. Nothing is added after tanh.",
    "`return torch.tanh(x @ W_ih.T + b_ih + h @ W_hh.T + b_hh)`.",
)
GRU = (
    "Compute r, z and n one after the other, and compare each with the formula.",
    "`r_x, z_x, n_x = (x @ W_ih.T + b_ih).chunk(3, dim=-1)`; do the same for h; then `r = torch.sigmoid(r_x + r_h)`.",
    "`n = torch.tanh(n_x + r * n_h); return (1 - z) * n + z * h`.",
)
KEEPS = (
    "Let z be 1. What should your step return, and what does it return now?",
    "In PyTorch, z = 1 keeps the whole old state. (In some papers, z = 1 selects the candidate instead.)",
    "`return (1 - z) * n + z * h`.",
)
WRITES = (
    "If z is 0, the new state must equal the candidate. Does your step return the candidate?",
    "The third block yields n = tanh(…); the reset gate r multiplies all of W_hn h + b_hn, including the bias.",
    "`n = torch.tanh(n_x + r * n_h); return (1 - z) * n + z * h`.",
)
RESET = (
    "Let r be 0. What can the candidate still depend on?",
    "The candidate depends only on the word, because r multiplies W_hn h + b_hn, but not W_in x + b_in.",
    "`n = torch.tanh(n_x + r * n_h)`.",
)
EVEN = (
    "All logits are equal. How probable is each word, and how probable is a sequence of T words?",
    "With vocabulary size V, each word has probability 1/V; the product is (1/V)ᵀ, and its logarithm is −T · log(V).",
    "Use `logits.log_softmax(dim=-1)`, then `gather`, then `.sum(dim=-1)`.",
)
ADDS_UP = (
    "The probabilities of all answers of a given length must add up to 1. Which axis of the logits corresponds to the "
    "vocabulary?",
    "The last axis, `dim=-1`, corresponds to the vocabulary. Select the word given in `target`, not the most probable "
    "word.",
    "`each = logits.log_softmax(dim=-1); each.gather(-1, target[..., None])[..., 0].sum(-1)`.",
)
CHAIN = (
    "What does the logarithm turn a product into?",
    "Take the sum over all positions, including END. Do not take the mean, because each additional word "
    "makes an answer less probable.",
    "`each = logits.log_softmax(dim=-1); each.gather(-1, target[..., None])[..., 0].sum(-1)`.",
)
