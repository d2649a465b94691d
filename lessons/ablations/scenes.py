"""Ten minutes on ablations: predict what a part is for, take it away, compare with chance."""

from lessons.ablations import MODELS
from lessons.figures.ablation.words import part_name
from lessons.kit.scenes import Scene, link


def without(part: str, place: str, model: str = "reverse", show: bool = True) -> str:
    shown = {"ablations_show": "true"} if show else {}
    return link(
        f"ablations-figure={place}",
        ablations_model=MODELS[model],
        ablations_part=part_name(part),
        **shown,
    )


SCENES = (
    Scene(
        without("positions", "0/2", show=False),
        "Can it reverse a row without positions?",
        "The task: write the letters in reverse. Take a show of hands twice: positions switched off in the "
        "trained model, and a model trained without them.",
        2,
        finds=("99.8%",),
    ),
    Scene(
        without("positions", "0/2"),
        "Why are both broken?",
        "0 of 1,000 and 39 of 1,000. Point at the maps: without positions no cell of the antidiagonal stands "
        "out. Trained without: a little better than nothing, since it knows which letters there are.",
        2,
        finds=("0 of 1000 right", "39 of 1000 right"),
    ),
    Scene(
        without("mask", "0/1", "english_french", show=False),
        "What is the causal mask for?",
        "Now the model that translates. It learns with the right French words in front of it. What could go "
        "wrong when it may look ahead? Vote for both columns.",
        2,
        finds=("99.9%",),
    ),
    Scene(
        without("mask", "0/1", "english_french"),
        "It scores 99.97% and translates nothing: how?",
        "Trained without the mask: the next word is right 99.97% of the time, since it can be read off. "
        "Translations right: 0 of 1,000. A good score in training, and nothing learned.",
        2,
        finds=("99.97%", "0 of 1000 right"),
    ),
    Scene(
        without("norm", "0/2"),
        "Is LayerNorm needed at all?",
        "Switched off: 0 of 1,000. Trained without it: 1,000 of 1,000 on this small task. Switched off and "
        "trained without are two questions; a part can matter for one of them only.",
        1,
        finds=("1000 of 1000 right",),
    ),
    Scene(
        without("nothing", "0/2"),
        "How far apart are two equal trainings?",
        "Nothing is removed here: only the seed is another. Two equal trainings differ by this much, and "
        "this is one pair; other seeds may differ more. Whoever compares two models needs several.",
        1,
        finds=("seed",),
    ),
)
