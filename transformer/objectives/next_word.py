"""The next-word loss after a prompt: which positions count, and how much each contributes."""

from torch import Tensor, arange

from transformer.vocabulary import PAD


def loss_mask(tokens: Tensor, given: Tensor) -> Tensor:
    """The positions whose next word is learned: bool, True = counts.

    tokens (batch, position): START, the words of a sequence, END, padding. given (batch,): how many of the words
    are a prompt. → (batch, position − 1): whether the word after each position belongs to the answer or is END.
    """
    after = tokens[:, 1:]
    place = arange(after.shape[1], device=after.device)  # (position − 1,)
    return (place >= given[:, None]) & (after != PAD)


def next_word_loss(logits: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
    """The mean −ln p of the next word over all positions that count.

    logits (batch, position − 1, vocabulary), the model's output after each word but the last; tokens as above; mask
    (batch, position − 1).
    """
    log_p = logits.log_softmax(-1)  # (batch, position − 1, vocabulary)
    right = tokens[:, 1:, None]  # (batch, position − 1, 1)
    loss = -log_p.gather(-1, right).squeeze(-1)  # (batch, position − 1)
    return loss[mask].mean()
