"""The sketch on this lesson’s card: the accuracy without a part."""

from lessons.figures.kit.sketch import bar, box, sketch, word
from lessons.models.saved import trained

# The labels do not name the part, because the lesson asks about it.
MODELS = {
    "whole": "reverse",
    "a part less": "reverse_without_residual",
    "another": "reverse_without_scaling",
}


def motif() -> str:
    """Draw the held-out accuracy of the model, and of models that were trained without a part."""
    marks = []
    for k, (name, model) in enumerate(MODELS.items()):
        right, y = trained(model).card["held_out"]["exact_match"], 12 + 31 * k
        marks += [
            word(94, y + 10, name, "ink", 13, "end"), box(102, y, 132, 20, dash="3 3", round=3),
            bar(102, y, 132 * right, 20, "weight", 1 if k == 0 else 0.45),
        ]  # fmt: skip
    return sketch(marks)
