"""Decoding step by step: the input, the attention, and the words that could come next.

Beside it, the same sentence with teacher forcing, as in training. Measured in
`lessons/machine/measure/writing.py`.
"""

from collections.abc import Sequence

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels, short, visible
from lessons.figures.panels import bars, by, choice, picture, reveals_answer, row, sentence, strips
from lessons.figures.panels import text as told
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.machine.figures.writing import words as say
from lessons.machine.measure.writing import looks, mistakes, side_by_side, ways
from transformer.vocabulary import END
from transformer.weights import Trained

MOST_WORDS = 64
HERE = "lessons.machine.measure.writing"
SHARES = "transformer.measure.architecture.candidates"


def writing(trained: Trained, text: str | EncodedText, right: Sequence[str] = ()) -> Figure:
    """Let a model translate a sentence; `right` is the known answer, if there is one.

    Raises ValueError for an empty or too long sentence.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    vocabulary = trained.target_vocabulary
    wanted = [*vocabulary.encode(right), END] if right else []

    def named(tokens: Sequence[int]) -> list[str]:
        return [short(vocabulary.words[token]) for token in tokens]

    read_words = labels(reading.words, reading.is_unknown, reading.languages[0])
    arrays, lines = {}, []
    for one in ways(trained, reading.ids, wanted[:-1] or None):
        read = labels(named(one.read), language=reading.languages[1])
        arrays |= _arrays(trained, one, read, read_words)
        wrong = mistakes(one.said, wanted) if wanted else None
        lines.append({
            "name": one.name, "read": [label["label"] for label in read], "said": named(one.said), "wrong": wrong,
            "next": [named(row) for row in one.words.tolist()],
        })  # fmt: skip
    return _figure(trained, reading, read_words, lines, named(wanted), arrays)


def _arrays(trained: Trained, one, read: list, read_words: list) -> dict[str, Array]:
    """Return the numbers of one way: the next words, the attention weights, and its queries among the keys."""
    found = {
        "shares": Array(one.shares.numpy(), "step candidate", "logits", SHARES, {"step": read})
    }
    for kind, columns, words in (("self", "target", read), ("cross", "source", read_words)):
        if seen := looks(trained, one, "target", columns):
            probe, weights = seen
            where = {"step": read, "word": words}
            found[kind] = Array(weights.numpy(), "step word", probe, f"{HERE}.looks", where)
    if "cross" in found:
        layer = found["cross"].probe.removesuffix(".weights")
        for kind, axis in (("query", "step"), ("key", "word")):
            if (value := side_by_side(one, f"{layer}.{kind}")) is not None:
                rows = f"{HERE}.side_by_side"
                found[kind] = Array(value.numpy(), f"{axis} d_k", f"{layer}.{kind}", rows)
    return {f"{one.name}.{name}": array for name, array in found.items()}


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
        return [told(title, "head"), told(says, look), *panels]

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
        told(by("way", [say.WAYS[name][1] for name in names]), "label"),
        *(reveals_answer(_line(line, lines, right)) if line["name"] == "free" else _line(line, lines, right) for line in lines),
        *([sentence(say.RIGHT, right)] if right else []),
        *([told(_to_mend(lines), "read telling")] if right else []),
        row(
            telling(say.SELF, each(lambda line, n: say.SELF_SAYS.format(word=line["read"][n])), *first),
            column(say.CROSS, say.CROSS_SAYS, *second),
            telling(say.NEXT, each(lambda line, n: _next(line, n, right, len(trained.target_vocabulary))), last, look="note"),
        ),
        *(told(note, "caption") for note in ([*missing] if right else [*missing, say.NO_RIGHT])),
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


def _to_mend(lines: list[dict]) -> str:
    counts = [f"{say.WAYS[line['name']][0]} **{line['wrong']}**" for line in lines]
    return say.WRONG.format(counts=", ".join(counts))


def _line(line: dict, lines: list[dict], right: list[str]) -> dict:
    """Return the output of one way. Marked: the word of this step, later ones, and wrong ones."""
    button = say.WAYS[line["name"]][0]
    names = by("way", [f"**{button}**" if one is line else button for one in lines])
    marks = [
        by("step", [_marks(line, right, n, one is line) for n in range(len(one["read"]))])
        for one in lines
    ]
    return sentence(names, line["said"], by("way", marks))


def _marks(line: dict, right: list[str], step: int, shown: bool) -> str:
    said, marks = line["said"], ""
    for n, word in enumerate(said):
        wrong = bool(right) and right[n : n + 1] != [word]
        if (
            line["name"] == "free"
        ):  # on its own a slip moves all that follows: only the first one is marked
            wrong = wrong and said[:n] == right[:n]
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


def _next(line: dict, step: int, right: list[str], count: int) -> str:
    if line["name"] == "forced":
        return say.NEXT_FORCED.format(word=line["said"][step], right=right[step])
    return say.NEXT_SAYS.format(word=line["said"][step], count=count)
