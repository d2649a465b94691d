"""Ten minutes on a layer of one's own: does it work, where does it part, and is it better?"""

from urllib.parse import urlencode

from lessons.kit.scenes import Scene
from lessons.models.shipped import SENTENCE
from lessons.your_layer import PARTS, VIEWS


def part(name: str, place: str = "", view: str = "", layer: str = "", **chosen: str) -> str:
    chosen = {"part": PARTS[name][0], "name": layer} | chosen
    if view:
        chosen[f"view-{name}"] = VIEWS[name][view]
    asked = urlencode({f"your_layer-{key}": value for key, value in chosen.items()})
    return f"?{asked}#{place}"


SCENES = (
    Scene(
        part("write", layer="unscaled", view="code"),
        "How much code is a layer of your own?",
        "One class, one step: `scale`. All else is inherited. Ask what this layer leaves out, and whether it will still "
        "run.",
        1,
        finds=("class Unscaled", "as they are"),
    ),
    Scene(
        part("write", layer="unscaled", view="lights"),
        "Does it work?",
        "Let everybody guess the number of red lights first. Then read three of them aloud: what was changed, and what "
        "moved. None is red: it works. Nobody has said that it is good.",
        2,
        asks=True,
        finds=("no future leak", "saves and loads"),
    ),
    Scene(
        part("compare", "your_layer-figure-maps=1/7/2/11/9", layer="unscaled", text=SENTENCE),
        "Same weights, another layer: what changes?",
        "On the left the trained layer, in the middle the other one, on the right their difference. Softmax of larger "
        "scores is more decided: one word gets nearly everything.",
        2,
        finds=("First different step: scaled", "without.py"),
    ),
    Scene(
        part("source", "your_layer-figure-source=1/1/1/1/1", layer="rotary", text=SENTENCE),
        "Which line makes the difference?",
        "Every box from scores on differs. The one with the thick border is the first: the queries. Its line calls a method "
        "of the layer’s own.",
        2,
        below=True,
        finds=("First different step: query", "rotary.py"),
    ),
    Scene(
        part("compare", layer="alibi", view="cost"),
        "What does it cost?",
        "Parameters, time and memory of one training step, side by side. The time is measured on this machine just now.",
        1,
        finds=("kept for the gradient", "ratio"),
    ),
    Scene(
        part("compare", layer="unscaled", view="tasks"),
        "Is it better?",
        "All its lights were green. Trained from the start it reverses 18 of 500 rows, the standard layer all of them. "
        "The button trains the other four tasks: go on, and come back in a minute. Ask what a fair comparison must keep "
        "the same.",
        2,
        finds=("18 of 500", "95% interval", "addition"),
    ),
)  # fmt: skip
