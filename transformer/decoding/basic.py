"""Greedy decoding and beam search in thirty plain lines, on lists: each to be read in one look.

One sentence at a time, and every word is computed from the beginning again. The rest of this package does
the same to a whole batch, remembers keys and values, and keeps every step to be looked at. A test holds
the two together.
"""

import torch
from torch import Tensor, nn

from transformer.vocabulary import END, PAD, START

Hypothesis = tuple[float, list[int]]  # log p of the words so far, and the words


def greedy(model: nn.Module, source: Tensor, max_length: int = 64) -> list[int]:
    """The most probable next word, again and again; source (1, source) → words, with END if it came."""
    words = [START]
    while words[-1] != END and len(words) <= max_length:
        words.append(int(next_word(model, source, words).argmax()))
    return words[1:]


def beam(
    model: nn.Module, source: Tensor, beams: int = 4, max_length: int = 64
) -> list[Hypothesis]:
    """Up to `beams` sentences with their log-probabilities, the most probable first.

    Every hypothesis is gone on with by every word, and all of these are ranked. Of the first `beams`, those
    that have ended are put aside; the best that have not go on, until `beams` are aside.
    """
    live: list[Hypothesis] = [(0.0, [START])]
    complete: list[Hypothesis] = []
    while live and len(complete) < beams:
        ranked = [
            (total + log_p, [*words, word])
            for total, words in live
            for word, log_p in enumerate(next_word(model, source, words).tolist())
        ]
        ranked.sort(key=lambda hypothesis: hypothesis[0], reverse=True)
        complete += [(total, w) for total, w in ranked[:beams] if ended(w, max_length)]
        live = [(total, w) for total, w in ranked if not ended(w, max_length)][:beams]
    complete.sort(key=lambda hypothesis: hypothesis[0], reverse=True)
    return [(total, words[1:]) for total, words in complete[:beams]]


def ended(words: list[int], max_length: int) -> bool:
    return words[-1] == END or len(words) > max_length  # START is no word of the sentence


@torch.no_grad()
def next_word(model: nn.Module, source: Tensor, words: list[int]) -> Tensor:
    """log p of each word of the vocabulary after these, (vocabulary,); PAD and START are never written."""
    log_p = model(source, torch.tensor([words]))[0, -1].log_softmax(-1)
    log_p[[PAD, START]] = -torch.inf
    return log_p
