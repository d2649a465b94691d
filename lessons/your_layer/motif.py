"""The sketch on this lesson’s card: a box for your own code."""

from lessons.figures.kit.sketch import box, line, sketch, word


def motif() -> str:
    """Draw two given layers, and one to write."""
    return sketch(
        line([(30, 54), (222, 54)], "soft", 3),
        box(22, 34, 54, 40, "line", "panel"), box(176, 34, 54, 40, "line", "panel"),
        box(92, 22, 68, 64, "ink", "paper", "5 4"),
        word(126, 45, "your", "ink", 15, bold=True), word(126, 64, "code", "ink", 15, bold=True),
    )  # fmt: skip
