"""One text and three task tokens: what the loss counts in a row, and what another word changes."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.measure.answer import Answer, answer
from transformer.objectives.next_word import loss_mask
from transformer.tasks import Example
from transformer.tasks.prompts import KINDS
from transformer.vocabulary import PAD
from transformer.weights import Trained

MOST = 12  # words of an answer: one that is asked for what it never learned may not end


def rows(examples: Sequence[Example], each: int = 2) -> list[Example]:
    """Of each kind the first few rows that are among the shortest: a small batch."""
    found = []
    for kind in KINDS:
        of_kind = [e for e in examples if kind in e.target]
        shortest = min(len(e.target) for e in of_kind) + 2 * (len(of_kind[0].target) < 20)
        found += [e for e in of_kind if len(e.target) <= shortest][-each:]
    return found


@torch.no_grad()
def word_losses(trained: Trained, examples: Sequence[Example]) -> tuple[Tensor, Tensor]:
    """−ln p of each next word, (row, place), and which of them training counts, bool; NaN where there is no word."""
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    log_p = trained.model(batch.target[:, :-1]).log_softmax(-1)  # (row, place, vocabulary)
    right = batch.target[:, 1:]
    loss = -log_p.gather(-1, right[..., None]).squeeze(-1)
    return loss.masked_fill(right == PAD, torch.nan), loss_mask(batch.target, batch.given)


def swapped(trained: Trained, words: Sequence[str], most: int = MOST) -> dict[str, Answer]:
    """What the model writes, at most so many words, and what happens inside, when each task token follows."""
    encode = trained.target_vocabulary.encode
    return {kind: answer(trained, encode((*words, kind)), most) for kind in KINDS}


def rerouted(found: dict[str, Answer], path: str, place: int) -> Tensor:
    """(head,): how much of the weight at `place` goes elsewhere when the task token is another: half of the sum of
    all differences, the mean of every two of the words. 0: the same look, 1: no weight at the same place."""
    looks = [one.trace.one(f"{path}.weights")[0, :, place] for one in found.values()]  # (head, key)
    pairs = [(a, b) for k, a in enumerate(looks) for b in looks[:k]]
    width = place + 1  # nothing later is seen
    apart = [(a[:, :width] - b[:, :width]).abs().sum(-1) / 2 for a, b in pairs]
    return torch.stack(apart).mean(0)
