"""Your exercise: a step of an RNN, a step of a GRU, and how probable a whole answer is.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `rnn_step`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh and torch.sigmoid will be useful
from torch import Tensor


def rnn_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """One step of an RNN: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).

    x (…, inputs) is the vector of the word, h (…, hidden) the state so far. W_ih (hidden, inputs) and W_hh
    (hidden, hidden) have a row for each number of the new state; b_ih and b_hh (hidden,) → h' (…, hidden).
    """
    # 1  what comes of the word: x times W_ih transposed, plus b_ih → (…, hidden)
    # 2  what comes of the state: h times W_hh transposed, plus b_hh → (…, hidden)
    # 3  tanh of their sum
    raise NotImplementedError("rnn_step is still to be written")


def gru_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """One step of a GRU, as PyTorch has it: h' = (1 − z) n + z h.

    r = σ(W_ir x + b_ir + W_hr h + b_hr)         z = σ(W_iz x + b_iz + W_hz h + b_hz)
    n = tanh(W_in x + b_in + r (W_hn h + b_hn))

    x (…, inputs), h (…, hidden). W_ih (3 · hidden, inputs), W_hh (3 · hidden, hidden) and both biases
    (3 · hidden,) hold the rows of r, then those of z, then those of n → h' (…, hidden).
    """
    # 1  W_ih x + b_ih, cut into three: (…).chunk(3, dim=-1); the same of W_hh h + b_hh
    # 2  the gates r and z: a sigmoid each
    # 3  the candidate n: r stands before the part that comes of the state
    # 4  the new state, mixed of n and h
    raise NotImplementedError("gru_step is still to be written")


def log_probability(logits: Tensor, target: Tensor) -> Tensor:
    """log p(y|x) = log p(y_1|x) + log p(y_2|y_1, x) + …, of a whole answer with its END.

    logits (…, time, vocabulary): row t scores every word that may stand at place t. target (…, time): the
    number of the word that does stand there → (…), one number for each answer.
    """
    # 1  the logarithm of each word's probability: logits.log_softmax(…)
    # 2  at each place that of the word of `target`: gather(…)
    # 3  added up over time
    raise NotImplementedError("log_probability is still to be written")
