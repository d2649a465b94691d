"""Ten minutes on attention: three inputs by hand, then *it* in a model."""

from lessons.attention import CHANGED, PARTS, SENTENCE
from lessons.kit.scenes import Scene, link

HAND, MODEL = PARTS["hand"][0], PARTS["model"][0]


def model(place: str, text: str = SENTENCE) -> str:
    return link(f"figure={place}", attention_part=MODEL, text=text)


SCENES = (
    Scene(
        link("by-hand=query/1/1/0", attention_part=HAND),
        "What does attention do with three inputs?",
        "Each input is a row x of four numbers. Point at the three rows, then at W_Q: the product is Q, "
        "one query for each input. Ask for one number of Q before you click it. Step with → through K "
        "and V, the scores and the softmax.",
        2,
        finds=("W_Q", "Q, the queries"),
    ),
    Scene(
        model("encoder/2/1/1/9/2/1"),
        "How well does the query of “it” match each key?",
        "The same steps in a model that translates. Point at the row of it: the query of it times the key "
        "of animal is 32.7, far above all others of the row. No probability yet: scores can be negative.",
        2,
        finds=("32.7237",),
    ),
    Scene(
        model("encoder/2/1/4/9/2/1"),
        "Where does “it” look?",
        "After the softmax the row adds up to 1. Nearly all of it lies on animal: 0.9991. Point at the "
        "bars: what it receives is the value of animal. Then ask: what if tired becomes wide?",
        2,
        finds=("looks at “animal” with weight 0.9991",),
    ),
    Scene(
        model("encoder/2/1/4/9/7/1", CHANGED),
        "And when the street is too wide?",
        "One word has changed. Point at the row of it: the weight is now on street, 0.9964. Read the "
        "French: “il était trop fatigué” became “elle était trop large”, since rue is feminine.",
        2,
        asks=True,
        below=True,
        finds=("looks at “street” with weight 0.9964", "elle était trop large"),
    ),
    Scene(
        model("decoder/1/1/3/3/6/1"),
        "Why is half of this map hatched?",
        "The decoder writes from left to right: a word that is not written yet may not be looked at. "
        "Hatched is forbidden, −∞ before the softmax, and not merely small. → shows that the weights "
        "there are exactly 0.",
        1,
        finds=("the mask forbids it",),
    ),
    Scene(
        model("cross/2/1/4/4/4/1"),
        "Which source word does each French word come from?",
        "Rows are French, columns English. Each row has one dark cell: the word that is being rendered. "
        "This head was guided to do so while it learned; H shows those that were not.",
        1,
        finds=("source word (guided)",),
    ),
)
