"""What each letter of a walk by coin costs two models, and the floor below which nobody honest gets.

All bits are measured on held-out rows; the floor follows from the task alone.
"""

from typing import Any

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.walk_bits import words as say
from transformer.measure.training.coins import ROWS, bits

HUES = ("query", "negative")  # of the one with a mask, and of the one without


def walk_bits(honest, cheat) -> Figure:
    """Two trained models of the task "walk"; the second one may look ahead."""
    arrays, models = {}, []
    letters = [*honest.task.held_out[0].target, say.END]
    for trained, hue, title in zip((honest, cheat), HUES, say.MODELS, strict=True):
        found = bits(trained)
        for how in say.HOW:
            value = getattr(found, how).numpy()
            arrays[f"{trained.name} {how}"] = Array(
                value,
                "place",
                "logits",
                "transformer.measure.training.coins.bits",
                {"place": letters},
            )
        arrays["floor"] = Array(
            found.floor.numpy(), "place", "logits", "transformer.tasks.walk.floor"
        )
        models.append({"name": trained.name, "title": title, "hue": hue})
    mean = {name: float(array.values.mean()) for name, array in arrays.items()}
    header = {
        "title": say.TITLE,
        "models": models,
        "means": mean,
        "letters": letters,
        "how": say.HOW,
        "told": {how: _told(how, models, mean) for how in say.HOW},
        "words": {**say.WORDS, "origin": say.WORDS["origin"].format(rows=ROWS)},
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"how": "together"},
    }  # fmt: skip
    return Figure("walk_bits", header, arrays)


def _told(how: str, models: list[dict], mean: dict[str, float]) -> str:
    honest, cheat = (mean[f"{model['name']} {how}"] for model in models)
    return say.TOLD[how].format(
        floor=f"{mean['floor']:.3f}", honest=f"{honest:.3f}", cheat=f"{cheat:.3f}"
    )


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check which of the two ways of reading is shown."""
    if start["how"] not in say.HOW:
        raise ValueError(f"how must be one of {', '.join(say.HOW)}, got {start['how']!r}")
    return start
