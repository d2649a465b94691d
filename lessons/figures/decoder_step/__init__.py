"""One step of a recurrent decoder after another: what it scores, where it looks, what it keeps, what it writes.

All numbers passed probes of one forward pass (`transformer/measure/attention/alignment.py`). The columns stand in
the order in which the decoder does things: Bahdanau's looks and then moves, Luong's moves and then looks.
"""

from lessons.figures.decoder_step import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, short, visible
from lessons.figures.panels import bars, by, choice, picture, row, sentence, strips, tells
from lessons.figures.panels import text as told
from lessons.kit.reading import Reading, reading_of
from transformer.measure.attention.alignment import steps
from transformer.vocabulary import START
from transformer.weights import Trained

MOST_WORDS = 24
HERE = "transformer.measure.attention.alignment.steps"
PROBES = {
    "energies": "decoder.attention.energies",
    "weights": "decoder.attention.weights",
    "context": "decoder.attention.context",
    "before": "decoder.cells.0.state",
    "state": "decoder.cells.0.state",
    "output": "decoder.output",
}


def decoder_step(trained: Trained, text: str | Reading) -> Figure:
    """A model of the family `recurrent_attention` answers a sentence. Raises `ValueError` for an empty or too long
    one, and for a model whose decoder does not look step by step."""
    reading = reading_of(trained, text, MOST_WORDS)
    found = steps(trained, reading.ids)
    vocabulary, config = trained.target_vocabulary, trained.model.config
    source = labels(reading.words, reading.is_unknown)
    written = [[short(vocabulary.words[token]) for token in row] for row in found.words.tolist()]
    read = [short(vocabulary.words[token]) for token in (START, *found.answer.inside)]
    said = labels([row[0] for row in written])

    def array(name: str) -> Array:
        value = getattr(found, name).numpy()
        along = {"step": said, "word": source}
        axis = "word" if name in ("energies", "weights") else name
        return Array(value, f"step {axis}", PROBES[name], HERE, along)

    arrays = {name: array(name) for name in PROBES}
    arrays["shares"] = Array(found.shares.numpy(), "step candidate", "logits", HERE, {"step": said})
    scored = [
        told(say.SCORED, "head"),
        bars("energies[step, :]", source, title=say.SCORES[config.score], hue="query"),
    ]
    looked = [
        told(say.LOOKED, "head"),
        bars("weights[step, :]", source, title=say.SUM, full=1),
        tells(strips("context[step, :]", say.CONTEXT.format(numbers=found.context.shape[1]), hue="value")),
    ]  # fmt: skip
    kept = [
        strips("before[step, :]", say.BEFORE.format(numbers=found.state.shape[1])),
        strips("state[step, :]", say.STATE),
    ]
    out = [
        strips("output[step, :]", say.OUTPUT),
        bars("shares[step, :]", by("step", written), title=say.NEXT, full=1, hue="value"),
    ]
    order = config.decoder
    moves = [told(say.MOVES[order], "head"), told(say.MOVE[order], "label"), *kept]
    writes = [told(say.WRITES, "head"), *out]
    columns = {
        "bahdanau": ([*scored], [*looked], [*moves, *writes]),
        "luong": ([*moves, *scored], [*looked], [*writes]),
    }[order]
    panels = [
        told(say.ORDER[order], "told"),
        sentence(say.READ, read, by("step", [_marks(len(read), n) for n in range(len(read))])),
        row(*columns),
        told(
            say.FIXED.format(words=len(source), numbers=found.context.shape[1]), "caption telling"
        ),
    ]
    choices = [choice("step", say.STEP, said, control="step", keys="←→")]
    title = say.TITLE.format(sentence=" ".join(map(visible, reading.words)))
    origin = say.ORIGIN.format(model=trained.name, answer=trained.task.join(found.answer.words))
    return picture("decoder_step", title, choices, panels, arrays, origin, plays="step", pace=1600)


def _marks(count: int, step: int) -> str:
    """What has gone in, what goes in now, what is not there yet."""
    return "o" * step + "n" + "l" * (count - step - 1)
