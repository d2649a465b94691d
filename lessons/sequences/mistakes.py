"""Common mistakes in an RNN step, a GRU step and the probability of an answer, injected one at a time."""

from lessons.kit.mistakes import mutations
from lessons.sequences.measure.steps import gru_step, log_probability, rnn_step

# The code that the edits replace.
TANH, KEPT_RNN = "torch.tanh(word + kept)", "kept = h @ W_hh.T + b_hh"
CANDIDATE, MIXED = "torch.tanh(n_x + reset * n_h)", "(1 - update) * candidate + update * h"
RESET, UPDATE = "reset = torch.sigmoid(r_x + r_h)", "update = torch.sigmoid(z_x + z_h)"
OF_WORD, OF_STATE = "(x @ W_ih.T + b_ih).chunk", "(h @ W_hh.T + b_hh).chunk"
EACH, SUM = "logits.log_softmax(dim=-1)", "log_probabilities.sum(dim=-1)"

MISTAKES = mutations(
    (rnn_step, gru_step, log_probability),
    NoTanh=("tanh is missing; without tanh, the state can grow without bound, and the whole network is one linear map",
        (TANH, "word + kept")),
    SigmoidState=("a sigmoid was used instead of tanh, so state components are never negative",
        (TANH, "torch.sigmoid(word + kept)")),
    ReLUState=("a ReLU was used; this RNN requires tanh", (TANH, "(word + kept).relu()")),
    WordAlone=("the old state was not used, so the step forgets all earlier words",
        (TANH, "torch.tanh(word)")),
    OneBias=("only one bias was added; add both b_ih and b_hh", (KEPT_RNN, "kept = h @ W_hh.T")),
    StateTurned=("W_hh was not transposed (PyTorch raises no error because W_hh is square); write W_hh h as h @ W_hh.T",
        (KEPT_RNN, "kept = h @ W_hh + b_hh")),
    TwoTanhs=("each part has its own tanh; apply one tanh to the whole sum",
        (TANH, "torch.tanh(word) + torch.tanh(kept)")),
    NoBias=("no bias was added; add both b_ih and b_hh",
        (KEPT_RNN, "kept = h @ W_hh.T"), ("word = x @ W_ih.T + b_ih", "word = x @ W_ih.T")),
    AddsTheState=("the old state was added to the new state; an RNN overwrites its whole state",
        (TANH, "h + torch.tanh(word + kept)")),
    Swapped=(
        "z and 1 − z are swapped, as in some papers: (1 − z) h + z n. In PyTorch, z multiplies the old state",
        (MIXED, "(1 - update) * h + update * candidate"),
    ),
    ForgetsAll=("the term z · h is missing, so the step forgets the old state",
        (MIXED, "(1 - update) * candidate")),
    ResetOnWord=("the reset gate multiplies the word term; it must multiply the state term, W_hn h + b_hn",
        (CANDIDATE, "torch.tanh(reset * n_x + n_h)")),
    ResetOnBoth=("the reset gate multiplies both terms; it must multiply only the state term, W_hn h + b_hn",
        (CANDIDATE, "torch.tanh(reset * (n_x + n_h))")),
    ResetBeforeMatrix=(
        "the reset gate multiplies h before the matrix product, as in the 2014 paper; in PyTorch, the gate multiplies "
        "W_hn h + b_hn, after the product",
        (CANDIDATE, "torch.tanh(n_x + (reset * h) @ W_hh.chunk(3)[2].T + b_hh.chunk(3)[2])"),
    ),
    NoReset=("the reset gate was computed but not used; it must multiply the state term, W_hn h + b_hn",
        (CANDIDATE, "torch.tanh(n_x + n_h)")),
    NoCandidateTanh=("tanh was not applied to the candidate", (CANDIDATE, "n_x + reset * n_h")),
    SigmoidCandidate=("the candidate passed through a sigmoid; it is new content, not a gate, so it needs tanh",
        (CANDIDATE, "torch.sigmoid(n_x + reset * n_h)")),
    TanhGates=("the gates passed through tanh; a gate lies between 0 and 1, so it needs a sigmoid",
        (RESET, "reset = torch.tanh(r_x + r_h)"),
        (UPDATE, "update = torch.tanh(z_x + z_h)")),
    GateOrder=(
        "the rows of r and z are swapped; in PyTorch, the rows of r come first, then those of z, then those of n",
        (RESET, "reset = torch.sigmoid(z_x + z_h)"),
        (UPDATE, "update = torch.sigmoid(r_x + r_h)"),
    ),
    CandidateFirst=("the blocks were read in the order n, r, z; PyTorch’s order is r, z, n",
        ("r_x, z_x, n_x =", "n_x, r_x, z_x ="),
        ("r_h, z_h, n_h =", "n_h, r_h, z_h =")),
    NoWordBias=("b_ih was not added", (OF_WORD, "(x @ W_ih.T).chunk")),
    NoStateBias=("b_hh was not added", (OF_STATE, "(h @ W_hh.T).chunk")),
    NotNormalised=("the raw logits were added up; apply log-softmax first, to turn them into log-probabilities",
        (EACH, "logits")),
    NoLog=("the probabilities were added up; the logarithm of a product is the sum of the logarithms",
        (EACH, "logits.softmax(dim=-1)")),
    LogOfSum=("the probabilities were added up before the logarithm; add up their logarithms instead",
        (EACH, "logits.softmax(dim=-1)"), (SUM, "log_probabilities.sum(dim=-1).log()")),
    OverTime=(
        "the softmax ran over the positions; at each position, the probabilities of all words must add up to 1 "
        "(`dim=-1`)",
        (EACH, "logits.log_softmax(dim=-2)")),
    Product=("the function returned the probability; return its logarithm",
        (SUM, "log_probabilities.sum(dim=-1).exp()")),
    MeanOverWords=("the function returned the mean over the positions; the logarithm of a product is a sum",
        (SUM, "log_probabilities.mean(dim=-1)")),
    IsLoss=("the sign is that of a loss; the logarithm of a probability is at most 0", (SUM, "-log_probabilities.sum(dim=-1)")),
    WithoutEnd=("the last position is missing; the answer includes END, which marks where the answer stops",
        (SUM, "log_probabilities[..., :-1].sum(dim=-1)")),
)  # fmt: skip
