"""The images of the course page: the hero image and the sketch on each lesson's card. They are shipped as files.

    python -m lessons.course.sketches

draws them again from the numbers of each lesson: the hero image, and every lesson's `motif.py`.
"""

from importlib import import_module

from lessons import LESSONS
from lessons.figures.attention_map import attention_map
from lessons.figures.kit.sketch import file, link, sketch, word
from lessons.models.saved import trained
from lessons.models.shipped import OPENS_WITH, SENTENCE

WIDE, HIGH, SIZE, LETTER = 776, 236, 16, 8.2  # LETTER: the approximate width of a letter
TOP, BOTTOM = 24, 206
LEAST = 0.04  # the smallest weight that is drawn
FOLLOWED = "it"


def drawn(lesson: str) -> str:
    """Draw the image of a lesson or of the course."""
    return hero() if lesson == "course" else import_module(f"lessons.{lesson}.motif").motif()


def hero() -> str:
    """Draw the English above and the French output below; a line is a weight of the last cross-attention."""
    shown = attention_map(trained(OPENS_WITH), SENTENCE)
    weights = shown.arrays["decoder.layers.1.cross_attention.weights"].values[0]
    source = [token["full"] for token in shown.header["maps"][-1]["columns"]]
    written = [
        token["next"].removeprefix(" ▸ ").replace("␣", " ")
        for token in shown.header["maps"][-1]["rows"]
    ][:-1]
    above, below = spread(source), spread(written)
    followed = source.index(FOLLOWED)
    rendering = max(range(len(written)), key=lambda row: weights[row, followed])
    links = [
        link(above[j], TOP + 15, below[i], BOTTOM - 15, float(weights[i, j]), 6 if i == rendering else 3, i != rendering)
        for i in range(len(written))
        for j in range(len(source))
        if weights[i, j] > LEAST
    ]  # fmt: skip
    words = [
        word(x, y, token, hue if k == strong else "ink", SIZE, bold=k == strong)
        for texts, places, y, strong, hue in (
            (source, above, TOP, followed, "query"),
            (written, below, BOTTOM, rendering, "weight"),
        )
        for k, (token, x) in enumerate(zip(texts, places, strict=True))
    ]
    return sketch(links, words, wide=WIDE, high=HIGH)


def spread(words: list[str]) -> list[float]:
    """Return the centre of each word in a line as wide as the image, with equal gaps."""
    widths = [LETTER * max(1.5, len(word)) for word in words]
    gap = (WIDE - 16 - sum(widths)) / (len(words) - 1)
    return [8 + sum(widths[:k]) + gap * k + wide / 2 for k, wide in enumerate(widths)]


if __name__ == "__main__":
    for name in ("course", *(lesson.name for lesson in LESSONS)):
        file(name).write_text(drawn(name), encoding="utf-8")
