"""Scenes on the Transformer: one sentence on its way through the whole model."""

from lessons.kit.scenes import Scene, link, section_key
from lessons.machine import PARTS, SLIP

SENTENCE = "the animal did not cross the street because it was too tired"


def machine(depth: int, step: int) -> str:
    return link(f"machine-figure-model={depth}/{step}", machine_text=SENTENCE)


def writing(way: str, step: int, **more: str) -> str:
    chosen = {
        "machine_part": PARTS["writing"][0],
        "machine_writer": "English → French, stopped early",
    }
    return link(f"machine-figure-writing={way}/{step}", **chosen, machine_writes=SLIP, **more)


SCENES = (
    Scene(
        machine(1, 4),
        "What is between a sentence and its translation?",
        "Point to the columns: each word is a vector, drawn as colours. Point to the boxes: they pass the vectors "
        "on. Say that the encoder reads all English words at once. The decoder writes French from left to right, "
        "and so far it has read only ⟨start⟩. Point to a line and say that it shows one word attending to another.",
        2,
        finds=("words to numbers", "encoder layer 2", "⟨start⟩", "word 1 of 14"),
    ),
    Scene(
        machine(1, 23),
        "Why does the model write “il” and not “elle”?",
        "Point to the last written word: it attends to “it”, and “il” has probability 0.90. Point to the encoder: "
        "“it” attends to “tired” and to “animal”, which is masculine in French. Say that one of these heads was "
        "guided in training, and that the written word is read next (autoregressive decoding).",
        2,
        finds=("word 10 of 14", "parce␣qu'", "elle", "all others"),
    ),
    Scene(
        link("", machine_text=SENTENCE),
        "Does “it” attend to its noun in every training run?",
        "Point to the guided model: an extra loss raised its weight on the noun. Point to the two unguided models: "
        "only one of them has learned this head. Show that all three produce the same French sentence.",
        1,
        finds=("unguided, seed 2",),
        only=section_key("Guided or unguided?"),
    ),
    Scene(
        machine(3, 6),
        "What is inside the encoder?",
        "Say that all layers have the same structure. Read the boxes aloud from left to right: norm, attention, "
        "add; norm, feed-forward, add. Each “add” is a residual connection. Say that the size never changes and "
        "that words interact only in attention.",
        2,
        finds=("self-attention", "feed-forward", "query d_model"),
    ),
    Scene(
        machine(3, 26),
        "Where do the encoder and the decoder meet?",
        "Follow the lines from the encoder: they end in cross-attention, once in each decoder layer. Explain that the "
        "queries come from the French words, and the keys and values from the English words.",
        2,
        finds=("cross-attention", "Its input is the output of encoder."),
    ),
    Scene(
        writing("forced", 3),
        "Free running: how many words must be corrected?",
        "Show teacher forcing, as in training: the decoder reads the correct words. Point to the mistake: the model "
        "predicts “vieux” twice, and makes no other mistake after that. Let the model read its own output. Take a "
        "vote.",
        2,
        asks=True,
        finds=("Teacher forcing", "Words to correct"),
    ),
    Scene(
        writing("free", 3, answered="true"),
        "What follows a mistake in free running?",
        "Point to the mistake: the decoder reads it, and later words build on it (exposure bias). Say that this "
        "sentence was hand-picked: in nine of ten sentences, the model makes the same mistakes in both modes, or none.",
        2,
        finds=("Free running", "⟨start⟩"),
    ),
)
