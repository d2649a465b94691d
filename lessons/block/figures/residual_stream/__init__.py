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
from lessons.figures.panels import text as text_panel
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
    answered = answer(trained, reading.ids)
    sides = side_labels(answered.side_labels, reading)
    arrays: dict[str, Array] = {}
    stacks = []
    for name in [stack] if stack else measure.stacks(trained.model):
        stream = measure.stream(trained.model, answered.trace, name)
        stacks.append(_stack(trained, stream, name, sides[trained.family.side(name)], arrays))
    return _figure(trained.name, reading, stacks, arrays)


def _stack(
    trained: Trained, stream: measure.Stream, name: str, read: list, arrays: dict[str, Array]
) -> dict[str, Any]:
    """Describe one stack; its numbers go into `arrays`."""
    places = [say.place(*place) for place in stream.places]
    parts = [say.WORD, say.POSITION, *places[1:], say.BETA]

    def store(key: str, values: Tensor, axes: str, function: str) -> None:
        probe, made = (
            f"{name}.layers.*.sum",
            f"lessons.block.measure.residual_stream.{function}",
        )
        labels = {"position": read, "part": parts}
        arrays[f"{name}.{key}"] = Array(values.float().numpy(), axes, probe, made, labels)

    def store_padded(key: str, states: Tensor, function: str) -> None:
        """Store states (place, position) beside the parts: there is no state between the first part and the last."""
        padded = torch.nn.functional.pad(states, (0, 0, 1, 1), value=torch.nan)
        store(key, padded, "part position", function)

    store_padded("length", stream.states.norm(dim=-1), "stream")
    for key, cosine in zip(("before", "final"), measure.cosines(stream), strict=True):
        store_padded(key, cosine, "cosines")
    tables, tokens = _tables(trained, name), []
    for number, (_, rows, vocabulary) in enumerate(tables):
        top = measure.early_logits(stream, rows).softmax(-1).topk(min(CANDIDATES, len(rows)))
        store(f"{number}.probability", top.values, "place position candidate", "early_logits")
        words = np.array([short(word) for word in vocabulary.words], object)
        tokens.append(words[top.indices].tolist())  # [place][position][candidate]
        if number == 0:
            _scores(stream, rows.detach()[top.indices[-1]], store)
    return {
        "name": name, "title": say.STACKS[name], "read": read, "places": places, "parts": parts,
        "tables": [title for title, *_ in tables], "tokens": tokens, "last": tokens[0][-1],
        "tells": say.TELLS[name if trained.reads else "alone"], "ends": say.ENDS[name],
    }  # fmt: skip


def _scores(stream: measure.Stream, rows: Tensor, store: Callable) -> None:
    """Store what each part adds to the logits of the words at the end, whose rows of the table (position, candidate,
    d_model) are given."""
    rivals = rows[:, [1, *[0] * (rows.shape[1] - 1)]]  # the best one, or for this one the second
    scores = (rows @ stream.output[..., None])[..., 0]  # (position, candidate)
    shares = [measure.contributions(stream, directions) for directions in (rows, rows - rivals)]
    for key, share in zip(SHARES, shares, strict=True):
        store(key, share, "part position candidate", "contributions")
        store(f"{key} sum", share.sum(0), "position candidate", "contributions")
    store("rest", scores - shares[0].sum(0), "position candidate", "contributions")
    store("score", scores, "position candidate", "stream")


def _tables(trained: Trained, stack: str) -> list[tuple[str, Tensor, Any]]:
    """Return the embedding tables of a model, each with its name and words, the stack's own table first."""
    names = say.TABLES["translates" if trained.task.translates else "other"]
    sides = {"encoder": trained.source_vocabulary, "decoder": trained.target_vocabulary}
    tables = {}
    for side_of in measure.stacks(trained.model):
        embedding = getattr(trained.model, measure.embedding_of(trained.model, side_of))
        tables[side_of] = names[side_of], embedding.table.weight, sides[side_of]
    return [tables.pop(stack), *tables.values()]


