"""Scenes for ten minutes on attention: three inputs by hand, then *it* in a guided and two unguided models."""

from lessons.attention import CHANGED, PARTS, SENTENCE
from lessons.kit.scenes import Scene, link, section_key

HAND, MODEL = PARTS["hand"][0], PARTS["model"][0]


def model(place: str, text: str = SENTENCE, **more: str) -> str:
    return link(f"figure={place}", attention_part=MODEL, text=text, **more)


def hand(place: str) -> str:
    return link(f"by-hand={place}", attention_part=HAND)


SCENES = (
    Scene(
        hand("query/1/1/0"),
        "What does attention do with three inputs?",
        "Point to the three rows of x: each input is a vector of four numbers. Point to W_Q: the product is Q, one "
        "query per input. Say: W_K and W_V produce the keys and values in the same way. Compute one entry of Q "
        "aloud with the class.",
        2,
        finds=("W_Q", "Q, the queries"),
    ),
    Scene(
        hand("head_output/1/1/0"),
        "What is the output for the first input?",
        "Say: the query of input 1 was multiplied by each key, and softmax turned the three scores into weights. "
        "Point to the output: it is the sum of the values, each multiplied by its weight.",
        1,
        finds=("output",),
    ),
    Scene(
        model("encoder/2/1/1/9/2/1"),
        "How well does the query of “it” match each key?",
        "Say: these are the same steps in a model that translates. Point to the row of “it”: its score with “animal” "
        "is 32.7, far above all others in the row. Say: these are scores before the softmax, so they can be "
        "negative.",
        2,
        finds=("32.7237",),
    ),
    Scene(
        model("encoder/2/1/4/9/2/1"),
        "Which word gets the attention of “it”?",
        "Point to the weight on “animal”: it is 0.9991 out of 1. Say: “it” receives the value of “animal”. This "
        "head was guided: an auxiliary loss trained it to attend to the noun.",
        2,
        finds=("attends to “animal” with weight 0.9991",),
    ),
    Scene(
        model("encoder/2/1/4/9/7/1", CHANGED),
        "Tired becomes wide: which word gets the attention of “it”?",
        "Ask: which noun can be too wide? Take a vote. Then point to the row of “it”: the weight is on "
        "“street”. Say: the French pronoun is now “elle”, because “rue” is feminine.",
        2,
        asks=True,
        finds=("attends to “street” with weight 0.9964",),
    ),
    Scene(
        link("", attention_part=MODEL, text=CHANGED, answered="true"),
        "Does this head develop without guidance?",
        "Point to the first three rows: all three models translate equally well. The guided model has the head. One "
        "unguided model has developed this head on its own; the other has not. Point to the last two columns: which "
        "models need the forbidden weight?",
        2,
        finds=("shipped, unguided",),
        only=section_key("Control: trained without guidance"),
    ),
    Scene(
        model("decoder/1/1/3/3/6/1"),
        "Which words are hidden from the decoder?",
        "Say: the decoder writes from left to right, so it must not attend to later words. Point to the hatched "
        "cells: they are masked, with −∞ before the softmax and a weight of exactly 0 after it.",
        1,
        finds=("the mask forbids it",),
    ),
    Scene(
        model("cross/2/1/4/4/4/1"),
        "Which source word does each French word come from?",
        "Say: rows are French words, and columns are English words; this is encoder–decoder attention. Point to "
        "the dark cell of each row: it marks the word being translated. Say: this head was also guided.",
        1,
        finds=("source word (guided)",),
    ),
)
