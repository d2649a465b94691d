"""A recurrent model reads a sentence and writes its output: the state after each word, the gates that computed it,
and the probability of each output word. Measured in `lessons/sequences/measure/word_by_word.py`.
"""

import numpy as np
import torch

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels, short, visible
from lessons.figures.panels import bars, by, choice, matrix, picture, reveals_answer, row, sentence
from lessons.figures.panels import text as line
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.sequences.figures.recurrent_steps import words as say
from lessons.sequences.measure.word_by_word import READER, STATE, WRITER, Steps, record_steps
from transformer.weights import Trained

MOST_WORDS = 24
FOLLOWED = "lessons.sequences.measure.word_by_word.record_steps"
SHARES = "transformer.measure.architecture.candidates"
VECTORS = ("before", "candidate", "memory", STATE)  # arrays of a cell that are not gates


def recurrent_steps(trained: Trained, text: str | EncodedText) -> Figure:
    """Return the figure of one forward pass. Raises `ValueError` for a model without such cells."""
    reading = encoded_text(trained, text, MOST_WORDS)
    steps = record_steps(trained, reading.ids)
    vocabulary = trained.target_vocabulary.words
    heard = labels(
        [reading.words[k] for k in steps.order],
        [reading.is_unknown[k] for k in steps.order],
        reading.languages[0],
    )
    wrote = [short(vocabulary[token]) for token in steps.written]
    fed = [short(vocabulary[token]) for token in steps.read]
    rows = [label["label"] for label in heard] + [say.WRITES.format(word=word) for word in wrote]
    arrays = _arrays(steps, rows, heard)
    cell, hidden = trained.model.config.cell, steps.before.shape[1]

    def each(reads, writes) -> dict:
        """Return `reads(k)` for each step of the encoder and `writes(k)` for each step of the decoder."""
        return by(
            "step", [reads(k) for k in range(len(heard))] + [writes(k) for k in range(len(wrote))]
        )

    summary = each(
        lambda k: say.READING.format(word=heard[k]["label"], hidden=hidden),
        lambda k: say.WRITING.format(read=fed[k], word=wrote[k], count=len(vocabulary)),
    )
    chain = each(lambda k: "", lambda k: say.PRODUCT if k else say.CHANCE)
    kept = {"kept": "kept[step]"} if "kept" in arrays else {}
    mixed = _mixed(steps)
    single = {
        name.replace(" ", "_"): f"{name}[step, unit]:2"
        for name in ("before", *steps.cells, *steps.made)
    }
    left = [
        _rows("state[:, :]", rows, say.STATES, ("step", "unit"), cells=(9, 9)),
        _rows("mixed[:, step, :]", [say.NAMES[name] for name in mixed], say.MIXED, cells=(9, 9)),
    ]  # fmt: skip
    candidates = each(
        lambda k: [], lambda k: [short(vocabulary[n]) for n in steps.words[k].tolist()]
    )
    right = [
        line(say.READ, "label"),
        sentence("", heard, each(lambda k: _marks(k, len(heard)), lambda k: "o" * len(heard))),
        reveals_answer(line(say.HANDED.format(hidden=hidden), "note")),
        line(say.WROTE, "label"),
        sentence("", wrote, each(lambda k: "l" * len(wrote), lambda k: _marks(k, len(wrote)))),
        line(chain, "note", past="past[step]:3", chance="chance[step]:3", chain="chain[step]:3"),
        bars("shares[step, :]", candidates, title=each(lambda k: "", lambda k: say.NEXT), full=1.0, hue="value"),
        *(line(equation, "note detail", **single) for equation in say.EQUATIONS[cell]),
        *([line(say.KEPT, "note", **kept)] if kept else []),
    ]  # fmt: skip
    numbers = [str(k + 1) for k in range(hidden)]
    choices = [
        choice("step", say.STEP, rows, control="step", keys="←→"),
        choice("unit", say.NUMBER, numbers, control="", keys="↑↓", opens=_opens(steps)),
    ]
    panels = [line(summary), row(left, right, widths=" 340", least=640)]
    title = say.TITLE.format(sentence=" ".join(map(visible, reading.words)), cell=say.CELLS[cell])
    origin = say.ORIGIN.format(reader=READER, writer=WRITER, model=trained.name)
    next_words = {short(vocabulary[n]) for n in steps.words.flatten().tolist()}
    data = data_words(({*wrote, *next_words}, reading.languages[1]))
    return picture(
        "recurrent_steps", title, choices, panels, arrays, origin, plays="step", data=data
    )


def _opens(steps: Steps) -> int:
    """Return the component of the state whose gate is closest to half open at the first word."""
    stays = steps.cells.get("update", steps.cells.get("forget", steps.cells[STATE]))
    return 1 + int((stays[0] - 0.5).abs().argmin())


def _mixed(steps: Steps) -> list[str]:
    """Return the rows for one step: the gates, then what they let in; the states are in the rows above."""
    gates = [name for name in steps.cells if name not in VECTORS]
    return gates + [name for name in VECTORS if name in steps.cells and name != STATE] or [STATE]


def _rows(numbers: str, names: list[str], title: str, choose=("", "unit"), **look) -> dict:
    """Return rows of state components, all on one scale."""
    return matrix(
        numbers, names, choose=choose, title=title, full=1.0, tip=say.TIP, legend=None, **look
    )


def _marks(now: int, count: int) -> str:
    return "".join("o" if k < now else "n" if k == now else "l" for k in range(count))


def _arrays(steps: Steps, rows: list[str], heard: list[dict]) -> dict[str, Array]:
    """Return what the probes of both cells recorded, and what followed for each word; NaN before the output starts."""
    probe, along = f"{READER}.{{}}, {WRITER}.{{}}", {"step": rows}

    def array(name: str, value: torch.Tensor, axes: str, labels: dict | None = None) -> Array:
        return Array(value.float().numpy(), axes, probe.format(name, name), FOLLOWED, labels or {})

    arrays = {name: array(name, value, "step unit", along) for name, value in steps.cells.items()}
    for name, value in {"before": steps.before, **steps.made}.items():
        arrays[name] = array(STATE, value, "step unit")
    if (stays := steps.cells.get("update", steps.cells.get("forget"))) is not None:
        arrays["kept"] = array(
            "update" if "update" in steps.cells else "forget", stays.mean(1), "step"
        )
    mixed = torch.stack([steps.cells[name] for name in _mixed(steps)])
    arrays["mixed"] = array(STATE, mixed, "part step unit")
    arrays["reader"] = Array(steps.cells[STATE][: len(heard)].numpy(), "step unit", f"{READER}.{STATE}", "", {"step": heard})  # fmt: skip
    chain = steps.chances.double().cumprod(0)
    past = torch.cat((torch.ones_like(chain[:1]), chain[:-1]))
    for name, value in (("chance", steps.chances), ("chain", chain), ("past", past)):
        arrays[name] = Array(_after(len(heard), value), "step", "logits", FOLLOWED)
    arrays["shares"] = Array(_after(len(heard), steps.shares), "step candidate", "logits", SHARES)
    return arrays


def _after(count: int, value: torch.Tensor) -> np.ndarray:
    """Return the numbers of the decoder's steps, after `count` encoder steps, which have none."""
    nothing = torch.full((count, *value.shape[1:]), torch.nan)
    return torch.cat((nothing, value.float())).numpy()
