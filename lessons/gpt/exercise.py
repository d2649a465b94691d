"""Your exercise: the loss of a decoder-only model, and its number of parameters.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `loss_mask`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor

from transformer.vocabulary import PAD  # noqa: F401  the token number of padding: 0


def loss_mask(tokens: Tensor, given: Tensor) -> Tensor:
    """Mark the next words that count in the loss: bool, True = counts.

    tokens (batch, position): START, the words of a sequence, END, padding. given (batch,): the number of words of the
    prompt, task token included. → (batch, position − 1): whether the *next* word of each position belongs to the
    answer. END belongs to the answer; padding does not.
    """
    # 1  the next word of each position: the tokens without their first column
    # 2  the number of each position: 0, 1, 2, …
    # 3  the first `given` of the next words are the prompt. given[:, None] has one row per sequence
    raise NotImplementedError("loss_mask is still to be written")


def next_word_loss(logits: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
    """Return the mean of −ln p of the next word over all positions that count: one number.

    logits (batch, position − 1, vocabulary): the output after each word except the last of a sequence; tokens
    (batch, position); mask (batch, position − 1).
    """
    # 1  logits → ln p, over the vocabulary
    # 2  at each position, ln p of the next word: gather along the last axis
    # 3  the mean over the positions in the mask
    raise NotImplementedError("next_word_loss is still to be written")


def count_parameters(config) -> int:
    """Return the number of parameters of a GPT.

    config.target_vocabulary, .max_length, .d_model, .d_ff, .decoder_layers. Position embeddings are learned:
    one vector for each of max_length positions. The output logits reuse the word table, so they add no parameters.
    """
    # 1  the word table and the position table
    # 2  one layer: four d × d matrices, two feed-forward matrices, each with a bias; two norms, each with a weight and a bias
    # 3  all layers, plus one more norm after the last
    raise NotImplementedError("count_parameters is still to be written")
