"""Two sentences, and the effect of copying one value of the first into the second (activation patching).

Every cell was measured: only the donor's value was written there, all later steps ran as always, and
the difference of two logits was read. Both directions, all cells, two forward passes of the model.
"""

from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels
from lessons.heads.figures.patch_map import words as say
from lessons.heads.measure.patching import Question, Site, make_question, measure_effects, sites
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.attention.head_roles import unseen
from transformer.vocabulary import SPECIALS
from transformer.weights import Trained

MOST_WORDS = 64
MEASURED = "lessons.heads.measure.patching.measure_effects"


def patch_map(trained: Trained, base: str | EncodedText, donor: str | EncodedText) -> Figure:
    """Build the figure. Raises ValueError if the sentences differ in length or get the same answer."""
    readings = [encoded_text(trained, text, MOST_WORDS) for text in (base, donor)]
    patch_question = make_question(trained, *(reading.ids for reading in readings))
    kinds = _tables(sites(trained.model, patch_question.inputs))
    if not kinds:
        raise ValueError(say.NOTHING)
    arrays, ends = {}, []
    for direction, posed in enumerate((patch_question, patch_question.turned)):
        places = [
            Site(row["probe"], n) for k in kinds for row in k["rows"] for n in range(row["count"])
        ]
        before, of_donor, results = measure_effects(trained.model, posed, places)
        ends.append({"before": before, "given": of_donor})
        by_site = {effect.site: effect for effect in results}
        for kind in kinds:
            shape = (2, len(kind["rows"]), max(row["count"] for row in kind["rows"]))
            for name in ("change", "after", "writes", "unchanged"):
                array = arrays.setdefault(
                    f"{kind['name']}.{name}", np.full(shape, np.nan, np.float32)
                )
                for r, row in enumerate(kind["rows"]):
                    for n in range(row["count"]):
                        array[direction, r, n] = getattr(by_site[Site(row["probe"], n)], name)
    sentences = [_sentence(trained, readings, patch_question, n) for n in (0, 1)]
    axes = {"heads": "direction layer head"}
    labels_of = {
        side: {"word": [sentence[side] for sentence in sentences]} for side in ("source", "target")
    }
    header = {
        "title": say.TITLE.format(
            this=_word(trained, patch_question.this), that=_word(trained, patch_question.that)
        ),
        "sentences": sentences,
        "data": data_words(
            (
                [
                    _word(trained, t)
                    for t in (patch_question.this, patch_question.that, *_tokens(arrays))
                ],
                readings[0].languages[1],
            )
        ),
        "this": _word(trained, patch_question.this),
        "that": _word(trained, patch_question.that),
        "tokens": {str(t): _word(trained, t) for t in _tokens(arrays)},
        "kinds": kinds,
        "missing": [
            message
            for each in trained.family.maps
            for message in unseen(trained.model, each, "head_output", "batch head query d_v")
        ],
        "ends": ends,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("kind", values=[kind["name"] for kind in kinds]),
            choice("direction", labels=2),
            choice("layer", labels=by("kind", [len(kind["rows"]) for kind in kinds]), keys="↑↓"),
            choice(
                "place",
                labels=by(
                    "kind", [by("layer", [row["count"] for row in kind["rows"]]) for kind in kinds]
                ),
                keys="←→",
            ),
            choice("all", values=[False, True], linked=False),
        ),
    }
    return Figure(
        "patch_map",
        header,
        {
            name: Array(
                values,
                axes.get(kind, "direction layer word"),
                "logits",
                MEASURED,
                labels_of.get(kind, {}),
            )
            for name, values in arrays.items()
            for kind in [name.split(".")[0]]
        },
    )


def _tables(sites_of: dict[str, list[Site]]) -> list[dict[str, Any]]:
    """Return the tables of the figure: source words, target words, heads."""
    tables: dict[str, list[dict]] = {"source": [], "target": [], "heads": []}
    for kind, places in sites_of.items():
        for probe in dict.fromkeys(site.probe for site in places):
            count = sum(site.probe == probe for site in places)
            side = "source" if probe.startswith(("encoder", "source")) else "target"
            table = tables["heads" if kind == "heads" else side]
            table.append({"probe": probe, "title": say.probe_name(probe), "count": count})
    return [
        {"name": name, "title": say.KINDS[name], "rows": rows}
        for name, rows in tables.items()
        if rows
    ]


def _sentence(
    trained: Trained, readings: list[EncodedText], patch_question: Question, row: int
) -> dict[str, Any]:
    """Return the words of one sentence as the model reads them, the first word that differs from the other sentence,
    and the word that the model writes next."""
    reading, other = readings[row], readings[1 - row]
    read = patch_question.inputs[-1][row].tolist()
    pairs = zip(reading.words, other.words, strict=True)
    return {
        "source": labels(list(reading.words), reading.is_unknown, reading.languages[0]),
        "target": labels([_word(trained, token) for token in read], language=reading.languages[1]),
        "text": trained.task.join(reading.words) if not trained.reads else " ".join(reading.words),
        "apart": next(word for word, other_word in pairs if word != other_word),
        "writes": _word(trained, patch_question.this if row == 0 else patch_question.that),
    }


def _word(trained: Trained, token: int) -> str:
    word = trained.target_vocabulary.decode([token], specials=True)[0]
    return f"⟨{word[1:-1]}⟩" if word in SPECIALS else word


def _tokens(arrays: dict[str, np.ndarray]) -> set[int]:
    """Return the tokens that any intervention made the most probable."""
    written = (v for name, v in arrays.items() if name.endswith(".writes"))
    return {int(t) for values in written for t in values[~np.isnan(values)]}
