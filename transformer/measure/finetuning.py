"""How well four heads on one body do, by the way they are trained and the number of labels.

    python -m transformer.measure.finetuning > lessons/finetuning/measured.json

trains 300 small models, one after the other: about four minutes of one processor. With `rates` behind it, it shows what the
learning rates were chosen by: scores of other draws, which nothing else is measured on.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import Any

import torch
from torch import Tensor, nn

from transformer.finetuning.heads import Tuned
from transformer.finetuning.labelled import LABELS, TESTS, Labelled, every
from transformer.finetuning.tuning import FROZEN, SCRATCH, STEPS, TUNED, WAYS, batch_of, tuned
from transformer.probe import record
from transformer.weights import Trained, load

BODY = "discourses"
COUNTS = (6, 12, 24, 48, 96)  # labelled texts
# Of the split, of the head's first weights, and of a body that has learned nothing.
SEEDS = (0, 1, 2, 3, 4)
CHOOSING = (10, 11)  # the draws on which learning rates are chosen
RATES = {FROZEN: (1e-2, 3e-2, 1e-1), TUNED: (3e-4, 1e-3, 3e-3), SCRATCH: (3e-4, 1e-3, 3e-3, 1e-2)}
REMEMBERS = 300  # held-out pairs, of which hidden words are guessed
PARTS = {
    "embedding": "embedding",
    "encoder 1": "encoder.layers.0",
    "encoder 2": "encoder.layers.1",
    "pooler": "pooler",
}


def constant(task: str) -> float:
    """How often the best answer that is always the same is right."""
    each = [one.right for one in every(task)]
    if task == "tags":
        each = [(label,) for right in each for label in right]
    counts = Counter(each)
    return max(counts.values()) / sum(counts.values())


def by_the_word_alone() -> float:
    """How many tags are right if each word always gets the tag that it has most often."""
    counts: dict[str, Counter] = {}
    for one in every("tags"):
        for word, label in zip(one.source, one.right, strict=True):
            counts.setdefault(word, Counter())[label] += 1
    right = sum(max(each.values()) for each in counts.values())
    return right / sum(sum(each.values()) for each in counts.values())


def flat(part: nn.Module) -> Tensor:
    return torch.cat([weights.detach().flatten() for weights in part.parameters()])


def moved(before: nn.Module, after: nn.Module) -> dict[str, float]:
    """How far the weights of each part of the body went, measured in their own length: ‖after − before‖ / ‖before‖."""
    found = {}
    for name, path in PARTS.items():
        old, new = flat(before.get_submodule(path)), flat(after.get_submodule(path))
        found[name] = ((new - old).norm() / old.norm()).item()
    return found


def remembers(trained: Trained, body: nn.Module) -> float:
    """How many hidden words a body still guesses, by the head that it was trained with."""
    objective: Any = trained.family.objective
    batch = objective.batch(trained.task.held_out[:REMEMBERS], trained.vocabularies)
    return objective.scores(body, batch)["words_right"]


def measure(task: str, trained: Trained) -> dict[str, Any]:
    """One head: the scores of each way, (labels, seeds), and what became of the body that was fine-tuned."""
    scores: dict[str, list] = {way: [[] for _ in COUNTS] for way in WAYS}
    ways, words = [], []
    for at, labels in enumerate(COUNTS):
        for seed in SEEDS:
            for way in WAYS:
                model, score = tuned(trained, task, way, labels, seed)
                scores[way][at].append(round(score, 4))
                if way == TUNED and labels == COUNTS[-1]:
                    ways.append(moved(trained.model, model.body))
                    words.append(remembers(trained, model.body))
    return {
        "constant": round(constant(task), 4),
        "scores": scores,
        "moved": {part: round(fmean(one[part] for one in ways), 4) for part in PARTS},
        "remembers": round(fmean(words), 4),
    }


@dataclass(frozen=True)
class Look:
    """What a head reads of one text, and what it says."""

    task: str
    tokens: list[str]
    segments: list[int]
    read: list[bool]  # the positions of which the head is given what the body made of them
    before: Tensor  # (position, d_model): what goes into the first layer
    after: Tensor  # (position, d_model): what comes out of the last one
    chances: Tensor  # (label,), (position, label) or, of the start and of the end, (position, 2)
    answer: list[int]  # a label, the first and last position, or a label for each word


@torch.no_grad()
def look(trained: Trained, model: Tuned, words: Sequence[str]) -> Look:
    """One recorded pass over a text, given without [CLS] and the last [SEP]."""
    batch = batch_of(trained, model.task, [Labelled(tuple(words), ())])
    with record(model, "body.embedding.normed", "head.scores") as trace:
        x, pooled = model.features(batch.tokens, batch.segments)
        scores = model.head(x, pooled)
    inside, said = batch.inside[0], model.head.read(scores, batch.inside)[0]
    chances = scores[0].softmax(-1)
    if model.task == "span":  # start and end are chosen among positions
        chances = scores[0].masked_fill(~inside[:, None], -torch.inf).softmax(0)
    whole = scores.dim() == 2
    return Look(
        model.task,
        trained.source_vocabulary.decode(batch.tokens[0], specials=True),
        batch.segments[0].tolist(),
        [place == 0 for place in range(x.shape[1])] if whole else inside.tolist(),
        trace.one("body.embedding.normed")[0],
        x[0],
        chances,
        said.tolist() if model.task != "tags" else said[inside].tolist(),
    )


def measured() -> dict[str, Any]:
    trained = load(BODY)
    return {
        "body": BODY,
        "labels": COUNTS,
        "seeds": SEEDS,
        "tests": TESTS,
        "steps": STEPS,
        "word_alone": round(by_the_word_alone(), 4),
        "remembers": round(remembers(trained, trained.model), 4),
        "tasks": {task: measure(task, trained) for task in LABELS},
    }


def rates() -> str:
    """The mean score of each way at each learning rate, over all heads, few labels and many, and the choosing draws."""
    trained, lines = load(BODY), []
    for way, tried in RATES.items():
        for rate in tried:
            each = product(LABELS, COUNTS[1:4:2], CHOOSING)
            score = fmean(tuned(trained, task, way, n, seed, rate)[1] for task, n, seed in each)
            lines.append(f"{way:8} {rate:.0e}  {score:.1%}")
    return "\n".join(lines)


def written(found: Mapping[str, Any]) -> str:
    """As JSON, of each task a line."""
    tasks = ",\n".join(
        f"{json.dumps(task)}: {json.dumps(one)}" for task, one in found["tasks"].items()
    )
    about = json.dumps({name: value for name, value in found.items() if name != "tasks"})
    return f'{about[:-1]}, "tasks": {{\n{tasks}\n}}}}'


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(rates() if sys.argv[1:] == ["rates"] else written(measured()))
