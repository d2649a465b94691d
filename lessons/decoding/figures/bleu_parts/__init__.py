"""BLEU of one sentence, step by step: clipped n-grams, precisions, brevity penalty, product."""

from collections.abc import Sequence

import numpy as np

from lessons.decoding.figures.bleu_parts import words as say
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import truncated, visible
from lessons.figures.panels import by, choice, column, picture, row, sentence, table, text
from transformer.objectives.bleu import bleu

MOST_WORDS = 60
HERE = "transformer.objectives.bleu.bleu"
COUNTED, CLIPPED, RIGHT, OTHER = "cxro"  # marks of a word, in panels/style.js


def bleu_parts(
    written: Sequence[str], references: Sequence[Sequence[str]], smoothing: str = "exp"
) -> Figure:
    """Build the figure. `written` and each of `references` are the words of one sentence.

    Raises ValueError if the sentence is empty or too long, or has no reference.
    """
    for words in (written, *references):
        if not 1 <= len(words) <= MOST_WORDS:
            raise ValueError(
                f"{' '.join(words)!r} has {len(words)} words; this figure takes 1 to {MOST_WORDS}"
            )
    scored = bleu([written], [references], smoothing=smoothing)
    grams = [order.sentences[0] for order in scored.orders]  # for each length, the n-grams
    arrays = {
        name: Array(np.array(values, np.float32), axes, HERE)
        for name, axes, values in (
            ("precisions", "order", scored.precisions),
            ("brevity", "", scored.brevity),
            ("score", "", scored.score),
        )
    }
    choices = [
        choice("length", say.LENGTH, [str(order.length) for order in scored.orders], keys="↑↓"),
        choice("gram", say.GRAM, by("length", [[_tile(g) for g in all_] for all_ in grams]),
               first=0, control="tiles", keys="←→"),
    ]  # fmt: skip

    def each(make) -> dict:
        """Make one entry for each length and n-gram; `None` if there is no n-gram of that length."""
        return by("length", [by("gram", [make(g) for g in all_] or [make(None)]) for all_ in grams])

    def shown(name: str, words: Sequence[str], mark) -> dict:
        return sentence(
            name, [visible(word) for word in words], each(lambda g: _marks(g, words, mark))
        )

    left = [
        text(say.PICK, "label"),
        shown(say.WRITTEN, written, lambda gram, nth: COUNTED if nth < gram.clipped_count else CLIPPED),
        *(
            shown(say.REFERENCE.format(number=n), words, lambda *_: RIGHT)
            for n, words in enumerate(references, start=1)
        ),
        sentence("", say.KEY.values(), "".join(say.KEY)),
        text(each(lambda g: say.TOLD.format(gram=" ".join(map(visible, g.ngram)), written=g.written,
             allowed=g.allowed, counted=g.clipped_count) if g else say.TOO_SHORT)),
    ]  # fmt: skip
    short = scored.written < scored.right
    right = [
        text(say.PARTS, "label"),
        table(
            say.ORDER,
            [f"p{'₁₂₃₄'[k]}" for k in range(len(grams))],
            [
                column(say.MATCHED, [f"{order.matched}/{order.written}" for order in scored.orders]),
                column(say.PRECISION, "precisions[:]:3", bar=True),
                column("", [_smoothed(*order_and_precision) for order_and_precision in zip(scored.orders, scored.precisions, strict=True)], hue="soft"),
            ],
        ),
        text(f"**{say.BREVITY}** " + (say.SHORT if short else say.NOT_SHORT).format(
             written=scored.written, right=scored.right), brevity="brevity[]:3"),
        text(say.PRODUCT.format(precisions=" · ".join(f"{{p{k}}}" for k in range(len(grams))), count=len(grams)),
             "caption", brevity="brevity[]:3", **{f"p{k}": f"precisions[{k}]:3" for k in range(len(grams))}),
        text(say.SCORE, "big", score="score[]:1"),
    ]  # fmt: skip
    panels = [row(left, right, least=780, widths="auto 380px"), text(say.HOW, "caption")]
    title = say.TITLE.format(text=truncated(" ".join(written), 60))
    return picture("bleu_parts", title, choices, panels, arrays, say.ORIGIN)


def _tile(gram) -> dict:
    """Build the button of an n-gram: how often it counts, out of how often it is written."""
    name = " ".join(visible(word) for word in gram.ngram)
    look = "none" if not gram.clipped_count else "some" if gram.clipped_count < gram.written else ""
    return {
        "label": name,
        "full": name,
        "note": f"{gram.clipped_count}/{gram.written}",
        "look": look,
    }


def _marks(gram, words: Sequence[str], mark) -> str:
    """Build one letter per word: `mark(gram, nth)` at the nth copy of the n-gram. Counted copies win."""
    marks = [OTHER] * len(words)
    size = len(gram.ngram) if gram else 0
    starts = [n for n in range(len(words)) if size and tuple(words[n : n + size]) == gram.ngram]
    for nth, start in enumerate(starts):
        for at in range(start, start + size):
            if marks[at] != COUNTED:
                marks[at] = mark(gram, nth)
    return "".join(marks)


def _smoothed(order, precision: float) -> str:
    return say.SMOOTHED if order.matched == 0 and precision > 0 else ""
