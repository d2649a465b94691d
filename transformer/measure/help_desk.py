"""How many answers of the help desk are correct, and how many except for the name, the one word that must be
copied; and its answers to a user who writes to it."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from transformer.measure.answer import answer
from transformer.measure.answer import greedy_answer as answer_to
from transformer.measure.architecture import candidates
from transformer.objectives import prompted
from transformer.objectives.scores import greedy_output
from transformer.tasks import Example
from transformer.tasks.help_desk import GIVES_UP, NAMES, THANKED, DeskTask
from transformer.weights import Trained

HELD_OUT = ("new_histories", "new_pairs")


@dataclass(frozen=True)
class Right:
    """Fractions of the answers: exact match; correct if every name counts as any other; and the fraction of the
    names that are correct."""

    exact: float
    but_for_names: float
    names: float
    count: int


def measured(trained: Trained) -> dict[str, Right]:
    """Measure both held-out sets: conversations with a new history, and conversations with a new pair."""
    return {name: right(trained, getattr(trained.task, name)) for name in HELD_OUT}


@torch.no_grad()
def right(trained: Trained, examples: Sequence[Example]) -> Right:
    """Measure greedy answers; for a decoder-only model, the text after the prompt."""
    vocabulary = trained.target_vocabulary
    if trained.reads:
        batch = trained.family.objective.batch(examples, trained.vocabularies)
        rows = greedy_output(trained.model, batch)
    else:
        rows, _ = prompted.answers(trained.model, examples, trained.task.kinds, vocabulary)
    answers = [tuple(vocabulary.decode(row)) for row in rows]
    pairs = [(reply, e.target[e.given :]) for reply, e in zip(answers, examples, strict=True)]
    named = [(reply, target) for reply, target in pairs if names(target)]
    return Right(
        exact=sum(reply == target for reply, target in pairs) / len(pairs),
        but_for_names=sum(nameless(reply) == nameless(target) for reply, target in pairs)
        / len(pairs),
        names=sum(names(reply) == names(target) for reply, target in named) / len(named),
        count=len(pairs),
    )


def names(words: Sequence[str]) -> list[str]:
    return [word for word in words if word in NAMES]


def nameless(words: Sequence[str]) -> list[str]:
    """Replace every name by the same placeholder."""
    return ["…" if word in NAMES else word for word in words]


def talk(trained: Trained, lines: Sequence[str]) -> list[str]:
    """Return the conversation when a user writes these lines: each line, then the model's answer to all before
    it."""
    assert isinstance(task := trained.task, DeskTask), (
        "only a help-desk conversation can be continued"
    )
    turns: list[str] = []
    vocabulary = trained.source_vocabulary if trained.reads else trained.target_vocabulary
    for line in lines:
        tokens = answer_to(trained, vocabulary.encode(task.history([*turns, line])))
        turns += [line, task.join(trained.target_vocabulary.decode(tokens))]
    return turns


def over(turns: Sequence[str]) -> bool:
    """Whether the desk has written its last line: no training conversation continues after it."""
    return bool(turns) and turns[-1].startswith((THANKED, GIVES_UP))


def doubts(trained: Trained, ids: Sequence[int]) -> list[tuple[str, float, str]]:
    """For each word of the model's answer to `ids`, return the word, its probability, and the second most
    probable word."""
    recorded, words = answer(trained, ids), trained.target_vocabulary.words
    best, shares = candidates(recorded.trace.one("logits")[0, : len(recorded.inside)])
    both = zip(best.tolist(), shares[:, 0].tolist(), strict=True)
    return [(words[first], share, words[second]) for (first, second, *_), share in both]
