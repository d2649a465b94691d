"""The residual stream of one sentence: what the model would write after each sub-layer, and
how much each sub-layer adds to the logit of a word.

One recorded forward pass, measured in `lessons/block/measure/residual_stream.py`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lessons.block.figures.residual_stream import words as say
from lessons.block.measure import residual_stream as measure
from lessons.figures.kit.choices import by, choice, over
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, short, side_labels
from lessons.figures.panels import (
    bars,
    buttons,
    column,
    picture,
    reveals_answer,
    side,
    table,
    word_grid,
)
from lessons.figures.panels import text as said
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import answer
from transformer.weights import Trained

MOST_WORDS = 64
CANDIDATES = 5  # words shown for each state; this many at the last one can be asked about
SHARES = ("share", "apart")  # for the logit of a word, and for its lead over a rival


def residual_stream(trained: Trained, text: str | EncodedText, stack: str = "") -> Figure:
    """Let a model answer (or continue) `text`, and inspect the pass in which it reads its words:
    all of its stacks, or only one, "encoder" or "decoder".

    Raises `ValueError` for an empty or too long sentence, and for a layer without the needed probes.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    found = answer(trained, reading.ids)
    sides = side_labels(found.sides, reading)
    arrays: dict[str, Array] = {}
    stacks = []
    for name in [stack] if stack else measure.stacks(trained.model):
        stream = measure.stream(trained.model, found.trace, name)
        stacks.append(_stack(trained, stream, name, sides[trained.family.side(name)], arrays))
    return _figure(trained.name, reading, stacks, arrays)


def _stack(
    trained: Trained, stream: measure.Stream, name: str, read: list, arrays: dict[str, Array]
) -> dict[str, Any]:
    """Describe one stack; its numbers go into `arrays`."""
    places = [say.place(*place) for place in stream.places]
    parts = [say.WORD, say.POSITION, *places[1:], say.BETA]

    def keep(key: str, values: Tensor, axes: str, function: str) -> None:
        probe, made = (
            f"{name}.layers.*.sum",
            f"lessons.block.measure.residual_stream.{function}",
        )
        named = {"position": read, "part": parts}
        arrays[f"{name}.{key}"] = Array(values.float().numpy(), axes, probe, made, named)

    def beside(key: str, states: Tensor, function: str) -> None:
        """Return (place, position), beside the parts: there is no state between the first part and the last."""
        padded = torch.nn.functional.pad(states, (0, 0, 1, 1), value=torch.nan)
        keep(key, padded, "part position", function)

    beside("length", stream.states.norm(dim=-1), "stream")
    for key, cosine in zip(("before", "final"), measure.cosines(stream), strict=True):
        beside(key, cosine, "cosines")
    tables, tokens = _tables(trained, name), []
    for number, (_, rows, vocabulary) in enumerate(tables):
        top = measure.stopped(stream, rows).softmax(-1).topk(min(CANDIDATES, len(rows)))
        keep(f"{number}.probability", top.values, "place position candidate", "stopped")
        known = np.array([short(word) for word in vocabulary.words], object)
        tokens.append(known[top.indices].tolist())  # [place][position][candidate]
        if number == 0:
            _scores(stream, rows.detach()[top.indices[-1]], keep)
    return {
        "name": name, "title": say.STACKS[name], "read": read, "places": places, "parts": parts,
        "tables": [title for title, *_ in tables], "tokens": tokens, "last": tokens[0][-1],
        "tells": say.TELLS[name if trained.reads else "alone"], "ends": say.ENDS[name],
    }  # fmt: skip


def _scores(stream: measure.Stream, rows: Tensor, keep: Callable) -> None:
    """Return what each part adds to the logits of the words at the end, whose rows of the table (position, candidate,
    d_model) are given."""
    rivals = rows[:, [1, *[0] * (rows.shape[1] - 1)]]  # the best one, or for this one the second
    scores = (rows @ stream.output[..., None])[..., 0]  # (position, candidate)
    shares = [measure.contributions(stream, asked) for asked in (rows, rows - rivals)]
    for key, found in zip(SHARES, shares, strict=True):
        keep(key, found, "part position candidate", "contributions")
        keep(f"{key} sum", found.sum(0), "position candidate", "contributions")
    keep("rest", scores - shares[0].sum(0), "position candidate", "contributions")
    keep("score", scores, "position candidate", "stream")


