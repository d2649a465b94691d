"""What a captioner makes of a picture: its words, where it looks at each, and ways to look that it was not
trained with."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.answer import answer
from transformer.objectives.batch import Batch
from transformer.objectives.captioning import Captioning
from transformer.objectives.scores import exact_match, written
from transformer.pictures.looking import best_place
from transformer.probe import replace
from transformer.tasks import Example, Task
from transformer.tasks.drawings import CHANGES, COLOURS, pictures
from transformer.training import vocabularies
from transformer.training.settings import Settings
from transformer.weights import Trained

WEIGHTS = "decoder.attention.weights"
LOOKING = "decoder.attention."  # the parameters that say where to look: W_a, U_a, v_a
MEASURED = 200  # drawings of each kind
# What is changed in each kind of drawing; a gap needs a line.
KINDS: dict[str, tuple[str, ...]] = {
    "clean": (),
    "wobbly": ("wobble",),
    "stretched": ("stretch",),
    "turned": ("turn",),
    "outlines": ("line",),
    "outlines with a gap": ("line", "gap"),
    "all of these": CHANGES,
}
Way = Callable[[Tensor], Tensor]  # weights (batch, place) → weights


def drawn_by_lot(weights: Tensor) -> Tensor:
    """1 at one place, drawn with its weight as its probability; the same lots each time."""
    lots = torch.multinomial(weights, 1, generator=torch.Generator().manual_seed(0))  # (batch, 1)
    return torch.zeros_like(weights).scatter(-1, lots, 1.0)


@dataclass(frozen=True)
class Described:
    """What was written, and the weight of each place for each word: (word, place)."""

    words: list[str]
    weights: Tensor


def captioning(trained: Trained) -> Captioning:
    """What a captioner learns. Raises `TypeError` for a model that is none."""
    objective = trained.family.objective
    if not isinstance(objective, Captioning):
        raise TypeError(f"{trained.name} is no captioner: it belongs to {trained.family.name}")
    return objective


def described(trained: Trained, pixels: Sequence[str], way: Way | None = None) -> Described:
    """Let a captioner describe a picture or a film, looking in its own way or another. Raises `ValueError` for what
    is none, or shows nothing."""
    captioning(trained).refuse(pixels)
    with replace(trained.model, {WEIGHTS: way} if way else {}):
        found = answer(trained, trained.source_vocabulary.encode(pixels))
    weights = torch.cat(found.trace[WEIGHTS])  # (word, place), and a row for the end
    return Described(found.words, weights[: len(found.words)])


def kind(name: str, count: int = MEASURED) -> tuple[Example, ...]:
    """So many new drawings with these changes on every thing."""
    return tuple(pictures(count, random.Random(2044), 1.0, KINDS[name]).values())


@torch.no_grad()
def scores(
    trained: Trained, examples: Sequence[Example], way: Way | None = None
) -> dict[str, float]:
    """Of the captions that are written: the share that is right to the last word (`exact`), and of the colours
    and shapes, each at its place, those that are right."""
    batch = _batch(trained.task, examples)
    with replace(trained.model, {WEIGHTS: way} if way else {}):
        output = written(trained.model, batch)
    named: dict[str, list[bool]] = {"colour": [], "shape": []}
    for example, row in zip(examples, output.tolist(), strict=True):
        words = trained.target_vocabulary.decode(row)
        for number in (1, 2, -2, -1):
            right = example.target[number]
            same = len(words) >= 3 and words[number] == right
            named["colour" if right in COLOURS else "shape"].append(same)
    exact = exact_match(trained.model, batch, output)
    return {"exact": exact, **{name: sum(same) / len(same) for name, same in named.items()}}


def about(trained: Trained, example: Example, number: int) -> Tensor | None:
    """The places, or the frames, that word `number` of an example's caption is about: (place,) bool, or None where
    it names nothing that is seen."""
    found = captioning(trained).named(example, number)
    return found[1] if found else None


def gradients(
    trained: Trained, examples: Sequence[Example], way: Way | None = None
) -> dict[str, float]:
    """The length of the loss's gradient, from a real backward pass over these drawings: of the parameters that
    say where to look, and of all others."""
    model, batch = trained.model, _batch(trained.task, examples)
    named = dict(model.named_parameters())
    with torch.enable_grad(), replace(model, {WEIGHTS: way} if way else {}):
        loss, _ = trained.family.objective.loss(model, batch, Settings(smoothing=0.0))
        found = torch.autograd.grad(loss, list(named.values()), allow_unused=True)
    squares = {"looking": 0.0, "others": 0.0}
    for name, gradient in zip(named, found, strict=True):
        if gradient is not None:  # None: no way leads from the loss to it
            squares["looking" if name.startswith(LOOKING) else "others"] += (
                gradient.square().sum().item()
            )
    return {part: square**0.5 for part, square in squares.items()}


def _batch(task: Task, examples: Sequence[Example]) -> Batch:
    return Batch.of(examples, *vocabularies(task))


WAYS: dict[str, Way | None] = {"soft": None, "best": best_place, "lot": drawn_by_lot}
