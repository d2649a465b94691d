"""Ten minutes on your own layer: does it work, where does it differ, and is it better?"""

from urllib.parse import urlencode

from lessons.kit.scenes import Scene
from lessons.models.shipped import SENTENCE
from lessons.your_layer import PARTS, VIEWS


def part(name: str, place: str = "", view: str = "", layer: str = "", **chosen: str) -> str:
    chosen = {"part": PARTS[name][0], "name": layer} | chosen
    if view:
        chosen[f"view-{name}"] = VIEWS[name][view]
    parameters = urlencode({f"your_layer-{key}": value for key, value in chosen.items()})
    return f"?{parameters}#{place}"


SCENES = (
    Scene(
        part("write", layer="unscaled", view="code"),
        "How much code does your own layer need?",
        "Point to the class and its one step, `scale`. Say: the class inherits all other steps. Ask what this layer "
        "leaves out, and whether it still runs.",
        1,
        finds=("class Unscaled", "as they are"),
    ),
    Scene(
        part("write", layer="unscaled", view="lights"),
        "How many contract checks does this layer fail?",
        "Ask the class to guess the number of failed checks. Then read aloud, for three checks, what was changed "
        "and what changed as a result. Say: no check fails, so the layer works. No check shows that the layer is good.",
        2,
        asks=True,
        finds=("no future leak", "saves and loads"),
    ),
    Scene(
        part("compare", "your_layer-figure-maps=1/7/2/11/9", layer="unscaled", text=SENTENCE),
        "What does the layer without √d_k change in a trained model?",
        "Point to the left map (the trained layer), the middle map (the other layer) and the right map (their difference). Larger "
        "scores make the softmax sharper: one word gets nearly all the weight.",
        2,
        finds=("First different step: scaled", "without.py"),
    ),
    Scene(
        part("source", layer="rotary", text=SENTENCE),
        "Which step of the rotary layer is the first to differ?",
        "Ask the class to choose a step. Then show the answer: the query differs first, followed by all steps from the "
        "scores on. Point to the line for the query, which calls the layer’s own method.",
        2,
        below=True,
        asks=True,
        finds=("First different step: query", "rotary.py"),
    ),
    Scene(
        part("compare", layer="alibi", view="cost"),
        "What does a training step with ALiBi cost?",
        "Point to the table with the parameters, time and memory of one training step. Say: the time was measured on "
        "this computer just now.",
        1,
        finds=("stored for the gradient", "ratio"),
    ),
    Scene(
        part("compare", layer="unscaled", view="tasks"),
        "Is the layer without √d_k worse?",
        "Say: the layer passes all checks, but with this recipe it reverses 18 of 500 strings. Point to the control "
        "below: with a third of the learning rate and three times as many steps, the model reverses nearly all "
        "strings. The recipe favoured the standard layer.",
        2,
        below=True,
        finds=("18 of 500", "95% interval", "not divided, rate 0.003"),
    ),
)  # fmt: skip
