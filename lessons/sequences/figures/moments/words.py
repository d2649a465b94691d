"""All text of the figure of sequential steps. Text between ** and ** is bold."""

TITLE = "What can be computed at the same time?"
CHOICES = {"ways": "reads", "layers": "layers", "moment": "step"}
WAYS = {"one": "one way", "both": "both ways"}
PARTS = {
    "one": ("layer {}",),
    "both": ("layer {} →", "layer {} ←"),
    "attention": ("attention {}", "feed-forward {}"),
}
TITLES = dict.fromkeys(WAYS, "**Word after word**: {done} in this step") | {"attention": "**Attention**: {done} in this step"}  # fmt: skip
TIP = "{row} · {column}: step {value}"
VERDICT = (
    "**Sequential steps:** {2} for {0} words and {3} for {1} words. With attention: {4} for {0} words and {5} for "
    "{1} words."
)
WHY = {
    "one": "**A wave.** Each state is computed from the state to its left and the state below it. So a layer can "
    "start as soon as the layer below has read its first word, and each extra layer adds one step. The number "
    "of steps is words + layers − 1.",
    "both": "**The wave breaks.** A layer reads both directions of the layer below, and the backward direction "
    "reaches the first word last. So each layer waits for the whole layer below, and the number of steps is words × "
    "layers.",
}
ORIGIN = (
    "lessons/sequences/measure/moments.py: the code of the recurrent encoder and of the encoder layer, run with "
    "cells that count steps. Unlimited processors are assumed."
)


def rows(kind: str, layers: int) -> list[str]:
    """Return the names of the rows, with the first layer at the bottom."""
    return [part.format(n) for n in range(1, layers + 1) for part in PARTS[kind]][::-1]
