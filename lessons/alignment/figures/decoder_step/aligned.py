"""All steps of a recurrent decoder as one matrix, and the arithmetic of a clicked weight: e = vᵀ tanh(W s + U h)."""

from lessons.alignment.figures.decoder_step import HERE, MOST_WORDS, PROBES
from lessons.alignment.figures.decoder_step import words as say
from lessons.alignment.measure.alignment import steps, terms
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, short, visible
from lessons.figures.panels import (
    by,
    choice,
    column,
    matrix,
    picture,
    reveals_answer,
    row,
    table,
    text,
)
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.weights import Trained

SHOWN = 4  # terms of the sum
BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def alignment_matrix(trained: Trained, sentence: str | EncodedText) -> Figure:
    """Build the matrix of output words (rows) and input words (columns). Raises `ValueError` as `steps` does."""
    reading = encoded_text(trained, sentence, MOST_WORDS)
    recorded = steps(trained, reading.ids)
    order, score = trained.model.config.decoder, trained.model.config.score
    source = labels(reading.words, reading.is_unknown, reading.languages[0])
    vocabulary = trained.target_vocabulary.words
    wrote = [short(vocabulary[t]) for t in recorded.words[:, 0].tolist()]
    first = 0 if order == "bahdanau" else 1
    asks = [say.ASKS[order].format(n=str(n + first).translate(BELOW)) for n in range(len(wrote))]
    rows = labels(wrote, language=reading.languages[1])
    along = {"row": rows, "word": source}
    arrays = {
        name: Array(getattr(recorded, name).numpy(), "row word", PROBES[name], HERE, along)
        for name in ("energies", "weights")
    }
    exponentials = (recorded.energies - recorded.energies.amax(1, keepdim=True)).exp()
    arrays["powers"] = Array(exponentials.numpy(), "row word", PROBES["energies"], HERE, along)
    arrays["sums"] = Array(exponentials.sum(1).numpy(), "row", PROBES["energies"], HERE)
    best = recorded.energies.amax(1).numpy()
    arrays["best"] = Array(best, "row", PROBES["energies"], HERE)
    parts, rest = terms(trained.model.decoder.attention, recorded, trained, reading.ids, SHOWN)
    for name, value in parts.items():
        arrays[name] = Array(value.numpy(), "row word term", PROBES["energies"], HERE)
    arrays["rest"] = Array(rest.numpy(), "row word", PROBES["energies"], HERE)
    cell = [
        text(by("row", [say.CELL.format(asks=a, word=w) for a, w in zip(asks, wrote, strict=True)]), "head"),
        text(say.ENERGY[score], "note", energy="energies[row, column]:2"),
        table("", [str(k + 1) for k in range(SHOWN)], [column(title, f"{name}[row, column, :]:2") for name, title in say.TERMS[score].items()]),
        text(say.REST.format(more=recorded.state.shape[1] - SHOWN), "note", rest="rest[row, column]:2", energy="energies[row, column]:2"),
        text(say.SOFTMAX, "note", energy="energies[row, column]:2", best="best[row]:2", power="powers[row, column]:3",
             sum="sums[row]:3", weight="weights[row, column]:3"),
        text(say.DIFFERENCES, "caption"),
    ]  # fmt: skip
    peak = int(recorded.weights[0].argmax()) + 1
    choices = [
        choice("row", say.ROW, rows, control="step", keys="↑↓"),
        choice("column", say.COLUMN, source, control="", keys="←→", opens=peak),
    ]
    map_ = matrix(
        "weights[:, :]:2",
        rows,
        source,
        choose=("row", "column"),
        title=say.MATRIX[order],
        weights=True,
        cells=(22, 46),
    )
    panels = [reveals_answer(row([map_], cell, widths=" 400", least=900))]
    title = say.TITLE.format(sentence=" ".join(map(visible, reading.words)))
    origin = say.ORIGIN.format(model=trained.name, answer=trained.task.join(recorded.answer.words))
    return picture("decoder_step", title, choices, panels, arrays, origin, "row", 1600)
