"""Twelve minutes on ablations: predict what a part is for, remove it, compare with chance."""

from lessons.ablations import MODELS
from lessons.ablations.figures.ablation import words
from lessons.kit.scenes import Scene, link


def without(part: str, place: str, model: str = "reverse", show: bool = True) -> str:
    shown = {"ablations_show": "true"} if show else {}
    return link(
        f"ablations-figure={place}",
        ablations_model=MODELS[model],
        ablations_part=words.part_name(part),
        **shown,
    )


SCENES = (
    Scene(
        without("positions", "0/2", show=False),
        "Can a model reverse letters without positional encoding?",
        "Say: the task is to write the letters in reverse, and the whole model reverses 99.8% of the strings "
        "correctly. Take two votes: one on the trained model with positions switched off, and one on a model trained "
        "without positions.",
        2,
        finds=("99.8",),
    ),
    Scene(
        without("positions", "0/2"),
        "Why do both models without positions fail?",
        "Point to the counts: 0 and 39 of 1,000 strings are correct. Point to the maps: no cell of the antidiagonal "
        "stands out. Say: the model trained without positions still knows which letters occur, so it gets a few "
        "strings right.",
        2,
        finds=("0 of 1,000 correct", "39 of 1,000 correct"),
    ),
    Scene(
        without("mask", "0/1", "english_french", show=False),
        "What is the causal mask for?",
        "Say: this model translates, and in training its decoder reads the correct French words. Ask what could go "
        "wrong if the decoder can also attend to later words. Take a vote on both columns.",
        2,
        finds=("99.9",),
    ),
    Scene(
        without("mask", "0/1", "english_french"),
        "Why is 99.97% accuracy useless here?",
        "Point to the third column: the next word is correct 99.97% of the time, because the model can read it. But "
        "the model translates 0 of 1,000 sentences correctly. Say: this is data leakage, with high accuracy in "
        "training and nothing learned.",
        2,
        finds=("99.97", "0 of 1,000 correct"),
    ),
    Scene(
        without("norm", "0/2"),
        "Does this task need layer normalization?",
        "Point to the counts: 0 of 1,000 with LayerNorm switched off, and 1,000 of 1,000 after training without it on "
        "this small task. Say: switching a part off shows what this model uses. Only training shows what the task "
        "needs.",
        1,
        finds=("1,000 of 1,000 correct",),
    ),
    Scene(
        without("scaling", "0/2"),
        "Does training fail without the division by √d_k?",
        "Point to the verdict in the third column: broken. Say: with a third of the learning rate and three times as "
        "many steps, all three seeds learn the task. A failed training run does not prove that a part is needed.",
        2,
        finds=("broken",),
    ),
    Scene(
        without("nothing", "0/2"),
        "How much do two training runs with the same recipe differ?",
        "Say: nothing is removed here; only the seed differs. This is one pair, and other seeds can differ "
        "more. To compare two recipes, train each with several seeds.",
        1,
        finds=("seed",),
    ),
)
