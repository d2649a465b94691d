"""The residual stream of one sentence: what the model would write if it stopped after each sub-layer, and
how much each sub-layer adds to the score of a word.

One recorded forward pass. What is shown of it is measured in `transformer/measure/stream/residual_stream.py`.
"""

from typing import Any

import numpy as np
from torch import Tensor

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import short, side_labels
from lessons.figures.residual_stream import words as say
from lessons.kit.reading import Reading, reading_of
from transformer.measure.answer import answer
from transformer.measure.stream import residual_stream as measure
from transformer.weights import Trained

MOST_WORDS = 64
CANDIDATES = 5  # words that are shown of each state; so many of the last can be asked about
WHERE = "transformer.measure.stream.residual_stream."


def residual_stream(trained: Trained, text: str | Reading, stack: str = "") -> Figure:
    """Let a model answer `text` (or go on with it), and look into the pass in which it reads its words:
    into all of its stacks, or into one, "encoder" or "decoder".

    Raises `ValueError` for an empty or too long sentence, and for a layer that hides what it does.
    """
    reading = reading_of(trained, text, MOST_WORDS)
    names = [stack] if stack else measure.stacks(trained.model)
    found = answer(trained, reading.ids)
    sides, family = side_labels(found.sides, reading), trained.family
    arrays: dict[str, Array] = {}
    stacks = [
        _stack(
            trained, measure.stream(trained.model, found.trace, n), n, sides[family.side(n)], arrays
        )
        for n in names
    ]
    opens = len(stacks)  # the decoder, where there is one
    header = {
        "title": say.TITLE.format(sentence=" ".join(reading.words)),
        "stacks": stacks,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"stack": opens, "table": 1, "place": len(stacks[-1]["places"]), "word": min(2, len(stacks[-1]["read"])),
                  "candidate": 1, "against": False},
    }  # fmt: skip
    return Figure("residual_stream", header, arrays)


def _stack(
    trained: Trained, stream, name: str, read: list, arrays: dict[str, Array]
) -> dict[str, Any]:
    """One stack for the header; its numbers go into `arrays`."""
    tables = _tables(trained, name)

    def keep(key: str, value: Tensor, axes: str, function: str) -> None:
        probe, derived = f"{name}.layers.*.sum", f"{WHERE}{function}"
        numbers = value.numpy().astype(np.float32)
        arrays[f"{name}.{key}"] = Array(numbers, axes, probe, derived, {"position": read})

    before, final = measure.cosines(stream)
    keep("length", stream.states.norm(dim=-1), "place position", "stream")
    keep("before", before, "place position", "cosines")
    keep("final", final, "place position", "cosines")
    shown = []
    for number, (title, table, vocabulary) in enumerate(tables):
        found, count = measure.stopped(stream, table), min(CANDIDATES, len(table))
        top = found.softmax(-1).topk(count)
        keep(f"{number}.probability", top.values, "place position candidate", "stopped")
        tokens = [
            [[short(vocabulary.words[k]) for k in word] for word in place]
            for place in top.indices.tolist()
        ]
        shown.append({"title": title, "tokens": tokens})
        if number == 0:
            last = top.indices[-1]  # (position, candidate)
    rows = tables[0][1].detach()[last]  # (position, candidate, d_model)
    rivals = rows[:, [1, *[0] * (last.shape[1] - 1)]]  # the best one, or for this one the second
    scores = (rows @ stream.output[..., None])[..., 0]  # (position, candidate)
    for key, asked in (("share", rows), ("apart", rows - rivals)):
        found = measure.contributions(stream, asked)  # (part, position, candidate)
        keep(key, found, "part position candidate", "contributions")
        keep(f"{key} sum", found.sum(0), "position candidate", "contributions")
        if key == "share":
            keep("rest", scores - found.sum(0), "position candidate", "contributions")
    keep("score", scores, "position candidate", "stream")
    return {
        "name": name,
        "title": say.STACKS[name],
        "read": read,
        "places": [say.layer_name(*place) for place in stream.places],
        "parts": [
            say.WORD,
            say.POSITION,
            *[say.layer_name(*p) for p in stream.places[1:]],
            say.BETA,
        ],
        "tables": shown,
        "writes": name == "decoder",
        "tells": say.tells(name, trained.reads, [title for title, *_ in tables]),
    }


def _tables(trained: Trained, stack: str) -> list[tuple[str, Tensor, Any]]:
    """The embedding tables of a model, each with its name and its words: first that of the stack."""
    names = say.TABLES["translates" if trained.task.translates else "other"]
    sides = {"encoder": trained.source_vocabulary, "decoder": trained.target_vocabulary}
    found = {}
    for side in measure.stacks(trained.model):
        embedding = getattr(trained.model, measure.embedding_of(trained.model, side))
        found[side] = names[side], embedding.table.weight, sides[side]
    return [found.pop(stack), *found.values()]


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check stack, table, place, word and candidate, counted from 1 as on screen."""
    stacks = figure.header["stacks"]
    if start["against"] not in (True, False):
        raise ValueError(f"against must be True or False, got {start['against']!r}")
    _within("stack", start, len(stacks))
    stack = stacks[start["stack"] - 1]
    tokens = stack["tables"][0]["tokens"]
    most = {"table": len(stack["tables"]), "place": len(stack["places"])}
    for name, count in (
        most | {"word": len(stack["read"]), "candidate": len(tokens[0][0])}
    ).items():
        _within(name, start, count)
    return start


def _within(name: str, start: dict[str, Any], most: int) -> None:
    if type(start[name]) is not int or not 1 <= start[name] <= most:
        raise ValueError(f"{name} must be a whole number from 1 to {most}, got {start[name]!r}")
