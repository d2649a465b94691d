"""How each model that ships was trained: task, sizes and settings. Its card repeats them."""

from dataclasses import dataclass, field, replace

from transformer.training import Guide, Settings


@dataclass(frozen=True)
class Recipe:
    """A task, the sizes of the model where they differ from `classroom`, and how to train it."""

    task: str
    settings: Settings
    sizes: dict = field(default_factory=dict)


_one_layer = {"encoder_layers": 1, "decoder_layers": 1}
_translate = Recipe("english_french", Settings(steps=1500, guide=Guide()))

RECIPES: dict[str, Recipe] = {
    "copy": Recipe("copy", Settings(steps=400), _one_layer),
    "reverse": Recipe("reverse", Settings(steps=600), _one_layer),
    "english_french": _translate,
    "english_french_unguided": replace(
        _translate, settings=replace(_translate.settings, guide=None)
    ),
}
