"""The numbers in the text of the attention page, read from the figure, that is, from one forward pass."""

from dataclasses import dataclass

import numpy as np

from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.host.faults import NotFinite
from transformer.families import Map
from transformer.probe import SourceLine
from transformer.weights import Trained


@dataclass(frozen=True)
class Gaze:
    """The attention weights of one word in one head: (word, weight) for every word that it may attend to."""

    layer: int  # counted from 0, as in probe names
    head: int
    word: str
    weights: tuple[tuple[str, float], ...]

    def strongest(self) -> tuple[str, float]:
        return max(self.weights, key=lambda pair: pair[1])

    def on(self, word: str) -> float:
        """Return the weight on a word; 0 if the sentence does not contain it."""
        return sum(weight for other, weight in self.weights if other == word)


@dataclass(frozen=True)
class Facts:
    """The results of one model for one sentence."""

    translation: str  # readable
    words: tuple[
        tuple[str, str, float], ...
    ]  # (target word, source word with the largest weight, weight)
    it: Gaze | None  # attention of "it", in the head that the card names; None without "it"

    @classmethod
    def measure(cls, trained: Trained, text: str) -> "Facts":
        """Run the model on a sentence."""
        return cls.from_figure(attention_map(trained, text), trained)

    @classmethod
    def from_figure(cls, figure: Figure, trained: Trained) -> "Facts":
        """Read the numbers from a figure, so that text and figure cannot disagree."""
        crossed = trained.family.map("target", "source")
        if crossed is None:  # a decoder-only model, or one without a decoder
            return cls(figure.header["run"]["output"], (), _gaze(figure, trained, "it"))
        cross = _map(figure, crossed)
        sources = [column["full"] for column in cross["columns"]]
        attention = _weights(figure, cross["layers"][-1]).mean(0)  # (target, source), all heads
        output = [
            row["full"] for row in cross["rows"][1:]
        ]  # row n predicts the word that row n + 1 reads
        strongest = attention.argmax(-1)  # (target,)
        return cls(
            translation=figure.header["run"]["output"],
            words=tuple(
                (word, sources[strongest[n]], float(attention[n, strongest[n]]))
                for n, word in enumerate(output)
            ),
            it=_gaze(figure, trained, "it"),
        )


def _gaze(figure: Figure, trained: Trained, word: str) -> Gaze | None:
    # No head of this model was measured for it.
    if not (head := trained.card["held_out"].get(word)):
        return None
    if (attended := trained.family.map("source", "source")) is None:
        return None
    encoder = _map(figure, attended)
    words = [row["full"] for row in encoder["rows"]]
    if word not in words:
        return None
    weights = _weights(figure, encoder["layers"][head["layer"]])
    row = weights[head["head"], words.index(word)]  # (key,)
    pairs = tuple((w, float(weight)) for w, weight in zip(words, row, strict=True))
    return Gaze(head["layer"], head["head"], word, pairs)


def _map(figure: Figure, wanted: Map) -> dict:
    return next(
        drawn_map for drawn_map in figure.header["maps"] if drawn_map["name"] == wanted.name
    )


def _weights(figure: Figure, layer: dict) -> np.ndarray:
    """(head, query, key), as captured"""
    return figure.arrays[f"{layer['prefix']}.weights"].values


def not_finite(first_nan: tuple[str, SourceLine] | None) -> NotFinite:
    """Say where NaN first came up; `found` is the first probe with NaN, and its line."""
    if first_nan is None:
        return NotFinite(
            "The figure contains NaN, but no value at a hook does, so the NaN arose between two hooks. "
            "Add a hook to the layer that you edited last."
        )
    probe, line = first_nan
    place = f"{line.file}:{line.number}"
    return NotFinite(f"NaN first appeared in {probe}, at {place}.", place, line.code)
