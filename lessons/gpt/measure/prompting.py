"""One text and three task tokens: what the loss counts in a sequence, and what another task token changes."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from transformer.measure.answer import Answer, answer
from transformer.objectives.next_word import loss_mask
from transformer.objectives.prompted import answers
from transformer.objectives.scores import right_sentences
from transformer.tasks import Example
from transformer.tasks.prompts import TASK_WORDS, TO_FRENCH
from transformer.vocabulary import PAD, START
from transformer.weights import Trained

MOST = 12  # maximum length of an answer: for an unknown request the model may never stop
ASKED, SHORT = 100, 11  # prompts with examples before them; words of such an example


def short_examples(examples: Sequence[Example], each: int = 2) -> list[Example]:
    """Return a few of the shortest sequences of each kind, for a small batch."""
    shortest_rows = []
    for kind in TASK_WORDS:
        of_kind = [e for e in examples if kind in e.target]
        shortest = min(len(e.target) for e in of_kind) + 2 * (len(of_kind[0].target) < 20)
        shortest_rows += [e for e in of_kind if len(e.target) <= shortest][-each:]
    return shortest_rows


@torch.no_grad()
def word_losses(trained: Trained, examples: Sequence[Example]) -> tuple[Tensor, Tensor]:
    """Return −ln p of each next word, (row, position), and which of them the training loss counts, bool; NaN
    at padding."""
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    log_p = trained.model(batch.target[:, :-1]).log_softmax(-1)  # (row, place, vocabulary)
    right = batch.target[:, 1:]
    loss = -log_p.gather(-1, right[..., None]).squeeze(-1)
    return loss.masked_fill(right == PAD, torch.nan), loss_mask(batch.target, batch.given)


def answers_by_task(trained: Trained, words: Sequence[str], most: int = MOST) -> dict[str, Answer]:
    """Return the model's output, at most `most` words, and its recorded values, for each task token after the
    words."""
    encode = trained.target_vocabulary.encode
    return {kind: answer(trained, encode((*words, kind)), most) for kind in TASK_WORDS}


def moved_weight(answers_of: dict[str, Answer], path: str, place: int) -> Tensor:
    """Return (head,): how much of the weight at `place` moves when the task token changes: half of the sum of all
    differences, averaged over the pairs of task tokens. 0: the same weights, 1: no weight at the same
    position."""
    looks = [
        answered.trace.one(f"{path}.weights")[0, :, place] for answered in answers_of.values()
    ]  # (head, key)
    pairs = [(a, b) for k, a in enumerate(looks) for b in looks[:k]]
    width = place + 1  # later positions are masked
    apart = [(a[:, :width] - b[:, :width]).abs().sum(-1) / 2 for a, b in pairs]
    return torch.stack(apart).mean(0)


def few_shot_accuracy(trained: Trained, count: int) -> float:
    """Return the accuracy on held-out translations with `count` solved examples in the prompt."""
    rng = random.Random(0)
    solved = [e for e in trained.task.train if TO_FRENCH in e.target and len(e.target) <= SHORT]
    questions = [e for e in trained.task.held_out if TO_FRENCH in e.target][:ASKED]
    prompts = []
    for example in questions:
        shown = [
            word for solved_example in rng.sample(solved, count) for word in solved_example.target
        ]
        target = (*shown, *example.target)
        prompts.append(replace(example, target=target, given=len(shown) + example.given))
    written, right = answers(trained.model, prompts, TASK_WORDS, trained.target_vocabulary)
    return right_sentences(written, right).float().mean().item()


@torch.no_grad()
def accuracy_by_round(trained: Trained, period: int) -> list[float]:
    """Return the accuracy of the next character of a repeated sequence after 0, 1, 2 … repetitions in the
    prompt."""
    task: Any = trained.task
    lines = [
        (START, *trained.target_vocabulary.encode(e.target)) for e in task.of_period(period, 200)
    ]
    tokens = torch.tensor(lines)  # (line, position)
    right = (trained.model(tokens[:, :-1]).argmax(-1) == tokens[:, 1:]).float().mean(0)
    whole = len(right) // period * period
    return right[:whole].unflatten(0, (-1, period)).mean(1).tolist()
