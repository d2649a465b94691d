"""Baselines for questions about stories that do not track the people in them.

A model with the same score may not have learned more. All baselines are measured on held-out stories.
"""

import random
from collections import Counter
from collections.abc import Sequence

import torch

from transformer.tasks import Example, Task
from transformer.tasks.stories import FULL_STOP, Story
from transformer.weights import Trained

GUESSES = ("any", "named", "often", "last")


def guesses(task: Task) -> dict[str, float]:
    """Return the accuracy of each baseline: `any` answer; a random answer `named` in the story; the answer
    named most `often` (the last one of several); the answer named `last`."""
    total = dict.fromkeys(GUESSES, 0.0)
    for example in task.held_out:
        for guess, words in candidates(task, example).items():
            total[guess] += (example.target[0] in words) / len(words)
    return {guess: total[guess] / len(task.held_out) for guess in GUESSES}


def candidates(task: Task, example: Example) -> dict[str, set[str]]:
    """Return the answers that each baseline could choose for one story."""
    answers = set(task.target_words)
    named = [word for word in example.source if word in answers]
    count = Counter(named)
    often = [word for word in named if count[word] == max(count.values())]
    return {"any": answers, "named": set(named), "often": {often[-1]}, "last": {named[-1]}}


def baseline_agreement(trained: Trained) -> dict[str, float]:
    """Return in how many held-out stories the model's answer is one that each baseline could choose."""
    answers = predicted_answers(trained, trained.task.held_out)
    agreement = Counter(dict.fromkeys(GUESSES, 0.0))
    for example, answer in zip(trained.task.held_out, answers, strict=True):
        for guess, words in candidates(trained.task, example).items():
            agreement[guess] += answer in words
    return {guess: agreement[guess] / len(answers) for guess in GUESSES}


@torch.no_grad()
def predicted_answers(trained: Trained, examples: Sequence[Example]) -> list[str]:
    """Return the model's answer to each story."""
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    best = trained.family.objective.run(trained.model, batch).argmax(-1)
    return [trained.target_vocabulary.words[number] for number in best]


def shuffle_facts(example: Example, seed: int = 0) -> Example:
    """Return the same facts in another order, with the same question and the original answer."""
    *facts, question = " ".join(example.source).split(f" {FULL_STOP} ")
    random.Random(f"{seed} {facts}").shuffle(facts)
    return Example(tuple(f" {FULL_STOP} ".join([*facts, question]).split()), example.target, ())


def by_moves(trained: Trained) -> dict[int, tuple[float, int]]:
    """Return the accuracy by how often the person who decides the answer moves, with the number of stories."""
    task, right, stories = trained.task, Counter[int](), Counter[int]()
    answers = predicted_answers(trained, task.held_out)
    for example, answer in zip(task.held_out, answers, strict=True):
        assert isinstance(example, Story), "every story states which facts are needed"
        facts = " ".join(example.source).split(f" {FULL_STOP} ")
        who = facts[example.needed[-1]].split()[0]
        moves = sum(fact.startswith(f"{who} goes") for fact in facts)
        stories[moves] += 1
        right[moves] += answer == example.target[0]
    return {moves: (right[moves] / stories[moves], stories[moves]) for moves in sorted(stories)}
