"""The sketch on this lesson's card: a loss that falls."""

import math

from lessons.figures.kit.sketch import dot, line, sketch, word
from lessons.models import finished


def motif() -> str:
    """Draw the loss and the accuracy of the training run that ships with the project."""
    events = list(finished.run().events())
    most = math.log(events[0]["loss"])
    last, low = events[-1]["step"], math.log(min(event["loss"] for event in events))

    def place(step: int, height: float) -> tuple[float, float]:
        return 24 + 186 * step / last, 94 - 80 * height

    loss = [
        place(event["step"], (math.log(event["loss"]) - low) / (most - low))
        for event in events[::8]
    ]
    right = [
        place(event["step"], event["exact_match"]) for event in events if "exact_match" in event
    ]
    return sketch(
        line([(24, 8), (24, 96), (222, 96)], "line", 1.5),
        line(right, "value", 2.5), line(loss, "weight", 3), dot(*loss[-1], "weight"),
        word(loss[2][0] + 12, loss[2][1], "loss", "weight", 13, "start", bold=True),
        word(right[-1][0] - 4, right[-1][1] + 16, "right", "value", 13, "end", bold=True),
    )  # fmt: skip
