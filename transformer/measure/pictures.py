"""A captioner's results for an image: its words, the attention for each word, and other kinds of attention
that it was not trained with."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.answer import answer
from transformer.objectives.batch import Batch
from transformer.objectives.captioning import Captioning
from transformer.objectives.scores import exact_match, greedy_output
from transformer.pictures.attention import best_place
from transformer.probe import replace
from transformer.tasks import Example, Task
from transformer.tasks.drawings import CHANGES, COLOURS, pictures
from transformer.training import vocabularies
from transformer.training.settings import Settings
from transformer.weights import Trained

WEIGHTS = "decoder.attention.weights"
ATTENTION_MODULE = "decoder.attention."  # the attention parameters: W_a, U_a, v_a
MEASURED = 200  # drawings of each kind
# What is changed in each kind of drawing; a gap needs a line.
DRAWING_KINDS: dict[str, tuple[str, ...]] = {
    "clean": (),
    "wobbly": ("wobble",),
    "stretched": ("stretch",),
    "turned": ("turn",),
    "outlines": ("line",),
    "outlines with a gap": ("line", "gap"),
    "all of these": CHANGES,
}
Way = Callable[[Tensor], Tensor]  # weights (batch, place) → weights


def sampled_place(weights: Tensor) -> Tensor:
    """Return 1 at one position, sampled with its weight as probability; always the same sample."""
    places = torch.multinomial(weights, 1, generator=torch.Generator().manual_seed(0))  # (batch, 1)
    return torch.zeros_like(weights).scatter(-1, places, 1.0)


@dataclass(frozen=True)
class Described:
    """The generated words, and the weight of each position for each word: (word, place)."""

    words: list[str]
    weights: Tensor


def captioning(trained: Trained) -> Captioning:
    """Return what a captioner learns. Raises `TypeError` for another model."""
    objective = trained.family.objective
    if not isinstance(objective, Captioning):
        raise TypeError(
            f"{trained.name} is not a captioner: it belongs to the family {trained.family.name}"
        )
    return objective


def described(trained: Trained, pixels: Sequence[str], way: Way | None = None) -> Described:
    """Let a captioner describe an image or a video, with its own or another kind of attention. Raises
    `ValueError` for an invalid or empty input."""
    captioning(trained).refuse(pixels)
    with replace(trained.model, {WEIGHTS: way} if way else {}):
        recorded = answer(trained, trained.source_vocabulary.encode(pixels))
    weights = torch.cat(recorded.trace[WEIGHTS])  # (word, place), and a row for the end
    return Described(recorded.words, weights[: len(recorded.words)])


def kind(name: str, count: int = MEASURED) -> tuple[Example, ...]:
    """Generate `count` new drawings with these changes on every shape."""
    return tuple(pictures(count, random.Random(2044), 1.0, DRAWING_KINDS[name]).values())


@torch.no_grad()
def scores(
    trained: Trained, examples: Sequence[Example], way: Way | None = None
) -> dict[str, float]:
    """Return the exact match of the captions (`exact`), and the accuracy of the colours and shapes, each at
    its position."""
    batch = _batch(trained.task, examples)
    with replace(trained.model, {WEIGHTS: way} if way else {}):
        output = greedy_output(trained.model, batch)
    named: dict[str, list[bool]] = {"colour": [], "shape": []}
    for example, words in _captions(trained, examples, output):
        for number in (1, 2, -2, -1):
            right = example.target[number]
            same = len(words) >= 3 and words[number] == right
            named["colour" if right in COLOURS else "shape"].append(same)
    exact = exact_match(trained.model, batch, output)
    return {"exact": exact, **{name: sum(same) / len(same) for name, same in named.items()}}


@torch.no_grad()
def understood(trained: Trained, examples: Sequence[Example]) -> dict[str, float]:
    """Return the fraction of captions with the correct relation (above, left of). For drawings with two
    colours, return the fraction with both colours in order. For drawings with two shapes, return the fraction
    with both shapes in order (`shapes`) and in any order (`shapes in any order`)."""
    correct: dict[str, list[bool]] = {
        name: [] for name in ("relation", "colours", "shapes", "shapes in any order")
    }
    output = greedy_output(trained.model, _batch(trained.task, examples))
    for example, words in _captions(trained, examples, output):
        right, caption = list(example.target), words if len(words) >= 6 else [""] * 6
        correct["relation"].append(caption[3:-3] == right[3:-3])
        for name, first, last in (("colours", 1, -2), ("shapes", 2, -1)):
            wanted, named = [right[first], right[last]], [caption[first], caption[last]]
            if wanted[0] != wanted[1]:
                correct[name].append(named == wanted)
                if name == "shapes":
                    correct["shapes in any order"].append(sorted(named) == sorted(wanted))
    return {name: sum(same) / len(same) for name, same in correct.items()}


def _captions(
    trained: Trained, examples: Sequence[Example], output: Tensor
) -> Iterator[tuple[Example, list[str]]]:
    """Return each example with the generated caption."""
    for example, row in zip(examples, output.tolist(), strict=True):
        yield example, list(trained.target_vocabulary.decode(row))


def about(trained: Trained, example: Example, number: int) -> Tensor | None:
    """Return the positions, or frames, that word `number` of an example's caption is about: (place,) bool, or
    None where it names nothing visible."""
    named = captioning(trained).named(example, number)
    return named[1] if named else None


def gradients(
    trained: Trained, examples: Sequence[Example], way: Way | None = None
) -> dict[str, float]:
    """Return the norm of the loss's gradient from a real backward pass over these drawings: of the attention
    parameters, and of all others."""
    model, batch = trained.model, _batch(trained.task, examples)
    named = dict(model.named_parameters())
    with torch.enable_grad(), replace(model, {WEIGHTS: way} if way else {}):
        loss, _ = trained.family.objective.loss(model, batch, Settings(smoothing=0.0))
        grads = torch.autograd.grad(loss, list(named.values()), allow_unused=True)
    squares = {"looking": 0.0, "others": 0.0}
    for name, gradient in zip(named, grads, strict=True):
        if gradient is not None:  # None: no gradient path from the loss
            squares["looking" if name.startswith(ATTENTION_MODULE) else "others"] += (
                gradient.square().sum().item()
            )
    return {part: square**0.5 for part, square in squares.items()}


def _batch(task: Task, examples: Sequence[Example]) -> Batch:
    return Batch.from_examples(examples, *vocabularies(task))


WAYS: dict[str, Way | None] = {"soft": None, "argmax": best_place, "sampled": sampled_place}
