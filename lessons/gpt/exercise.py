"""Your exercise: what a decoder learns of a row, and how large it is.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `loss_mask`; its checks come first.
"""

import torch  # noqa: F401
from torch import Tensor

from transformer.vocabulary import PAD  # noqa: F401  the number of padding: 0


def loss_mask(tokens: Tensor, given: Tensor) -> Tensor:
    """Which next words are learned: bool, True = counts.

    tokens (batch, position): START, the words of a row, END, padding. given (batch,): how many of the words are the
    prompt, its task token included. → (batch, position − 1): at each place whether the word *after* it belongs to
    the answer. END belongs to it, too; padding does not.
    """
    # 1  the word after each place: the same rows without their first column
    # 2  the number of each place: 0, 1, 2, …
    # 3  the first `given` of the next words are the prompt. given[:, None] has a row for each row of the batch
    raise NotImplementedError("loss_mask is still to be written")


def next_word_loss(logits: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
    """The mean −ln p of the next word over all places that count: one number.

    logits (batch, position − 1, vocabulary): what the model says after each word but the last one of a row; tokens
    (batch, position); mask (batch, position − 1).
    """
    # 1  logits → ln p, over the vocabulary
    # 2  of each place the ln p of the word after it: gather along the last axis
    # 3  the mean over the places of the mask
    raise NotImplementedError("next_word_loss is still to be written")


def count_parameters(config) -> int:
    """How many numbers a GPT learns.

    config.target_vocabulary, .max_length, .d_model, .d_ff, .decoder_layers. Positions are learned: a vector for each
    of max_length places. The scores of the next word use the table of words once more, so they need no numbers.
    """
    # 1  the tables of words and of places
    # 2  a layer: four matrices d × d, two of feed-forward, each with a bias; two norms, each with a weight and a bias
    # 3  all layers, and one more norm after the last
    raise NotImplementedError("count_parameters is still to be written")
