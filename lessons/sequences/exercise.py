"""Your exercise: an RNN step, a GRU step, and the probability of a whole answer.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `rnn_step`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh and torch.sigmoid will be useful
from torch import Tensor


def rnn_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """One step of an RNN: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).

    x (…, inputs) is the word vector, h (…, hidden) the old state. W_ih (hidden, inputs) and W_hh
    (hidden, hidden) have one row for each component of the new state; b_ih and b_hh (hidden,) → h' (…, hidden).
    """
    # 1  the word term: x times W_ih transposed, plus b_ih → (…, hidden)
    # 2  the state term: h times W_hh transposed, plus b_hh → (…, hidden)
    # 3  tanh of their sum
    raise NotImplementedError("rnn_step is still to be written")


def gru_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """One step of a GRU, as PyTorch defines it: h' = (1 − z) n + z h.

    r = σ(W_ir x + b_ir + W_hr h + b_hr)         z = σ(W_iz x + b_iz + W_hz h + b_hz)
    n = tanh(W_in x + b_in + r (W_hn h + b_hn))

    x (…, inputs), h (…, hidden). W_ih (3 · hidden, inputs), W_hh (3 · hidden, hidden) and both biases
    (3 · hidden,) contain the rows of r, then those of z, then those of n → h' (…, hidden).
    """
    # 1  W_ih x + b_ih, split into three: (…).chunk(3, dim=-1); the same for W_hh h + b_hh
    # 2  the gates r and z: apply a sigmoid to each
    # 3  the candidate n: r multiplies the state term W_hn h + b_hn
    # 4  the new state: a mixture of n and h
    raise NotImplementedError("gru_step is still to be written")


def log_probability(logits: Tensor, target: Tensor) -> Tensor:
    """log p(y|x) = log p(y_1|x) + log p(y_2|y_1, x) + …, for a whole answer including END.

    logits (…, time, vocabulary): row t contains the logits of all possible words at position t. target (…, time): the
    id of the actual word at each position → (…), one number per answer.
    """
    # 1  the logarithm of each word's probability: logits.log_softmax(…)
    # 2  select the word of `target` at each position: gather(…)
    # 3  their sum over time
    raise NotImplementedError("log_probability is still to be written")
