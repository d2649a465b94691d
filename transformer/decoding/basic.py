"""Greedy decoding and beam search in thirty lines of plain Python, on lists.

One sentence at a time; every step recomputes all words. The rest of this package does the same for a batch,
with cached keys and values, and records every step. A test checks that both versions give the same
results.
"""

import torch
from torch import Tensor, nn

from transformer.vocabulary import END, PAD, START

Hypothesis = tuple[float, list[int]]  # log p of the tokens so far, and the tokens


def greedy(model: nn.Module, source: Tensor, max_length: int = 64) -> list[int]:
    """Choose the most probable token in each step; source (1, source) → tokens, with END if it was written."""
    words = [START]
    while words[-1] != END and len(words) <= max_length:
        words.append(int(next_word(model, source, words).argmax()))
    return words[1:]


def beam(
    model: nn.Module, source: Tensor, beams: int = 4, max_length: int = 64
) -> list[Hypothesis]:
    """Up to `beams` sentences with their log-probabilities, the most probable first.

    Every hypothesis is extended by every token, and all results are ranked. Finished ones among the first
    `beams` are stored; the best unfinished ones continue, until `beams` hypotheses are finished.
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
    return words[-1] == END or len(words) > max_length  # START does not count


@torch.no_grad()
def next_word(model: nn.Module, source: Tensor, words: list[int]) -> Tensor:
    """log p of each next token, (vocabulary,); PAD and START are never written."""
    log_p = model(source, torch.tensor([words]))[0, -1].log_softmax(-1)
    log_p[[PAD, START]] = -torch.inf
    return log_p
