"""Compare the whole model, the model with a part switched off, and a model trained without that part.

All three run on the same held-out sentences; `lessons.ablations.measure.comparison` measures them.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from lessons.ablations.figures.ablation import words as say
from lessons.ablations.measure.ablations import MAPS, Measured, moved_weight
from lessons.ablations.measure.comparison import (
    SENTENCES,
    batch_of,
    changed_outputs,
    measure_all,
    verdict,
)
from lessons.figures.kit.choices import by, choice
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import bracketed, data_words
from lessons.figures.panels import column, matrix, picture, row, sentence, table, text
from transformer.families import encoder_decoder
from transformer.measure.statistics import compare, interval
from transformer.objectives.batch import Batch
from transformer.tasks import Example
from transformer.vocabulary import SPECIALS, START
from transformer.weights import Trained

SHOWN = 6  # sentences whose maps and outputs are shown
MEASURED = "lessons.ablations.measure.ablations.measure"


def ablation(
    trained: Trained,
    removal: str,
    without: Trained | None = None,
    head: int = 0,
    sentences: int = SENTENCES,
    covered: bool = False,
    measurements: dict[str, Measured | None] | None = None,
) -> Figure:
    """Build the three columns. `without`: a model trained without the part; `covered`: show only the whole model;
    `measurements`: the result of `comparison.measured`, or the same values measured one by one."""
    batch = batch_of(trained, sentences)
    measurements = measurements or measure_all(trained, removal, batch, head, without)
    return draw(trained, removal, batch, measurements, without, head, covered)


def draw(
    trained: Trained,
    removal: str,
    batch: Batch,
    measurements: dict[str, Measured | None],
    without: Trained | None = None,
    head: int = 0,
    covered: bool = False,
) -> Figure:
    """Build the figure from existing measurements, which `ablation` describes."""
    whole = measurements["whole"]
    hidden = ("off", "without") if covered else ()
    visible = {name: m for name, m in measurements.items() if m is not None and name not in hidden}
    differs = sorted({k for other in visible.values() for k in changed_outputs(whole, other)})
    shown = {k: trained.task.held_out[k] for k in differs[:SHOWN] or [0]}
    unit, examples = say.unit_of(trained.task), [*shown.values()]
    outputs = {
        name: [list(trained.target_vocabulary.decode(m.tokens[k].tolist())) for k in shown]
        for name, m in visible.items()
    }
    titles = {name: say.column_title(name, removal) for name in measurements}
    missing = {
        name: _reason_missing(removal, name, m is not None) for name, m in measurements.items()
    }
    wheres = {
        "whole": trained_where(trained),
        "off": say.SAME_WEIGHTS,
        "without": without and trained_where(without),
    }
    maps = [
        _map(name, titles[name], whole, m, examples, outputs[name]) for name, m in visible.items()
    ]
    chosen = say.CHOSEN["changed" if differs else "unchanged" if len(visible) > 1 else "covered"]
    panels = [
        _table(titles, visible, missing, unit),
        *(text(f"**{titles[name]}** ({wheres[name]}): {_details(whole, m)}", "caption") for name, m in visible.items()),
        sentence(unit["row"], by("example", [list(e.source) for e in examples])),
        sentence(say.ANSWER, by("example", [list(e.target) for e in examples])),
        row(*maps, *[[]] * (3 - len(maps)), least=560),
        text(f"{chosen}{say.ROWS}".format(**unit), "caption"),
    ]  # fmt: skip
    used = ", ".join(model.name for model in (trained, without) if model is not None)
    return picture(
        "ablation", _title(trained, removal, head), _choices(unit["row"], examples), panels,
        _arrays(measurements, visible, batch, shown),
        say.ORIGIN.format(models=used, count=len(whole.right), **unit),
        data=_data_words(examples, outputs, trained.task.languages),
    )  # fmt: skip


def _title(trained: Trained, removal: str, head: int) -> str:
    part = say.part_name(removal) + (f" ({head + 1})" if removal == "head" else "")
    title = say.TITLE_OWN if "=" in removal else say.TITLE
    return title.format(model=trained.task.title, part=part)


def _choices(kind: str, examples: list[Example]) -> list[dict]:
    """Return the choice of a sentence (`kind`: what it is called) and that of a map."""
    sources, maps = [" ".join(e.source) for e in examples], [title for _, title in say.MAPS]
    return [
        choice("example", kind, sources, paths=_array_numbers(sources), first=0, control="step", keys="←→"),
        choice("map", say.MAP, maps, paths=_array_numbers(maps), first=0, keys="m", opens=2),
    ]  # fmt: skip


def _arrays(measurements: dict, visible: dict, batch: Batch, examples: dict[int, Example]) -> dict[str, Array]:  # fmt: skip
    """Return the percentages of all columns (NaN: not shown), and the maps of the examples."""
    percent = np.full((len(measurements), 2), np.nan, np.float32)
    arrays = {"percent": Array(percent, "column number", "greedy outputs", MEASURED)}
    for number, name in enumerate(measurements):
        if (m := visible.get(name)) is None:
            continue
        percent[number] = 100 * sum(m.right) / len(m.right), 100 * m.next_right
        for kind, path in enumerate(MAPS):
            for place, (k, example) in enumerate(examples.items()):
                arrays[f"{name}.{kind}.{place}"] = _attention(m, path, batch, k, example)
    return arrays


def _attention(
    measured_model: Measured, path: str, batch: Batch, k: int, example: Example
) -> Array:
    """Return one sentence's map without padding; −∞ where the mask forbids attention."""
    described = encoder_decoder.MAPS[MAPS.index(path)]
    read = _words_read(example)
    named = {"query": read[described.rows], "key": read[described.columns]}
    words, inputs = (int((side[k] != 0).sum()) for side in (batch.source, batch.target[:, :-1]))
    inputs -= int(batch.target[k, -1] == 0)  # END is written, never read
    rows, keys = (
        (words if path.startswith("encoder") else inputs),
        (inputs if path == MAPS[1] else words),
    )
    values = measured_model.maps[path][k, :rows, :keys].numpy().astype(np.float32)
    values = np.where(np.isnan(values), -np.inf, values)
    return Array(values, "query key", f"{path}.weights", MEASURED, named)


