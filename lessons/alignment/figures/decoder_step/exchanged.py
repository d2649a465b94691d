"""Two decoders write the same pronoun: where each attends, and what happens if one encoder state is replaced."""

from collections.abc import Mapping

from lessons.alignment.figures.decoder_step import words as say
from lessons.alignment.measure.swapped import LOOK, TIRED, WIDE, Swapped
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.panels import bars, choice, picture, row, text

HERE = "lessons.alignment.measure.swapped.swap_states"


def state_exchange(swaps: Mapping[str, Swapped], titles: Mapping[str, str]) -> Figure:
    """Build the figure. `swaps`: the results of `swap_states` by model name, and the title of each model."""
    names, arrays = labels(next(iter(swaps.values())).words), {}
    for name, swap in swaps.items():
        along = {"word": names}
        arrays[f"{name} weights"] = Array(swap.weights.numpy(), "word", LOOK, "", along)
        arrays[f"{name} elle"] = Array(
            swap.after[:, 1].contiguous().numpy(), "word", "logits", HERE, along
        )
        arrays[f"{name} before"] = Array(swap.before.numpy(), "pronoun", "logits", HERE)
    choices = [
        choice("model", say.SWAP["model"], [titles[n] for n in swaps], paths=list(swaps), keys="↑↓")
    ]
    panels = [
        text(say.SWAP["told"].format(sentence=TIRED, twin=WIDE), "told", il="{model} before[0]:2", elle="{model} before[1]:2"),
        row(
            [bars("{model} weights[:]", names, title=say.SWAP["weights"], full=1)],
            [bars("{model} elle[:]", names, title=say.SWAP["elle"], full=1, hue="value")],
        ),
    ]  # fmt: skip
    return picture("decoder_step", say.SWAP["title"], choices, panels, arrays, say.SWAP["origin"])
