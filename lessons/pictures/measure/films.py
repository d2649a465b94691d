"""A captioner's results on videos: how many captions are correct, and on which frames its weight lies."""

import random
from collections.abc import Sequence

import torch

from transformer.measure.pictures import WEIGHTS, captioning
from transformer.objectives.batch import Batch
from transformer.objectives.scores import greedy_output
from transformer.probe import record
from transformer.tasks import films as task
from transformer.tasks.films import THEN, Film
from transformer.training import vocabularies
from transformer.weights import Trained

MEASURED = 200  # films


def fresh(count: int = MEASURED) -> tuple[Film, ...]:
    """Return `count` new videos."""
    return tuple(task.films(count, random.Random(2044)).values())


@torch.no_grad()
def scores(trained: Trained, films: Sequence[Film]) -> dict[str, float]:
    """Return the exact match of the captions (`exact`). For videos with two different events, return how often
    both are named in any order (`both`), and how often, of these, the first event is named first (`ordered`)."""
    exact, both, ordered, different = 0, 0, 0, 0
    output = greedy_output(trained.model, _batch(trained, films)).tolist()
    for film, row in zip(films, output, strict=True):
        words = trained.target_vocabulary.decode(row)
        exact += tuple(words) == film.target
        described, right = events_of(words), events_of(film.target)
        if right[0] != right[1]:
            different += 1
            both += sorted(described) == sorted(right)
            ordered += described == right
    return {
        "exact": exact / len(films),
        "both": both / max(different, 1),
        "ordered": ordered / max(both, 1),
    }


def events_of(caption: Sequence[str]) -> list[list[str]]:
    """Return the events of a caption without the objects: a red circle moves left then … → [moves left], […]."""
    words, then = list(caption), [*caption, THEN].index(THEN)
    return [words[3:then], words[then + 4 :]]


def on_frames(trained: Trained, films: Sequence[Film]) -> dict[str, float]:
    """Return the weight on the frames of the described event while its colour, its shape and its verb are
    written, and how many of the 12 frames belong to the event ("size")."""
    return captioning(trained).inside(trained.model, films, _batch(trained, films))


@torch.no_grad()
def second_verb(trained: Trained, films: Sequence[Film]) -> dict[str, float]:
    """Return the weight while the second verb is written: on the frames of the first event, of the second
    event, and on empty frames."""
    batch = _batch(trained, films)
    with record(trained.model, WEIGHTS) as trace:
        trained.model(batch.source, batch.target[:, :-1])
    weights = torch.stack(trace[WEIGHTS], dim=1)  # (film, word, frame)
    sums = torch.zeros(2)
    for row, film in enumerate(films):
        word = film.target.index(THEN) + 4  # then a red circle moves
        sums += torch.stack([weights[row, word, list(e.frames)].sum() for e in film.events])
    first, second = (sums / len(films)).tolist()
    return {"first": first, "second": second, "nothing": 1 - first - second}


def _batch(trained: Trained, films: Sequence[Film]) -> Batch:
    return captioning(trained).batch(films, vocabularies(trained.task))
