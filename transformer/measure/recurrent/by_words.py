"""Exact match on held-out sentences, by sentence length."""

from dataclasses import dataclass

import torch

from transformer.objectives.batch import Batch
from transformer.objectives.scores import greedy_output, right_sentences, translated
from transformer.weights import Trained

GROUPS = ((2, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 15))  # words, the first and the last


@dataclass(frozen=True)
class Group:
    """Sentences of `least` to `most` words: their number, exact match, and BLEU."""

    least: int
    most: int
    count: int
    exact: float
    bleu: float


@torch.no_grad()
def by_words(trained: Trained) -> list[Group]:
    """Translate all held-out sentences greedily, in groups of similar length."""
    groups = []
    for least, most in GROUPS:
        examples = [e for e in trained.task.held_out if least <= len(e.source) <= most]
        batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
        output = greedy_output(trained.model, batch)
        exact = right_sentences(output, batch.target[:, 1:]).float().mean().item()
        bleu = translated(output, trained.task, examples, trained.target_vocabulary)
        groups.append(Group(least, most, len(examples), exact, bleu))
    return groups
