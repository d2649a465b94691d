"""Compare the whole model, the model with a part switched off, and a model trained without that part.

All three run on the same held-out sentences; `lessons.ablations.measure.comparison` measures them.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.ablations.figures.ablation import words as say
from lessons.ablations.measure.ablations import MAPS, Measured, moved
from lessons.ablations.measure.comparison import SENTENCES, batch_of, changed, measured, verdict
from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, opening
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words
from transformer.families import encoder_decoder
from transformer.measure.statistics import Comparison, compare, interval
from transformer.objectives.batch import Batch
from transformer.tasks import Example
from transformer.vocabulary import SPECIALS, START
from transformer.weights import Trained

SHOWN = 6  # sentences whose maps and outputs are shown


def ablation(
    trained: Trained,
    removal: str,
    without=None,
    head: int = 0,
    sentences: int = SENTENCES,
    covered: bool = False,
    found: dict[str, Measured | None] | None = None,
) -> Figure:
    """Build the three columns. `without`: a model trained without the part; `covered`: show only the whole model;
    `found`: the result of `comparison.measured`, or the same values measured one by one."""
    batch = batch_of(trained, sentences)
    found = found or measured(trained, removal, batch, head, without)
    return drawn(trained, removal, batch, found, without, head, covered)


def drawn(
    trained: Trained,
    removal: str,
    batch: Batch,
    found: dict,
    without=None,
    head: int = 0,
    covered=False,
) -> Figure:
    """Build the figure from existing measurements."""
    whole = found["whole"]
    others = {name: m for name, m in found.items() if m is not None and name != "whole"}
    visible = {"whole": whole} | ({} if covered else others)
    differs = sorted({k for m in visible.values() for k in changed(whole, m)})
    chosen = differs[:SHOWN] or [0]
    arrays: dict[str, Array] = {}
    columns = []
    for name in ("whole", "off", "without"):
        column = {"name": name, "title": say.column(name, removal)}
        if found[name] is not None:
            model = without if name == "without" else trained
            column["where"] = say.SAME_WEIGHTS if name == "off" else where(model)
        if name in visible:
            measured_ = visible[name]
            arrays[f"shares {name}"] = _shares(measured_, name)
            column |= _about(whole, measured_, name)
            column["outputs"] = [_written(trained, measured_.tokens[k]) for k in chosen]
            for kind, path in enumerate(MAPS):
                for place, k in enumerate(chosen):
                    arrays[f"map {name} {kind} {place}"] = _map(
                        measured_, path, batch, k, trained.task.held_out[k]
                    )
        else:
            column["missing"] = _missing(removal, name, covered and name in others)
        columns.append(column)
    examples = [trained.task.held_out[k] for k in chosen]
    part = say.part_name(removal) + (f" ({head + 1})" if removal == "head" else "")
    title = say.TITLE_OWN if "=" in removal else say.TITLE
    header = {
        "title": title.format(model=trained.task.title, part=part),
        "columns": columns,
        "count": len(whole.right),
        "models": [trained.name, *([without.name] if without is not None else [])],
        "examples": [
            {"number": k, "source": list(e.source), "target": list(e.target)}
            for k, e in zip(chosen, examples, strict=True)
        ],
        "data": _data(examples, columns, trained.task.languages),
        "heading": "covered" if len(visible) == 1 else "sentence" if differs else "unchanged",
        "maps": [title for _, title in say.MAPS],
        "words": say.words_of(trained.task),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **opening(
            choice("example", labels=len(examples), first=0, keys="←→"),
            choice("map", labels=len(say.MAPS), first=0, keys="m", opens=2),
        ),
    }
    return Figure("ablation", header, arrays)


def _data(
    examples: Sequence[Example], columns: list[dict], languages: tuple[str, str]
) -> dict[str, list[str]]:
    """The words of the examples and of what was written, and whole examples as they can be chosen."""
    written = [word for column in columns for words in column.get("outputs", ()) for word in words]
    sides = ([e.source for e in examples], [e.target for e in examples])
    source, target = (
        [*map(" ".join, side), *(word for words in side for word in words)] for side in sides
    )
    return data_words((source, languages[0]), ([*target, *written], languages[1]))


def where(trained: Trained) -> str:
    """Say where a model was trained: in the project, or in a run of this app."""
    said = say.SHIPPED if "command" in trained.card else say.HERE
    return said.format(seed=trained.card["settings"]["seed"])


def _about(whole: Measured, other: Measured, name: str) -> dict[str, Any]:
    """Build the text of one column."""
    about: dict[str, Any] = {"right": sum(other.right)}
    if name == "whole":
        return about
    paired: Comparison = compare(whole.right, other.right)
    count, different = len(whole.right), len(changed(whole, other))
    said = say.CHANGED if different else say.UNCHANGED
    return about | {
        "verdict": verdict(whole, other),
        "said": say.VERDICTS[verdict(whole, other)],
        "changed": said.format(changed=f"{different:,}", count=f"{count:,}"),
        "paired": say.PAIRED.format(
            only_first=paired.only_first,
            only_second=paired.only_second,
            chance=say.probability_in_words(paired.p_value),
            difference=say.difference(whole.right, other.right),
        ),
        "moved": [f"{moved(whole.maps[kind], other.maps[kind]):.0%}" for kind in MAPS],
    }


def _shares(found: Measured, name: str) -> Array:
    """Collect the exact match, its interval and the next-word accuracy."""
    right, count = sum(found.right), len(found.right)
    values = [right / count, *interval(right, count), found.next_right]
    source = f"greedy outputs, {name}"
    return Array(
        np.array(values, np.float32), "number", source, "transformer.measure.statistics.interval"
    )


def _map(found: Measured, path: str, batch: Batch, k: int, example: Example) -> Array:
    """Build one sentence's map without padding; NaN where the mask forbids attention."""
    drawn = encoder_decoder.MAPS[MAPS.index(path)]
    read = {"source": example.source, "target": (SPECIALS[START], *example.target)}
    named = {"query": read[drawn.rows], "key": read[drawn.columns]}
    words, inputs = (int((side[k] != 0).sum()) for side in (batch.source, batch.target[:, :-1]))
    inputs -= int(batch.target[k, -1] == 0)  # END is written, never read
    rows, keys = (
        (words if path.startswith("encoder") else inputs),
        (inputs if path == MAPS[1] else words),
    )
    values = found.maps[path][k, :rows, :keys].numpy().astype(np.float32)
    measured_in = "lessons.ablations.measure.ablations.measure"
    return Array(values, "query key", f"{path}.weights", measured_in, named)


def _written(trained: Trained, tokens) -> list[str]:
    return list(trained.target_vocabulary.decode(tokens.tolist()))


def _missing(removal: str, name: str, covered: bool) -> str:
    if covered:
        return say.COVERED
    if name == "off":
        return say.OWN_ONLY if "=" in removal else say.TRAINING_ONLY
    return say.NOT_TRAINED
