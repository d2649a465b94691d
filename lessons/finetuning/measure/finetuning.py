"""The accuracy of four heads on one body, by the way they are trained and the number of labels.

    python -m lessons.finetuning.measure.finetuning > lessons/finetuning/measured.json

trains 460 small models one after the other, which takes about six minutes of CPU time. With the argument
`rates` it shows the scores by which the learning rates were chosen; they use other draws, on which nothing else
is measured.
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
from transformer.finetuning.labelled import LABELS, TESTS, Labelled, every, split
from transformer.finetuning.tuning import (
    FROZEN,
    HEAD_FIRST,
    SCRATCH,
    STEPS,
    TUNED,
    WAYS,
    batch_of,
    tuned,
)
from transformer.probe import record
from transformer.weights import Trained, load

BODY = "discourses"
COUNTS = (6, 12, 24, 48, 96)  # labelled texts
# Of the split, of the head's first weights, and of a body that has learned nothing.
SEEDS = (0, 1, 2, 3, 4)
CHOOSING = (10, 11)  # the draws used to choose learning rates
RATES = {
    FROZEN: (1e-2, 3e-2, 1e-1),
    TUNED: (3e-4, 1e-3, 3e-3),
    HEAD_FIRST: (1e-4, 3e-4, 1e-3),
    SCRATCH: (3e-4, 1e-3, 3e-3, 1e-2),
}
# The control of the question with so few labelled pairs: both ways that change the body, at other rates and for longer.
FEW = ("pair", 12)
CONTROL = tuple(product((TUNED, HEAD_FIRST), (1e-4, 3e-4, 1e-3), (STEPS, 3 * STEPS)))
REMEMBERS = 300  # held-out pairs whose masked words are predicted
PARTS = {
    "embedding": "embedding",
    "encoder 1": "encoder.layers.0",
    "encoder 2": "encoder.layers.1",
    "pooler": "pooler",
}


def constant_accuracy(task: str) -> float:
    """Return the accuracy of the best constant answer."""
    each = [example.right for example in every(task)]
    if task == "tags":
        each = [(label,) for right in each for label in right]
    counts = Counter(each)
    return max(counts.values()) / sum(counts.values())


def word_only_accuracy() -> float:
    """Return the tag accuracy if each word always gets its most frequent tag."""
    counts: dict[str, Counter] = {}
    for example in every("tags"):
        for word, label in zip(example.source, example.right, strict=True):
            counts.setdefault(word, Counter())[label] += 1
    right = sum(max(each.values()) for each in counts.values())
    return right / sum(sum(each.values()) for each in counts.values())


def flat_parameters(part: nn.Module) -> Tensor:
    return torch.cat([weights.detach().flatten() for weights in part.parameters()])


def relative_change(before: nn.Module, after: nn.Module) -> dict[str, float]:
    """Return how far the parameters of each part of the body moved, relative to their norm: ‖after − before‖ /
    ‖before‖."""
    changes = {}
    for name, path in PARTS.items():
        old, new = (
            flat_parameters(before.get_submodule(path)),
            flat_parameters(after.get_submodule(path)),
        )
        changes[name] = ((new - old).norm() / old.norm()).item()
    return changes


def masked_accuracy(trained: Trained, body: nn.Module) -> float:
    """Return how many masked words a body still predicts with its pretraining head."""
    objective: Any = trained.family.objective
    batch = objective.batch(trained.task.held_out[:REMEMBERS], trained.vocabularies)
    return objective.scores(body, batch)["words_right"]


def texts_seen_before(trained: Trained, task: str, seed: int) -> int:
    """Return how many test texts of a draw the body read in pretraining, which had none of these labels."""
    read = {example.source for example in trained.task.train}
    return sum(test.source in read for test in split(task, seed)[1])


def measure(task: str, trained: Trained) -> dict[str, Any]:
    """Measure one head: the scores of each way, (labels, seeds), and the changes of the fine-tuned body."""
    scores: dict[str, list] = {way: [[] for _ in COUNTS] for way in WAYS}
    ways, words = [], []
    for at, labels in enumerate(COUNTS):
        for seed in SEEDS:
            for way in WAYS:
                model, score = tuned(trained, task, way, labels, seed)
                scores[way][at].append(round(score, 4))
                if way == TUNED and labels == COUNTS[-1]:
                    ways.append(relative_change(trained.model, model.body))
                    words.append(masked_accuracy(trained, model.body))
    return {
        "constant": round(constant_accuracy(task), 4),
        "scores": scores,
        "moved": {part: round(fmean(change[part] for change in ways), 4) for part in PARTS},
        "remembers": round(fmean(words), 4),
    }


@dataclass(frozen=True)
class HeadPass:
    """The input and output of a head for one text."""

    task: str
    tokens: list[str]
    segments: list[int]
    read: list[bool]  # the positions whose body output the head receives
    before: Tensor  # (position, d_model): the input of the first layer
    after: Tensor  # (position, d_model): the output of the last layer
    chances: Tensor  # (label,), (position, label) or, of the start and of the end, (position, 2)
    answer: list[int]  # a label, the first and last position, or a label for each word


@torch.no_grad()
def record_head(trained: Trained, model: Tuned, words: Sequence[str]) -> HeadPass:
    """Record one pass over a text, given without [CLS] and the last [SEP]."""
    batch = batch_of(trained, model.task, [Labelled(tuple(words), ())])
    with record(model, "body.embedding.normed", "head.scores") as trace:
        x, pooled = model.features(batch.tokens, batch.segments)
        scores = model.head(x, pooled)
    inside, answer = batch.inside[0], model.head.read(scores, batch.inside)[0]
    chances = scores[0].softmax(-1)
    if model.task == "span":  # start and end are chosen among positions
        chances = scores[0].masked_fill(~inside[:, None], -torch.inf).softmax(0)
    whole = scores.dim() == 2
    return HeadPass(
        model.task,
        trained.source_vocabulary.decode(batch.tokens[0], specials=True),
        batch.segments[0].tolist(),
        [place == 0 for place in range(x.shape[1])] if whole else inside.tolist(),
        trace.one("body.embedding.normed")[0],
        x[0],
        chances,
        answer.tolist() if model.task != "tags" else answer[inside].tolist(),
    )


def control(trained: Trained) -> list[dict[str, Any]]:
    """Return the scores of all draws for each of `CONTROL`."""
    task, labels = FEW
    return [
        {
            "way": way,
            "rate": rate,
            "steps": steps,
            "scores": [
                round(tuned(trained, task, way, labels, n, rate, steps)[1], 4) for n in SEEDS
            ],
        }
        for way, rate, steps in CONTROL
    ]


def measured() -> dict[str, Any]:
    trained = load(BODY)
    return {
        "body": BODY,
        "labels": COUNTS,
        "seeds": SEEDS,
        "tests": TESTS,
        "steps": STEPS,
        "word_alone": round(word_only_accuracy(), 4),
        "remembers": round(masked_accuracy(trained, trained.model), 4),
        "control": control(trained),
        "tasks": {task: measure(task, trained) for task in LABELS},
    }


def rates() -> str:
    """Return the mean score of each way at each learning rate, over all heads, few and many labels, and the
    draws used for choosing."""
    trained, lines = load(BODY), []
    for way, tried in RATES.items():
        for rate in tried:
            each = product(LABELS, COUNTS[1:4:2], CHOOSING)
            score = fmean(tuned(trained, task, way, n, seed, rate)[1] for task, n, seed in each)
            lines.append(f"{way:8} {rate:.0e}  {score:.1%}")
    return "\n".join(lines)


def printed_json(measurements: Mapping[str, Any]) -> str:
    """Format as JSON, one line per task."""
    tasks = ",\n".join(
        f"{json.dumps(task)}: {json.dumps(results)}"
        for task, results in measurements["tasks"].items()
    )
    about = json.dumps({name: value for name, value in measurements.items() if name != "tasks"})
    return f'{about[:-1]}, "tasks": {{\n{tasks}\n}}}}'


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(rates() if sys.argv[1:] == ["rates"] else printed_json(measured()))