def _words_read(example: Example) -> dict[str, list[str]]:
    """Return the words of the encoder, and those that the decoder reads."""
    return {"source": [*example.source], "target": [bracketed(SPECIALS[START]), *example.target]}


def trained_where(trained: Trained) -> str:
    """Say where a model was trained: in the project, or in a run of this app."""
    template = say.SHIPPED if "command" in trained.card else say.HERE
    return template.format(seed=trained.card["settings"]["seed"])


def _table(titles: dict, visible: dict, missing: dict, unit: dict[str, str]) -> dict:
    """Return the accuracy of each model; for a column that is not shown, the reason."""
    right = [
        say.RIGHT.format(right=sum(m.right), count=len(m.right))
        if (m := visible.get(name))
        else missing[name]
        for name in titles
    ]
    whole = visible["whole"]
    verdicts = [
        say.VERDICTS[verdict(whole, visible[name])] if name != "whole" and name in visible else ""
        for name in titles
    ]
    return table("", [*titles.values()], [
        column(say.PERCENT, "percent[:, 0]:1", bar=True),
        column("", right, hue="soft"),  # the reason for a missing number wraps
        column(say.NEXT.format(**unit), "percent[:, 1]:2"),
        column("", verdicts, hue="soft"),
    ])  # fmt: skip


def _details(whole: Measured, other: Measured) -> str:
    """Return the interval of an accuracy and, for another model than the whole one, the paired test."""
    low, high = interval(sum(other.right), len(other.right))
    accuracy = say.INTERVAL.format(low=f"{low:.1%}", high=f"{high:.1%}")
    if other is whole:
        return accuracy
    paired, different = compare(whole.right, other.right), len(changed_outputs(whole, other))
    changes = (say.CHANGED if different else say.UNCHANGED).format(
        changed=f"{different:,}", count=f"{len(whole.right):,}"
    )
    paired_test = say.PAIRED.format(
        only_first=paired.only_first, only_second=paired.only_second,
        chance=say.probability_in_words(paired.p_value),
        difference=say.difference(whole.right, other.right),
    )  # fmt: skip
    return f"{accuracy} {changes} {paired_test}"


def _map(name: str, title: str, whole: Measured, other: Measured, examples: list[Example], outputs: list) -> list[dict]:  # fmt: skip
    """Return the chosen map of the chosen sentence, and what the model writes, with the wrong words marked."""
    sides = [_words_read(e) for e in examples]
    rows, columns = (
        by("map", [by("example", [side[getattr(map_, axis)] for side in sides]) for map_ in encoder_decoder.MAPS])
        for axis in ("rows", "columns")
    )  # fmt: skip
    outputs_marked = [
        _marked_output(words, e.target) for words, e in zip(outputs, examples, strict=True)
    ]
    panels = [
        matrix(f"{name}.{{map}}.{{example}}[:, :]", rows, columns, title=title, tip=say.READS, weights=True,
               cells=(7, 30)),
        sentence("", *(by("example", of) for of in zip(*outputs_marked, strict=True))),
    ]  # fmt: skip
    if other is whole:
        return panels
    shares = [f"{moved_weight(whole.maps[kind], other.maps[kind]):.0%}" for kind in MAPS]
    return [
        *panels,
        text(by("map", [say.MOVED.format(moved=share) for share in shares]), "caption"),
    ]


def _marked_output(words: list[str], target: tuple[str, ...]) -> tuple[list[str], str]:
    """Return an output with dots for missing words, and for each word w if it is wrong, o if it is right."""
    shown = [*words, *["·"] * (len(target) - len(words))] if words else [say.NOTHING]
    right = zip_longest(shown, target[: len(shown)])
    return shown, "".join("o" if word == wanted else "w" for word, wanted in right)


def _data_words(examples: list[Example], outputs: dict[str, list], languages: tuple[str, str]) -> dict[str, Any]:  # fmt: skip
    """Return the words that a browser does not translate: of the examples, and of what was written."""
    written = [word for column in outputs.values() for words in column for word in words]
    source, target = (
        [*map(" ".join, side), *(word for words in side for word in words)]
        for side in ([e.source for e in examples], [e.target for e in examples])
    )
    return data_words((source, languages[0]), ([*target, *written], languages[1]))


def _array_numbers(things: Sequence) -> list[str]:
    """Return the numbers of these as they stand in the names of arrays."""
    return [str(k) for k in range(len(things))]


def _reason_missing(removal: str, name: str, covered: bool) -> str:
    """Say why a column has no numbers."""
    if covered:
        return say.COVERED
    if name == "off":
        return say.OWN_ONLY if "=" in removal else say.TRAINING_ONLY
    return say.NOT_TRAINED