def _figure(
    model: str, reading: EncodedText, stacks: list[dict], arrays: dict[str, Array]
) -> Figure:
    each = over("stack", stacks)

    def by_table(what: Callable[[list], Any]) -> dict:
        return each(lambda stack: by("table", [what(tokens) for tokens in stack["tokens"]]))

    def by_word(says: Callable[[dict, list], str]) -> dict:
        """Return a sentence on the words that fit at the end, best first."""
        return each(lambda stack: by("word", [says(stack, words) for words in stack["last"]]))

    def rival_text(text: str) -> dict:
        """Return a sentence on the word in question and its rival: the best word, or for the best word the second."""
        best, second = (by_word(lambda _, words, k=k: text.format(rival=words[k])) for k in (0, 1))
        return by("candidate", [second, *[best] * (CANDIDATES - 1)])

    def marked_parts(stack: dict) -> dict:
        """Return the parts, with the current row marked_parts."""
        names, rows = stack["parts"], range(1, len(stack["places"]) + 1)
        return by("place", [[{"label": name, "look": "named" * (k == row)} for k, name in enumerate(names)] for row in rows])  # fmt: skip

    places, read = each(lambda stack: stack["places"]), each(lambda stack: stack["read"])
    last = stacks[-1]  # the decoder, where there is one
    choices = [
        choice("stack", say.STACK, [stack["title"] for stack in stacks], paths=[stack["name"] for stack in stacks],
               linked="paths", opens=len(stacks)),
        choice("table", say.TABLE, each(lambda stack: stack["tables"]), paths=["0", "1"][: len(last["tables"])], keys="t"),
        choice("place", say.PLACE, places, control="step", keys="↑↓", opens=len(last["places"])),
        choice("word", say.COLUMN, read, control="", keys="←→", opens=min(2, len(last["read"]))),
        choice("candidate", say.WHY, each(lambda stack: by("word", stack["last"])), control=""),
        choice("against", say.NOT, values=[False, True], paths=SHARES, control="", keys="a"),
    ]  # fmt: skip
    best = by_table(
        lambda tokens: [[candidate_words[0] for candidate_words in row] for row in tokens]
    )
    candidates = by_table(lambda tokens: by("place", [by("word", row) for row in tokens]))
    panels = [
        text_panel(each(lambda stack: by("table", [stack["tells"], f"{stack['tells']} {say.FOREIGN}"])), "label"),
        reveals_answer(word_grid("{stack}.{table}.probability[:, :, 0]", best, places, read, ("place", "word"), say.ROWS)),
        buttons(candidate=say.WHY, against=rival_text(say.AGAINST)),
        text_panel(by("against", [say.ASKED, rival_text(say.ASKED_APART)]), "label"),
        table("", each(marked_parts), [
            reveals_answer(column(say.ADDS, "{stack}.{against}[:, word, candidate]", bar=True)),
            *(reveals_answer(column(title, f"{{stack}}.{name}[:, word]"), name == "final") for name, title in say.COLUMNS.items()),
        ]),
        text_panel(by("against", [say.EXACT, say.EXACT_APART]), score="{stack}.score[word, candidate]:4",
             total="{stack}.{against} sum[word, candidate]:4", rest="{stack}.rest[word, candidate]:1"),
        text_panel(say.ABOUT, "caption"),
        side(
            say.STOPPED, say.CELL, reveals_answer(bars("{stack}.{table}.probability[place, word, :]", candidates, full=1)),
            text_panel(by_word(lambda stack, words: stack["ends"].format(token=words[0])), "note"),
        ),
    ]  # fmt: skip
    title, origin = (
        say.TITLE.format(sentence=" ".join(reading.words)),
        say.ORIGIN.format(model=model),
    )
    data = data_words(
        *(side for stack in stacks for side in _words_by_language(stack, reading.languages))
    )
    return picture("residual_stream", title, choices, panels, arrays, origin, plays="place", pace=1100, data=data)  # fmt: skip


def _words_by_language(stack: dict, languages: tuple[str, str]) -> list[tuple[set[str], str]]:
    """Return the words of each table, with their language: the first table is that of the stack."""
    ordered = languages if stack["name"] == "encoder" else languages[::-1]
    by_table = [
        {word for row in places for words in row for word in words} for places in stack["tokens"]
    ]
    return list(zip(by_table, ordered, strict=False))
