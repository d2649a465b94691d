"""Words as points: an embedding table projected onto a few axes, through training, or pair by pair.

There are three figures: `embedding_map` (2-D and 3-D, with neighbours in all dimensions and in the
figure), `training_map` and `agreement_map`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from lessons.embeddings.figures.embedding_map import charted
from lessons.embeddings.figures.embedding_map import words as say
from lessons.embeddings.figures.embedding_map.header import has_table, header_of, table_name
from lessons.embeddings.measure.agreement import Agreement, agreement, agreement_plane
from lessons.figures.kit.choices import choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import short
from lessons.figures.kit.numbers import rounded
from transformer.measure.words.projection import (
    aligned,
    kept_fraction,
    near_in_picture,
    neighbours,
    pca,
    shares,
)
from transformer.tasks.english_french.parts_of_speech import agreement_pairs
from transformer.weights import Trained
from transformer.weights.film import EmbeddingRecording

NEAR = 8  # neighbours listed
# If a table has more rows than this, only this many are drawn.
LARGE, FEW = 3000, 400
SIDES = ("source", "target")
PROJECTION, AGREEMENT = (
    "transformer.measure.words.projection",
    "lessons.embeddings.measure.agreement",
)


def embedding_map(
    trained: Trained, side: str = "source", sentence: list[str] | None = None
) -> Figure:
    """Map one table of a trained model, "source" or "target", in 2-D and 3-D; words can be marked. A large table shows
    only these rows and the nearest neighbours of each."""
    table, words = table_of(trained, side)
    every = len(table)
    if every > LARGE:
        rows = rows_near(
            table, getattr(trained, f"{side}_vocabulary").encode(sentence or words[:1])
        )
        table, words = table[rows], [words[row] for row in rows]
    projection = pca(table, 3)
    near, cosines = neighbours(table, NEAR)
    arrays = {
        "points": _array(projection.points, "word axis", side, f"{PROJECTION}.pca", words=words),
        "share": _array(projection.share, "axis", side, f"{PROJECTION}.pca"),
        "near": _array(near, "word neighbour", side, f"{PROJECTION}.neighbours"),
        "cosines": _array(cosines, "word neighbour", side, f"{PROJECTION}.neighbours"),
        "table": _array(table, "word d_model", side),
    }
    overlap = []
    for axes in (2, 3):
        seen, _ = near_in_picture(projection.points[:, :axes], NEAR)  # (word, neighbour)
        overlap.append(float(kept_fraction(near, seen).mean()))
        arrays[f"seen{axes}"] = _array(
            seen, "word neighbour", side, f"{PROJECTION}.near_in_picture"
        )
    header = header_of(trained, side, "map", words) | {
        "kept": overlap,
        "limit": float(table.abs().max()),
    }
    if every > len(table):
        header["caption"] += say.FEW.format(drawn=len(table), all=f"{every:,}")
    arrays = {
        name: replace(array, probe=table_name(trained.model, side))
        for name, array in arrays.items()
    }
    return with_marked_words(Figure("embedding_map", header, arrays), sentence or [], side)


def rows_near(table: Tensor, rows: list[int]) -> list[int]:
    """Choose these rows of a table and at least `NEAR` nearest neighbours of each, about `FEW` in all."""
    near, _ = neighbours(table, max(NEAR, FEW // len(rows)), rows)
    return sorted({*rows, *near.flatten().tolist()})


def with_marked_words(
    figure: Figure, words: list[str], heading: str, genders: bool = True
) -> Figure:
    """Build the same map with words marked and the last known one chosen; unknown words are labelled.

    `heading` gives the origin of the words: "source", "target" or "typed". Without `genders`, every word has the
    same mark, so that the map does not answer a question about them.
    """
    if not genders:
        points = [point | {"gender": ""} for point in figure.header["points"]]
        figure = replace(figure, header=figure.header | {"points": points, "genders": []})
    numbers = {point["full"]: row for row, point in enumerate(figure.header["points"])}
    in_table = [word for word in words if word in numbers]
    spoken = figure.header["points"][0]["lang"]
    sentence = {
        "sentence": [
            {"label": short(w), "full": w, "lang": spoken, "row": numbers.get(w)} for w in words
        ],
        "sentence_title": say.SENTENCES[heading],
    }
    view = choice(
        "view", say.WORDS["views"], list(say.VIEWS.values()), values=list(say.VIEWS), keys="d"
    )
    opens = choice_header(view, word_choice(figure.header, in_table[-1] if in_table else None))
    header, arrays = figure.header | sentence | opens, figure.arrays
    if "table" in arrays:  # it shows ten rows, around the chosen one
        chosen = numbers[in_table[-1]] if in_table else 4
        rows = [["table", 0, 10], ["table", max(0, chosen - 4), chosen + 6]]
        header["opens_with"] = [*([n] for n in arrays if n not in ("table", "seen3")), *rows]
    picture = charted.map_chart(header, arrays["points"].values, arrays["share"].values)
    return replace(figure, header=header | {"chart": picture})


def training_map(trained: Trained, film: EmbeddingRecording, word: str = "") -> Figure:
    """Map the source table through training, with each frame on the axes of the last one."""
    _, words = table_of(trained, "source")
    near, cosines = zip(*(neighbours(table, NEAR) for table in film.source), strict=True)
    axes = pca(film.source[-1]).axes  # (2, d_model)
    measured = "transformer.weights.film.load.source"
    arrays = {
        "points": _array(
            aligned(film.source),
            "frame word axis",
            "source",
            f"{PROJECTION}.aligned",
            measured,
            words,
        ),
        "share": _array(
            shares(film.source, axes), "frame axis", "source", f"{PROJECTION}.shares", measured
        ),
        "near": _array(
            torch.stack(near),
            "frame word neighbour",
            "source",
            f"{PROJECTION}.neighbours",
            measured,
        ),
        "cosines": _array(
            torch.stack(cosines),
            "frame word neighbour",
            "source",
            f"{PROJECTION}.neighbours",
            measured,
        ),
    }
    header = header_of(trained, "source", "film", words) | {"steps": list(film.steps)}
    labels = [say.WORDS["step"].format(step=step) for step in film.steps]
    frame = choice("frame", say.WORDS["frame"], labels, keys="←→", opens=len(labels))
    header |= choice_header(frame, word_choice(header, word if word in words else None))
    header["chart"] = charted.film_chart(header, arrays["points"].values)
    return Figure("embedding_map", header, arrays)


def agreement_map(trained: Trained) -> Figure:
    """Map French words that agree: an arrow leads from each masculine form to its feminine form."""
    table, words = table_of(trained, "target")
    result, pairs = agreement_test(trained)
    rows = sorted({row for pair in pairs for row in pair})
    projection, chosen = agreement_plane(table, pairs), [words[row] for row in rows]
    arrays = {
        "points": _array(
            projection.points, "word axis", "target", f"{AGREEMENT}.agreement_plane", words=chosen
        ),
        "share": _array(projection.share, "axis", "target", f"{AGREEMENT}.agreement_plane"),
        "cosines": _array(
            torch.tensor([a.cosine for a in result.answers]),
            "pair",
            "target",
            f"{AGREEMENT}.agreement",
        ),
    }
    place = {row: n for n, row in enumerate(rows)}
    ends = torch.tensor([[place[a.start], place[a.wanted]] for a in result.answers])
    arrays["pairs"] = _array(ends, "pair end", "target", f"{AGREEMENT}.agreement")
    header = header_of(trained, "target", "pairs", chosen) | {
        "pairs": [
            {
                "start": place[a.start],
                "wanted": place[a.wanted],
                "found": words[a.nearest],
                "neighbour": words[a.neighbour],
                "place": a.rank,
                "right": a.right,
                "lucky": a.neighbour == a.wanted,
            }
            for a in result.answers
        ],
        "score": {
            "hits": result.hits,
            "baseline": result.baseline,
            "stays": result.stays,
            "count": len(result.answers),
            "chance": f"{result.random_baseline:.1%}".removesuffix("%"),
        },
        **choice_header(choice("pair", labels=len(pairs), optional=True)),
    }
    values = (arrays[name].values for name in ("points", "share", "pairs"))
    header["chart"] = charted.pairs_chart(header, *values)
    return Figure("embedding_map", header, arrays)


def word_choice(header: dict[str, Any], opens: str | None) -> dict[str, Any]:
    """Build the choice of a word by name; the address uses row numbers."""
    words = [point["full"] for point in header["points"]]
    return choice("word", "", len(words), values=words, numbered=True, optional=True, opens=opens)


def agreement_test(trained: Trained) -> tuple[Agreement, list[tuple[int, int]]]:
    """Run the agreement test on a model's French table, and return it with its pairs of rows."""
    table, _ = table_of(trained, "target")
    vocabulary = trained.target_vocabulary
    pairs = [
        tuple(vocabulary.encode(p))
        for p in agreement_pairs()
        if p[0] in vocabulary and p[1] in vocabulary
    ]
    return agreement(table, pairs), pairs


