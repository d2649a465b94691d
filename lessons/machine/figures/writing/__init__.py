"""Decoding step by step: the input, the attention, and the words that could come next.

Beside it, the same sentence with teacher forcing, as in training. Measured in
`lessons/machine/measure/writing.py`.
"""

from collections.abc import Sequence

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels, short, visible
from lessons.figures.panels import bars, by, choice, picture, reveals_answer, row, sentence, strips
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.machine.figures.writing import words as say
from lessons.machine.measure.writing import edit_distance, last_attention, side_by_side, ways
from transformer.vocabulary import END
from transformer.weights import Trained

MOST_WORDS = 64
HERE = "lessons.machine.measure.writing"
SHARES = "transformer.measure.architecture.candidates"


def writing(trained: Trained, text: str | EncodedText, right: Sequence[str] = ()) -> Figure:
    """Return the figure of a model that translates a sentence; `right` is the correct answer, if there is one.

    Raises ValueError for an empty or too long sentence.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    vocabulary = trained.target_vocabulary
    wanted = [*vocabulary.encode(right), END] if right else []

    def short_words(tokens: Sequence[int]) -> list[str]:
        return [short(vocabulary.words[token]) for token in tokens]

    read_words = labels(reading.words, reading.is_unknown, reading.languages[0])
    arrays, lines = {}, []
    for way in ways(trained, reading.ids, wanted[:-1] or None):
        read = labels(short_words(way.read), language=reading.languages[1])
        arrays |= _arrays(trained, way, read, read_words)
        wrong = edit_distance(way.predicted, wanted) if wanted else None
        lines.append({
            "name": way.name, "read": [label["label"] for label in read], "said": short_words(way.predicted), "wrong": wrong,
            "next": [short_words(row) for row in way.words.tolist()],
        })  # fmt: skip
    return _figure(trained, reading, read_words, lines, short_words(wanted), arrays)


def _arrays(trained: Trained, way, read: list, read_words: list) -> dict[str, Array]:
    """Return the numbers of one way: the next words, the attention weights, and its queries among the keys."""
    arrays = {
        "shares": Array(way.shares.numpy(), "step candidate", "logits", SHARES, {"step": read})
    }
    for kind, columns, words in (("self", "target", read), ("cross", "source", read_words)):
        if seen := last_attention(trained, way, "target", columns):
            probe, weights = seen
            where = {"step": read, "word": words}
            arrays[kind] = Array(
                weights.numpy(), "step word", probe, f"{HERE}.last_attention", where
            )
    if "cross" in arrays:
        layer = arrays["cross"].probe.removesuffix(".weights")
        for kind, axis in (("query", "step"), ("key", "word")):
            if (value := side_by_side(way, f"{layer}.{kind}")) is not None:
                rows = f"{HERE}.side_by_side"
                arrays[kind] = Array(value.numpy(), f"{axis} d_k", f"{layer}.{kind}", rows)
    return {f"{way.name}.{name}": array for name, array in arrays.items()}


def _figure(
    trained: Trained, reading: EncodedText, read_words: list, lines: list, right: list, arrays: dict
) -> Figure:
    names = [line["name"] for line in lines]
    free = by("way", [line["name"] == "free" for line in lines])  # what it wrote by itself is asked
    choices = [
        choice("way", say.IN, [say.WAYS[name][0] for name in names], values=names, keys="t"),
        choice("step", say.STEP, by("way", [line["read"] for line in lines]), control="step", keys="←→")
        | {"tells": free},  # the number of output words rules out answers
    ]  # fmt: skip

    def each(what) -> dict:
        """Return `what(line, step)` for each way and step."""
        return by(
            "way", [by("step", [what(line, n) for n in range(len(line["read"]))]) for line in lines]
        )

    def column(title: str, says, *panels, look: str = "note off-stage") -> list:
        return [text_panel(title, "head"), text_panel(says, look), *panels]

    def telling(title: str, says, *panels, **look) -> list:
        head, *rest = column(title, says, *panels, **look)
        return [head, *(reveals_answer(panel, free) for panel in rest)]

    def has(*kinds: str) -> bool:
        return all(f"{name}.{kind}" in arrays for name in names for kind in kinds)

    first, second = (
        [bars(f"{{way}}.{kind}[step, :]", words, full=1.0)] if has(kind) else []
        for kind, words in (
            ("self", each(lambda line, n: line["read"][: n + 1])),
            ("cross", read_words),
        )
    )
    if has("query", "key"):
        second += [
            strips("{way}.query[step, :]", say.QUERY, hue="query"),
            strips("{way}.key[:, :]", say.KEYS, hue="key"),
        ]
    last = bars(
        "{way}.shares[step, :]", each(lambda line, n: line["next"][n]), full=1.0, hue="value"
    )
    missing = [say.NO_PROBE.format(what=kind) for kind in ("self", "cross") if not has(kind)]
    panels = [
        text_panel(by("way", [say.WAYS[name][1] for name in names]), "label"),
        *(reveals_answer(_way_sentence(line, lines, right)) if line["name"] == "free" else _way_sentence(line, lines, right) for line in lines),
        *([sentence(say.RIGHT, right)] if right else []),
        *([text_panel(_error_counts(lines), "read telling")] if right else []),
        row(
            telling(say.SELF, each(lambda line, n: say.SELF_SAYS.format(word=line["read"][n])), *first),
            column(say.CROSS, say.CROSS_SAYS, *second),
            telling(say.NEXT, each(lambda line, n: _next_text(line, n, right, len(trained.target_vocabulary))), last, look="note"),
        ),
        *(text_panel(note, "caption") for note in ([*missing] if right else [*missing, say.NO_RIGHT])),
    ]  # fmt: skip
    title = say.TITLE.format(sentence=" ".join(map(visible, reading.words)))
    origin = say.SOURCE.format(model=trained.name)
    written = [
        word
        for line in lines
        for row in (line["said"], line["read"], *line["next"])
        for word in row
    ]
    data = data_words(([*right, *written], reading.languages[1]))
    return picture("writing", title, choices, panels, arrays, origin, plays="step", data=data)


def _error_counts(lines: list[dict]) -> str:
    counts = [f"{say.WAYS[line['name']][0]} **{line['wrong']}**" for line in lines]
    return say.WRONG.format(counts=", ".join(counts))


def _way_sentence(line: dict, lines: list[dict], right: list[str]) -> dict:
    """Return the output of one way. Marked: the word of this step, later ones, and wrong ones."""
    button = say.WAYS[line["name"]][0]
    names = by("way", [f"**{button}**" if other is line else button for other in lines])
    marks = [
        by("step", [_marks(line, right, n, other is line) for n in range(len(other["read"]))])
        for other in lines
    ]
    return sentence(names, line["said"], by("way", marks))


def _marks(line: dict, right: list[str], step: int, shown: bool) -> str:
    words, marks = line["said"], ""
    for n, word in enumerate(words):
        wrong = bool(right) and right[n : n + 1] != [word]
        # In free running, a mistake shifts all later words, so only the first is marked.
        if line["name"] == "free":
            wrong = wrong and words[:n] == right[:n]
        marks += (
            "l"
            if n > step
            else ("e" if wrong else "n")
            if n == step and shown
            else "w"
            if wrong
            else "o"
        )
    return marks


def _next_text(line: dict, step: int, right: list[str], count: int) -> str:
    if line["name"] == "forced":
        return say.NEXT_FORCED.format(word=line["said"][step], right=right[step])
    return say.NEXT_SAYS.format(word=line["said"][step], count=count)
