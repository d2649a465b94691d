"""Your exercise: one step of Bahdanau's decoder, from the energies to the context and the new state.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `energies`; its checks come first.
"""

from collections.abc import Callable

import torch  # noqa: F401  torch.tanh and torch.cat will be useful
from torch import Tensor


def energies(state: Tensor, memory: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    """e_j = v_aᵀ tanh(W_a s + U_a h_j): how well each source word matches the state.

    state (batch, hidden), memory (batch, source, width): h_1 … h_T of each sentence. W_a (hidden, hidden),
    U_a (hidden, width), v_a (hidden,) → (batch, source).
    """
    # 1  asks: W_a times the state → (batch, hidden). In PyTorch, vectors are rows: state @ W_a.mT
    # 2  offers: U_a times each h_j → (batch, source, hidden)
    # 3  tanh of their sum; asks is the same for every word: asks[:, None] is (batch, 1, hidden)
    # 4  times v_a → (batch, source)
    raise NotImplementedError("energies is still to be written")


def context(energies: Tensor, memory: Tensor, words: Tensor) -> Tensor:
    """c = Σ_j α_j h_j, with α = softmax of the energies over the words of a sentence.

    energies (batch, source), memory (batch, source, width), words (batch, source) bool: True for words,
    False for PAD → (batch, width).
    """
    # 1  set the energies of PAD to −∞, so that PAD gets weight 0
    # 2  weights: softmax over the source → (batch, source)
    # 3  each h_j times its weight, added up over the source → (batch, width)
    raise NotImplementedError("context is still to be written")


def step(word: Tensor, state: Tensor, look: Callable, move: Callable) -> Tensor:
    """s_t in Bahdanau's order: attend with the old state, then update it.

    word (batch, inputs) is the vector of the word that was written last; state (batch, hidden) is s_(t−1).
    `look(state)` → context (batch, width). `move(x, state)` → the next state (batch, hidden), where x
    (batch, inputs + width) concatenates the word and the context.
    """
    raise NotImplementedError("step is still to be written")