def table_of(trained: Trained, side: str) -> tuple[Tensor, list[str]]:
    """Return an embedding table (word, d_model) and the word of each row."""
    if side not in SIDES:
        raise ValueError(f"there is no table '{side}'; the tables are {', '.join(SIDES)}")
    if not has_table(trained.model, side):
        raise ValueError(
            f"a {type(trained.model).__name__} has no {side}_embedding, so there is no table of words here"
        )
    table = trained.model.get_parameter(table_name(trained.model, side))
    return table.detach(), getattr(trained, f"{side}_vocabulary").words


def recompute(figure: Figure, word: int, other: int) -> dict[str, Any]:
    """Recompute the cosine of two rows from the figure's table: dot product ÷ both lengths."""
    count = len(figure.header["points"])
    for row in (word, other):
        if type(row) is not int or not 0 <= row < count:
            raise ValueError(f"row is {row!r}, but it must be a whole number from 0 to {count - 1}")
    a, b = (torch.from_numpy(figure.arrays["table"].values[row]).double() for row in (word, other))
    value = float(a @ b / (a.norm() * b.norm()))
    return {
        "cell": {"word": word, "other": other},
        "value": value,
        "shown_value": rounded(value, 6),
    }


def _array(
    values: Tensor, axes: str, side: str, derived: str = "", probe: str = "", words: Sequence = ()
) -> Array:
    """Send rows and cosines as float32; a row number below 2²⁴ is exact."""
    probe = probe or f"{side}_embedding.table.weight"
    return Array(values.float().numpy(), axes, probe, derived, {"word": words} if words else {})
