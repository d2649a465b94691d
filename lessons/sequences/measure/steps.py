"""One step of a recurrent network, and the probability of a sentence, each as one function.

The cells of `transformer/recurrent/cells.py` compute the same with their own parameters; a test compares
both.
"""

import torch
from torch import Tensor


def rnn_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """Return h' = tanh(W_ih x + b_ih + W_hh h + b_hh).

    x (…, inputs), h (…, hidden), W_ih (hidden, inputs), W_hh (hidden, hidden), b (hidden,) → the shape of h.
    """
    word = x @ W_ih.T + b_ih  # (…, hidden)
    kept = h @ W_hh.T + b_hh  # (…, hidden)
    return torch.tanh(word + kept)


def gru_step(
    x: Tensor, h: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    """Return h' = (1 − z) n + z h, with the gates r and z and the candidate n.

    x (…, inputs), h (…, hidden), W_ih (3 · hidden, inputs), W_hh (3 · hidden, hidden), b (3 · hidden,): the rows of
    r, then those of z, then those of n → the shape of h.
    """
    r_x, z_x, n_x = (x @ W_ih.T + b_ih).chunk(3, dim=-1)  # (…, hidden) each
    r_h, z_h, n_h = (h @ W_hh.T + b_hh).chunk(3, dim=-1)  # (…, hidden) each
    reset = torch.sigmoid(r_x + r_h)  # how much of the state the candidate sees
    update = torch.sigmoid(z_x + z_h)  # how much of the state stays
    candidate = torch.tanh(n_x + reset * n_h)
    return (1 - update) * candidate + update * h


def log_probability(logits: Tensor, target: Tensor) -> Tensor:
    """Return log p(y|x) = Σ log p(y_t | y_<t, x), END among the y_t.

    logits (…, time, vocabulary): row t scores the candidates for position t; target (…, time), the number of
    the correct word → (…).
    """
    each = logits.log_softmax(dim=-1)  # (…, time, vocabulary)
    log_probabilities = each.gather(-1, target[..., None])[..., 0]  # (…, time)
    return log_probabilities.sum(dim=-1)
