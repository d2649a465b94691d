"""Ten minutes in front of a class: one sentence on its way through the whole machine."""

from lessons.kit.scenes import Scene, link
from lessons.machine import PARTS, SLIP

SENTENCE = "the animal did not cross the street because it was too tired"


def machine(depth: int, step: int) -> str:
    return link(f"machine-figure-model={depth}/{step}", machine_text=SENTENCE)


def writing(way: str, step: int) -> str:
    chosen = {
        "machine_part": PARTS["writing"][0],
        "machine_writer": "English → French, stopped early",
    }
    return link(f"machine-figure-writing={way}/{step}", **chosen, machine_writes=SLIP)


SCENES = (
    Scene(
        machine(1, 4),
        "What is between a sentence and its translation?",
        "Each word is a lane, and a row of numbers: the colours. Boxes pass the rows on; nothing is written yet, "
        "only ⟨start⟩ has gone in. Before you click on: where does “it” get something from another word?",
        2,
        finds=("words to numbers", "encoder layer 2", "⟨start⟩", "word 1 of 14"),
    ),
    Scene(
        machine(1, 23),
        "Why does it write “il”, and not “elle”?",
        "Go back with ← along the blue lane: “it” takes in “tired”, then “animal”, which is masculine in French. Then →: "
        "what was written last looks at “it”, and il has 0.90 of all. What is written goes in again.",
        2,
        finds=("word 10 of 14", "parce␣qu'", "elle", "all others"),
    ),
    Scene(
        machine(3, 6),
        "What is inside the encoder?",
        "Layers, all alike. Step with →: norm (it keeps the numbers of a vector neither huge nor tiny), "
        "attention, add; norm, feed-forward, add. The size never changes. Words meet in attention alone.",
        2,
        finds=("self-attention", "feed-forward", "query d_model"),
    ),
    Scene(
        machine(3, 26),
        "Where do the two sides touch?",
        "Follow the line from the encoder: cross-attention, once in each layer of the decoder. Click the box "
        "to open it: the words on the right ask (queries); those on the left are found (keys) and hand "
        "something over (values).",
        2,
        finds=("cross-attention", "It reads what has left: encoder."),
    ),
    Scene(
        writing("free", 1),
        "And how does it write?",
        "Press →. One word a step: what comes out goes in again. The keys stay where they are, the query "
        "changes. Stop at the third step and let the class say what is wrong.",
        2,
        finds=("Free running", "⟨start⟩"),
    ),
    Scene(
        writing("forced", 3),
        "What if somebody always gave it the right word?",
        "Teacher forcing, as in training. The same slip, vieux twice, and then it is right to the end. On its own "
        "the slip goes in again, and more follow. The sentence was chosen: in nine of ten both ways are alike.",
        2,
        asks=True,
        finds=("Teacher forcing", "Words to mend"),
    ),
)
