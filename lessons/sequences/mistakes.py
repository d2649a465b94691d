"""The usual mistakes in a step of an RNN, in one of a GRU, and in the probability of an answer, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.recurrent.steps import gru_step, log_probability, rnn_step

# What the edits meet.
TANH, KEPT_RNN = "torch.tanh(word + kept)", "kept = h @ W_hh.T + b_hh"
CANDIDATE, MIXED = "torch.tanh(n_x + reset * n_h)", "(1 - update) * candidate + update * h"
RESET, UPDATE = "reset = torch.sigmoid(r_x + r_h)", "update = torch.sigmoid(z_x + z_h)"
OF_WORD, OF_STATE = "(x @ W_ih.T + b_ih).chunk", "(h @ W_hh.T + b_hh).chunk"
EACH, SUM = "logits.log_softmax(dim=-1)", "said.sum(dim=-1)"

MISTAKES = planted(
    (rnn_step, gru_step, log_probability),
    NoTanh=("tanh is missing; without it the state can grow without bound, and the whole network is one linear map",
        (TANH, "word + kept")),
    SigmoidState=("a sigmoid took the place of tanh; the numbers of a state lie between −1 and 1",
        (TANH, "torch.sigmoid(word + kept)")),
    ReLUState=("a ReLU took the place of tanh; here it is tanh", (TANH, "(word + kept).relu()")),
    WordAlone=("the state so far was never read; then nothing of the earlier words is left",
        (TANH, "torch.tanh(word)")),
    OneBias=("only one bias was added; there are two, b_ih and b_hh", (KEPT_RNN, "kept = h @ W_hh.T")),
    AddsTheState=("the old state was added to the new one; an RNN writes all of its state anew",
        (TANH, "h + torch.tanh(word + kept)")),
    Swapped=(
        "z and 1 − z are swapped: this is (1 − z) h + z n, as some papers write it; in PyTorch z keeps the old state",
        (MIXED, "(1 - update) * h + update * candidate"),
    ),
    ForgetsAll=("the part z · h is missing, so nothing of the old state stays as it was",
        (MIXED, "(1 - update) * candidate")),
    ResetOnWord=("the reset gate was multiplied with what comes of the word; it belongs before what comes of the state",
        (CANDIDATE, "torch.tanh(reset * n_x + n_h)")),
    ResetOnBoth=("the reset gate was multiplied with both parts; it belongs only before what comes of the state",
        (CANDIDATE, "torch.tanh(reset * (n_x + n_h))")),
    ResetBeforeMatrix=(
        "the reset gate was multiplied with h before the matrix, as in the paper of 2014; PyTorch multiplies it "
        "with W_hn h + b_hn afterwards",
        (CANDIDATE, "torch.tanh(n_x + (reset * h) @ W_hh.chunk(3)[2].T + b_hh.chunk(3)[2])"),
    ),
    NoReset=("the reset gate was computed and not used; it stands before what comes of the state",
        (CANDIDATE, "torch.tanh(n_x + n_h)")),
    NoCandidateTanh=("tanh is missing around the candidate", (CANDIDATE, "n_x + reset * n_h")),
    SigmoidCandidate=("the candidate went through a sigmoid; it is no gate but a new content, through tanh",
        (CANDIDATE, "torch.sigmoid(n_x + reset * n_h)")),
    TanhGates=("the gates went through tanh; a gate is a share from 0 to 1, through a sigmoid",
        (RESET, "reset = torch.tanh(r_x + r_h)"),
        (UPDATE, "update = torch.tanh(z_x + z_h)")),
    GateOrder=(
        "r and z are in each other’s rows; in PyTorch the rows of r come first, then those of z, then those of n",
        (RESET, "reset = torch.sigmoid(z_x + z_h)"),
        (UPDATE, "update = torch.sigmoid(r_x + r_h)"),
    ),
    CandidateFirst=("the blocks were read in the order n, r, z; in PyTorch it is r, z, n",
        ("r_x, z_x, n_x =", "n_x, r_x, z_x ="),
        ("r_h, z_h, n_h =", "n_h, r_h, z_h =")),
    NoWordBias=("b_ih was never added", (OF_WORD, "(x @ W_ih.T).chunk")),
    NoStateBias=("b_hh was never added", (OF_STATE, "(h @ W_hh.T).chunk")),
    NotNormalised=("the raw logits were added up; they are no logarithms of probabilities before a log-softmax",
        (EACH, "logits")),
    OverTime=("softmax ran over the places; at each place the probabilities of the words must add up to 1 (dim=-1)",
        (EACH, "logits.log_softmax(dim=-2)")),
    Product=("this is the probability itself; its logarithm was asked for",
        (SUM, "said.sum(dim=-1).exp()")),
    MeanOverWords=("this is the mean over the places; the logarithm of a product is the sum",
        (SUM, "said.mean(dim=-1)")),
    IsLoss=("the sign is that of a loss; a logarithm of a probability is below 0", (SUM, "-said.sum(dim=-1)")),
    WithoutEnd=("the last place is missing; END belongs to the answer, or nothing says that it is over",
        (SUM, "said[..., :-1].sum(dim=-1)")),
)  # fmt: skip
