"""Figures and questions of the scores page, computed with the models and shared by all visitors."""

from dataclasses import dataclass

import torch

from lessons.figures.kit.figure import Figure
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import saved
from lessons.models.saved import shared_by_version, trained
from lessons.models.shipped import SENTENCE
from lessons.scores import ASKED, DICTIONARY, HEAD, LOOKS, TRANSLATOR, prediction
from lessons.scores import heads as names
from lessons.scores.figures.query_plane import query_plane
from lessons.scores.figures.root_d import root_d
from lessons.scores.figures.score_table import dictionary, score_table
from lessons.scores.figures.touched_row import touched_row
from lessons.scores.measure import query_plane as measure
from lessons.scores.measure.root_d import sample_draws
from lessons.scores.measure.soft_lookup import lookup_answers
from transformer.measure.attention import touch
from transformer.measure.attention.touch import Row
from transformer.measure.controls import Table, read

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@shared_cache
def heads(name: str) -> dict[str, names.Head]:
    """Return the heads of a model, by their names."""
    return names.heads(trained(name))


@shared_cache
def answer(name: str, reading: EncodedText) -> tuple[str, ...]:
    """Return the words that the unchanged model writes."""
    return tuple(touch.own_answer(trained(name), reading.ids).words)


@dataclass(frozen=True)
class Labelled(EncodedText):
    """A reading with the labels of the rows that a head can have.

    `rows`: the side of a model ("source", "target") and its rows, each with its label (the₁) and its word (the).
    """

    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


@shared_by_version
def encode(name: str, text: str) -> EncodedText:
    """Return a typed text as a model reads it, with the labels of all rows."""
    read = saved.encode(name, text)
    if read.problem:
        return read
    sides = {head.rows for head in heads(name).values()}
    rows = tuple((side, tuple(map(_row, labels(name, read, side)))) for side in sorted(sides))
    return Labelled(**vars(read), rows=rows)


def _row(label: dict) -> tuple[str, str]:
    return label["label"], label["full"]


def labels(name: str, reading: EncodedText, side: str) -> list[dict]:
    """Return the labels of one side of a model's attention maps."""
    return names.labels_of(trained(name), side, reading.words, answer(name, reading))


def opening(name: str) -> str:
    """Return the head shown first: the head of the question, or the model's first head."""
    return HEAD if HEAD in heads(name) and name.startswith(TRANSLATOR) else next(iter(heads(name)))


@shared_cache
def plane(
    name: str, reading: EncodedText, head: str, row: int, place: tuple | None = None
) -> Figure:
    """Return the figure of a query and its keys, with the query moved to this point of their plane."""
    at, who, columns = _place(name, reading, head, row)
    return query_plane(
        trained(name),
        reading.ids,
        at,
        measured_plane(name, reading, head, row),
        columns,
        who,
        place,
    )


def _place(name: str, reading: EncodedText, head: str, row: int) -> tuple[Row, str, list[dict]]:
    """Return a row of a head, the label of its word, and the labels of its columns."""
    chosen = heads(name)[head]
    rows, columns = (labels(name, reading, side) for side in (chosen.rows, chosen.columns))
    return chosen.row(row), rows[row]["label"], columns


@shared_cache
def measured_plane(name: str, reading: EncodedText, head: str, row: int) -> measure.Plane:
    """Return the plane in which a query can be moved."""
    return measure.plane(trained(name), reading.ids, heads(name)[head].row(row))


@shared_cache
def changed_row(
    name: str, reading: EncodedText, head: str, row: int, change: tuple | None = None
) -> Figure:
    """Return the figure of a row, with one weight overwritten."""
    at, who, columns = _place(name, reading, head, row)
    return touched_row(
        trained(name), reading.ids, at, measured_row(name, reading, head, row), columns, who, change
    )


@shared_cache
def measured_row(name: str, reading: EncodedText, head: str, row: int) -> touch.Seen:
    """Return a row as the model computed it, with the effect of each word."""
    return touch.effects_of_row(trained(name), reading.ids, heads(name)[head].row(row))


@shared_cache
def table() -> Figure:
    """Return the figure of the seven scores."""
    return score_table()


@shared_cache
def lookup(query_word: str) -> Figure:
    """Return the figure of the soft lookup in the small dictionary."""
    return dictionary(DICTIONARY, query_word)


@shared_cache
def root() -> Figure:
    """Return the figure of the effect of the division by √d_k."""
    return root_d()


def control(name: str) -> Table:
    """Return the shipped results of a control experiment."""
    return read(name)


def which_root() -> str:
    """Return the weights of a well-known example after division by two roots (markdown)."""
    scores = torch.tensor([112.0, 96.0])
    rows = [(d, (scores / d**0.5).softmax(-1).tolist()) for d in (64, 512)]
    return "\n".join(
        f"- ÷ √{d} = {d**0.5:.1f}: weights **{a:.2f}** and **{b:.2f}**" for d, (a, b) in rows
    )


@shared_cache
def predict(part: str, hand: str) -> Prediction:
    """Return the question of a part of the page; its answer is computed."""
    if part == "functions":
        return prediction.about_heat(lookup_answers(DICTIONARY, ASKED), DICTIONARY)
    if part == "root":
        return prediction.about_gradient(sample_draws())
    typed = encode(TRANSLATOR, SENTENCE)
    row = typed.words.index(LOOKS)
    if hand == "weight":
        return prediction.about_brightest(typed.words, measured_row(TRANSLATOR, typed, HEAD, row))
    model, seen = trained(TRANSLATOR), measured_plane(TRANSLATOR, typed, HEAD, row)
    street = typed.words.index("street")
    result = measure.move_query(
        model, typed.ids, heads(TRANSLATOR)[HEAD].row(row), seen, seen.keys[street].tolist()
    )
    now, after = (model.task.join(each.words) for each in (seen.answer, result))
    return prediction.about_moving(now, after, float(result.weights[street]))


def plane_of_it() -> Figure:
    """Return the first figure of the page: the query of "it" and the keys of its head."""
    typed = encode(TRANSLATOR, SENTENCE)
    return plane(TRANSLATOR, typed, HEAD, typed.words.index(LOOKS), None)


def warm() -> None:
    """Compute the first view in advance, so that no visitor waits for it."""
    plane_of_it(), predict("head", "query")
