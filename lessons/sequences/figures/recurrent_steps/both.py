"""The two states of every word of a sentence, →h and ←h, and what each of them has read."""

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels, visible
from lessons.figures.panels import bars, choice, matrix, picture, row, text
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.sequences.figures.recurrent_steps import MOST_WORDS
from lessons.sequences.figures.recurrent_steps import words as say
from lessons.sequences.measure.both_ways import BACKWARDS, FORWARDS, both_ways
from transformer.weights import Trained

FROM = "lessons.sequences.measure.both_ways.both_ways"


def both_states(trained: Trained, sentence: str | EncodedText) -> Figure:
    """Return the figure of both states of every word. Raises `ValueError` for a model that reads in one direction."""
    reading = encoded_text(trained, sentence, MOST_WORDS)
    both, names = (
        both_ways(trained, reading.ids),
        labels(reading.words, reading.is_unknown, reading.languages[0]),
    )
    hidden = both.forwards.shape[1]
    sides = {"forwards": (FORWARDS, "query"), "backwards": (BACKWARDS, "value")}
    arrays, columns = {}, []
    for side, (probe, hue) in sides.items():
        states, moves = getattr(both, side), getattr(both, f"moves_{side}")
        arrays[side] = Array(states.numpy(), "word unit", probe, "", {"word": names})
        arrays[f"moves {side}"] = Array(
            moves.numpy(), "replaced word", probe, FROM, {"word": names}
        )
        shown = matrix(f"{side}[:, :]", names, choose=("word", ""), title=say.BOTH[side], full=1.0, cells=(4, 16), tip=say.TIP, legend=None)  # fmt: skip
        columns.append(
            [shown, bars(f"moves {side}[word, :]", names, title=say.BOTH["moves"], hue=hue)]
        )
    choices = [choice("word", say.BOTH["word"], names, control="step", keys="←→")]
    summary = text(say.BOTH["told"].replace("{hidden}", str(hidden)), "told")
    title = say.BOTH["title"].format(sentence=" ".join(map(visible, reading.words)))
    origin = say.BOTH["origin"].format(model=trained.name)
    return picture(
        "recurrent_steps", title, choices, [summary, row(*columns)], arrays, origin, "word"
    )
