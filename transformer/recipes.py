"""How each model that ships was trained: task, sizes and settings. Its card repeats them."""

from dataclasses import dataclass, field, replace

from transformer.settings import Guide, Settings


@dataclass(frozen=True)
class Recipe:
    """A task, the sizes of the model where they differ from `classroom`, and how to train it."""

    task: str
    settings: Settings
    sizes: dict = field(default_factory=dict)
    frames: tuple[int, ...] = ()  # steps after which the embedding table is kept, for its film


_one_layer = {"encoder_layers": 1, "decoder_layers": 1}
_reverse = Recipe("reverse", Settings(steps=600), _one_layer)
_translate = Recipe("english_french", Settings(steps=1500, guide=Guide()))
# Close together at first, when most happens.
_moments = (0, 10, 20, 40, 60, 80, 100, 120, 150, 190, 240, 320, 450, 650, 1000, 1500)


def _placed(position: str, steps: int = _reverse.settings.steps, **sizes) -> Recipe:
    settings = replace(_reverse.settings, steps=steps)
    return replace(_reverse, settings=settings, sizes={**_one_layer, "position": position, **sizes})


def _without(settings: dict | None = None, **sizes) -> Recipe:
    """`reverse`, trained with one part left out, and otherwise the same."""
    changed = replace(_reverse.settings, **(settings or {}))
    return replace(_reverse, settings=changed, sizes={**_one_layer, **sizes})


RECIPES: dict[str, Recipe] = {
    "copy": Recipe("copy", Settings(steps=400), _one_layer),
    "reverse": _reverse,
    # The same task with other positions, and with none, for the lesson on positions. A learned table
    # has as many rows as training needs: START and 10 letters.
    "reverse_learned": _placed("learned", max_length=11),
    "reverse_rotary": _placed("rotary", steps=1500),  # these two need longer to learn the task
    "reverse_binary": _placed("binary", steps=1500),
    "reverse_index": _placed("index"),
    "reverse_none": _placed("none"),
    # The same task without one part, for the lesson on ablations; and once more with nothing removed
    # but another seed, to see how far two trainings differ that should not.
    "reverse_again": _without({"seed": 1}),
    "reverse_without_head": _without(attention="one_head_less"),
    "reverse_without_scaling": _without(attention="unscaled"),
    "reverse_without_mask": _without(attention="unmasked"),
    "reverse_without_residual": _without(residual="none"),
    "reverse_without_norm": _without(norm="none"),
    "reverse_without_feed_forward": _without(feed_forward="none"),
    "reverse_without_smoothing": _without({"smoothing": 0.0}),
    "reverse_without_warmup": _without({"warmup": 0.0}),
    "sort": Recipe("sort", Settings(steps=600), _one_layer),
    # Guided as English → French is: the cross-attention to the characters that are being rewritten.
    "dates": Recipe("dates", Settings(steps=600, guide=Guide(layer=0)), _one_layer),
    # One head is guided to a digit of the first number; the others find the second, and the carry.
    "addition": Recipe(
        "addition",
        Settings(steps=800, learning_rate=5e-3, guide=Guide(layer=0)),
        {"encoder_layers": 2, "decoder_layers": 1, "cross_heads": 4},
    ),
    "english_french": replace(_translate, frames=_moments),
    "english_french_unguided": replace(
        _translate, settings=replace(_translate.settings, guide=None)
    ),
}
