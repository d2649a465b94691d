"""BERT's input for a token: the sum of token, position and segment embeddings.

One recorded forward pass of `transformer/families/bert.py`.
"""

import numpy as np

from lessons.bert.figures.input_sum import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import side_labels, truncated
from lessons.figures.panels import by, choice, picture, reveals_answer, strips, text
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import answer, batch_of, must_have
from transformer.weights import Trained

PROBES = ("tokens", "positions", "segments", "sum", "normed")  # of the layer `embedding`
MOST_WORDS = 510  # with [CLS] and [SEP], all positions of the usual BERT


def input_sum(trained: Trained, typed: str | EncodedText) -> Figure:
    """Show one sentence or two, as a text or a reading. Raises `ValueError` if the model adds no segments."""
    must_have(trained.model, *(f"embedding.{name}" for name in PROBES))
    reading = encoded_text(trained, typed, MOST_WORDS)
    batch, answered = batch_of(trained, reading.ids, [()]), answer(trained, reading.ids)
    sides = side_labels(answered.side_labels, reading) | {
        "segments": answered.side_labels["segments"]
    }
    tokens, segments = sides["tokens"], sides["segments"]
    summands = [answered.trace.one(f"embedding.{name}") for name in PROBES]
    parts = np.stack([(part if part.dim() == 2 else part[0]).numpy() for part in summands])
    names, probe = {"part": say.PARTS, "token": tokens}, "embedding." + ", ".join(PROBES)
    arrays = {
        "parts": Array(parts, "part token d_model", probe, labels=names),
        "lengths": Array(np.linalg.norm(parts, axis=-1), "part token", probe, "length", names),
    }  # fmt: skip
    facts = [
        {"number": int(number), "place": place, "segment": segment, "size": parts.shape[-1]}
        for place, (number, segment) in enumerate(zip(batch.tokens[0], segments, strict=True))
    ]

    def each(words: str) -> dict:
        return by(
            "word",
            [words.replace("{word}", "{{word}}").format(**token_facts) for token_facts in facts],
        )

    full = [token["full"] for token in tokens]  # the page asks about a word that occurs again
    again = by("word", [word in full[:place] for place, word in enumerate(full)])
    panels = [
        reveals_answer(text(each(say.TOLD)), again),
        reveals_answer(
            strips("parts[:, word, :]", each(say.STRIPS), say.PARTS, "lengths[:, word]:2"), again
        ),
        text(say.ORIGIN.format(model=trained.name), "caption"),
    ]
    choices = [choice("word", say.TOKEN, tokens, control="tiles", keys="←→", opens=2)]
    return picture(
        "input_sum", say.TITLE.format(text=truncated(reading.text, 60)), choices, panels, arrays
    )
