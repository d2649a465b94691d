"""An RNN, a GRU and an LSTM with a two-dimensional state read three words: every number by its equation."""

import torch

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, picture, row, strips, text
from lessons.sequences.figures.recurrent_steps import words as say
from lessons.sequences.measure.arithmetic import fresh_cell
from transformer.recurrent import CELLS

WORDS = {"the": (1.0, 0.0), "cat": (0.0, 1.0), "sleeps": (-1.0, 0.5)}
SIZE = 2
FROM = "transformer.recurrent.cells"


def by_hand() -> Figure:
    """Return the figure of three cells with fresh parameters."""
    x = torch.tensor([*WORDS.values()])  # (word, inputs)
    names, numbers = list(WORDS), ["1", "2"]
    arrays = {"x": Array(x.numpy(), "word number", "x", "", {"word": names})}
    for kind in CELLS:
        arrays |= {f"{kind} {name}": value for name, value in _arrays(kind, x).items()}
    choices = [
        choice("cell", say.HAND["cell"], [*say.CELLS.values()], paths=[*CELLS], keys="c", opens=1),
        choice("word", say.HAND["word"], names, control="step", keys="←→"),
        choice("unit", say.HAND["unit"], numbers, keys="↑↓"),
    ]
    shown = by(
        "cell",
        [row([_equation(kind, equation) for equation in say.EQUATIONS[kind]]) for kind in CELLS],
    )
    states = strips("{cell} state[:, :]", say.HAND["h"], names)
    panels = [
        row([strips("x[:, :]", say.HAND["x"], names)], [states], least=300),
        shown,
        text(say.HAND["about"], "caption"),
    ]
    return picture(
        "recurrent_steps", say.HAND["title"], choices, panels, arrays, say.HAND["origin"], "word"
    )


def _equation(kind: str, equation: str) -> dict:
    """Return one line with its numbers."""
    gaps = {name for name in _names(kind) if f"{{{name.replace(' ', '_')}}}" in equation}
    return text(
        equation, "read", **{g.replace(" ", "_"): f"{kind} {g}[word, unit]:2" for g in gaps}
    )


def _names(kind: str) -> list[str]:
    return [*_arrays(kind, torch.zeros(1, SIZE))]


def _arrays(kind: str, x: torch.Tensor) -> dict[str, Array]:
    """Return every number of an untrained cell over these words, (word, number) each."""
    return {
        name: Array(value.numpy(), "word number", "state", FROM)
        for name, value in fresh_cell(kind, x).items()
    }