def _tables(trained: Trained, stack: str) -> list[tuple[str, Tensor, Any]]:
    """Return the embedding tables of a model, each with its name and words, the stack's own table first."""
    names = say.TABLES["translates" if trained.task.translates else "other"]
    sides = {"encoder": trained.source_vocabulary, "decoder": trained.target_vocabulary}
    found = {}
    for side_of in measure.stacks(trained.model):
        embedding = getattr(trained.model, measure.embedding_of(trained.model, side_of))
        found[side_of] = names[side_of], embedding.table.weight, sides[side_of]
    return [found.pop(stack), *found.values()]


def _figure(
    model: str, reading: EncodedText, stacks: list[dict], arrays: dict[str, Array]
) -> Figure:
    each = over("stack", stacks)

    def in_table(what: Callable[[list], Any]) -> dict:
        return each(lambda one: by("table", [what(tokens) for tokens in one["tokens"]]))

    def at_word(says: Callable[[dict, list], str]) -> dict:
        """Return a sentence on the words that fit at the end, best first."""
        return each(lambda one: by("word", [says(one, found) for found in one["last"]]))

    def apart(text: str) -> dict:
        """Return a sentence on the word in question and its rival: the best word, or for the best word the second."""
        best, second = (at_word(lambda _, found, k=k: text.format(rival=found[k])) for k in (0, 1))
        return by("candidate", [second, *[best] * (CANDIDATES - 1)])

    def marked(one: dict) -> dict:
        """Return the parts, with the current row marked."""
        names, rows = one["parts"], range(1, len(one["places"]) + 1)
        return by("place", [[{"label": name, "look": "named" * (k == row)} for k, name in enumerate(names)] for row in rows])  # fmt: skip

    places, read = each(lambda one: one["places"]), each(lambda one: one["read"])
    last = stacks[-1]  # the decoder, where there is one
    choices = [
        choice("stack", say.STACK, [one["title"] for one in stacks], paths=[one["name"] for one in stacks],
               linked="paths", opens=len(stacks)),
        choice("table", say.TABLE, each(lambda one: one["tables"]), paths=["0", "1"][: len(last["tables"])], keys="t"),
        choice("place", say.PLACE, places, control="step", keys="↑↓", opens=len(last["places"])),
        choice("word", say.COLUMN, read, control="", keys="←→", opens=min(2, len(last["read"]))),
        choice("candidate", say.WHY, each(lambda one: by("word", one["last"])), control=""),
        choice("against", say.NOT, values=[False, True], paths=SHARES, control="", keys="a"),
    ]  # fmt: skip
    best = in_table(lambda tokens: [[found[0] for found in row] for row in tokens])
    candidates = in_table(lambda tokens: by("place", [by("word", row) for row in tokens]))
    panels = [
        said(each(lambda one: by("table", [one["tells"], f"{one['tells']} {say.FOREIGN}"])), "label"),
        reveals_answer(word_grid("{stack}.{table}.probability[:, :, 0]", best, places, read, ("place", "word"), say.ROWS)),
        buttons(candidate=say.WHY, against=apart(say.AGAINST)),
        said(by("against", [say.ASKED, apart(say.ASKED_APART)]), "label"),
        table("", each(marked), [
            reveals_answer(column(say.ADDS, "{stack}.{against}[:, word, candidate]", bar=True)),
            *(reveals_answer(column(title, f"{{stack}}.{name}[:, word]"), name == "final") for name, title in say.COLUMNS.items()),
        ]),
        said(by("against", [say.EXACT, say.EXACT_APART]), score="{stack}.score[word, candidate]:4",
             total="{stack}.{against} sum[word, candidate]:4", rest="{stack}.rest[word, candidate]:1"),
        said(say.ABOUT, "caption"),
        side(
            say.STOPPED, say.CELL, reveals_answer(bars("{stack}.{table}.probability[place, word, :]", candidates, full=1)),
            said(at_word(lambda one, found: one["ends"].format(token=found[0])), "note"),
        ),
    ]  # fmt: skip
    title, origin = (
        say.TITLE.format(sentence=" ".join(reading.words)),
        say.ORIGIN.format(model=model),
    )
    data = data_words(*(side for one in stacks for side in _spoken(one, reading.languages)))
    return picture("residual_stream", title, choices, panels, arrays, origin, plays="place", pace=1100, data=data)  # fmt: skip


def _spoken(stack: dict, languages: tuple[str, str]) -> list[tuple[set[str], str]]:
    """The words of each table, with their language: the first table is that of the stack."""
    ordered = languages if stack["name"] == "encoder" else languages[::-1]
    found = [
        {word for row in places for words in row for word in words} for places in stack["tokens"]
    ]
    return list(zip(found, ordered, strict=False))
