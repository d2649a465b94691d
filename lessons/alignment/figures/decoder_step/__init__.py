"""A recurrent decoder, step by step: its scores, attention weights, context, state and output.

Probes recorded all numbers in one forward pass (`lessons/alignment/measure/alignment.py`). The columns follow
the order of the computation: Bahdanau's decoder attends and then updates its state, Luong's does the reverse.
"""

from lessons.alignment.figures.decoder_step import words as say
from lessons.alignment.measure.alignment import steps
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels, short, visible
from lessons.figures.panels import bars, by, choice, picture, reveals_answer, row, sentence, strips
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.vocabulary import START
from transformer.weights import Trained

MOST_WORDS = 24
HERE = "lessons.alignment.measure.alignment.steps"
PROBES = {
    "energies": "decoder.attention.energies",
    "weights": "decoder.attention.weights",
    "context": "decoder.attention.context",
    "before": "decoder.cells.0.state",
    "state": "decoder.cells.0.state",
    "output": "decoder.output",
}


def decoder_step(trained: Trained, text: str | EncodedText) -> Figure:
    """Show how a model of the family `recurrent_attention` answers a sentence. Raises `ValueError` for an empty or
    too long sentence, and for a model whose decoder does not attend step by step."""
    reading = encoded_text(trained, text, MOST_WORDS)
    recorded = steps(trained, reading.ids)
    vocabulary, config = trained.target_vocabulary, trained.model.config
    english, french = reading.languages
    source = labels(reading.words, reading.is_unknown, english)
    candidates = [
        [short(vocabulary.words[token]) for token in row] for row in recorded.words.tolist()
    ]
    read = [short(vocabulary.words[token]) for token in (START, *recorded.answer.inside)]
    outputs = labels([row[0] for row in candidates], language=french)

    def array(name: str) -> Array:
        value = getattr(recorded, name).numpy()
        along = {"step": outputs, "word": source}
        axis = "word" if name in ("energies", "weights") else name
        return Array(value, f"step {axis}", PROBES[name], HERE, along)

    arrays = {name: array(name) for name in PROBES}
    arrays["shares"] = Array(
        recorded.shares.numpy(), "step candidate", "logits", HERE, {"step": outputs}
    )
    scored = [
        text_panel(say.SCORED, "head"),
        bars("energies[step, :]", source, title=say.SCORES[config.score], hue="query"),
    ]
    looked = [
        text_panel(say.LOOKED, "head"),
        bars("weights[step, :]", source, title=say.SUM, full=1),
        reveals_answer(strips("context[step, :]", say.CONTEXT.format(numbers=recorded.context.shape[1]), hue="value")),
    ]  # fmt: skip
    states = [
        strips("before[step, :]", say.BEFORE.format(numbers=recorded.state.shape[1])),
        strips("state[step, :]", say.STATE),
    ]
    out = [
        strips("output[step, :]", say.OUTPUT),
        bars("shares[step, :]", by("step", candidates), title=say.NEXT, full=1, hue="value"),
    ]
    order = config.decoder
    moves = [text_panel(say.MOVES[order], "head"), text_panel(say.MOVE[order], "label"), *states]
    writes = [text_panel(say.WRITES, "head"), *out]
    columns = {
        "bahdanau": ([*scored], [*looked], [*moves, *writes]),
        "luong": ([*moves, *scored], [*looked], [*writes]),
    }[order]
    panels = [
        text_panel(say.ORDER[order], "told"),
        sentence(say.READ, read, by("step", [_marks(len(read), n) for n in range(len(read))])),
        row(*columns),
        text_panel(
            say.FIXED.format(words=len(source), numbers=recorded.context.shape[1]),
            "caption telling",
        ),
    ]
    choices = [choice("step", say.STEP, outputs, control="step", keys="←→")]
    title = say.TITLE.format(sentence=" ".join(map(visible, reading.words)))
    origin = say.ORIGIN.format(model=trained.name, answer=trained.task.join(recorded.answer.words))
    data = data_words((read + sum(candidates, []), french))
    return picture("decoder_step", title, choices, panels, arrays, origin, plays="step", pace=1600, data=data)  # fmt: skip


def _marks(count: int, step: int) -> str:
    """Mark the past, current and future input words."""
    return "o" * step + "n" + "l" * (count - step - 1)
