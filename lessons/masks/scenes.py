"""Ten minutes on attention masks: a rule about pairs, what moves what, and two losses."""

from lessons.kit.scenes import Scene, link
from lessons.masks import ATTENTIONS, PARTS


def part(name: str, place: str = "", **chosen: str) -> str:
    figure = f"masks-figure-{name}={place}" if place else ""
    return link(figure, masks_part=PARTS[name][0], **chosen)


def letter(name: str) -> str:
    return f"mask {name}"


SCENES = (
    Scene(
        part("paint", "3/1/1/weights/words/1/1/padding"),
        "How much attention goes to ⟨pad⟩ without a mask?",
        "Point to the shortest of three sentences. It is padded with ⟨pad⟩, and the mask hides these "
        "columns: they are hatched. Ask how much of its attention a word would give to these columns without the mask.",
        2,
        asks=True,
        finds=("⟨pad⟩",),
    ),
    Scene(
        part(
            "paint",
            "2/1/1/scores/added/3/1/causal",
            masks_attention=ATTENTIONS["decoder"],
            answered="true",
        ),
        "What does the decoder hide, and from which word?",
        "Show the causal mask in numbers: each hatched score becomes −∞. Point to row 3: its word may attend to "
        "itself and to earlier words.",
        2,
        finds=("−∞",),
    ),
    Scene(
        part(
            "paint",
            "2/3/1/moves/words/1/1/window",
            masks_attention=ATTENTIONS["encoder"],
            answered="true",
        ),
        "Each layer sees one neighbour on each side. How far does a word reach through two layers?",
        "Compare the rule (outline) with the measurement (colour). With one layer, a word reaches one neighbour on "
        "each side; with both layers, it reaches two.",
        1,
        finds=("No forbidden pair moves.",),
    ),
    Scene(
        part("leak", "2/1/1/moves/words/1/1/-", masks_letter=letter("B")),
        "What is wrong with mask B?",
        "Ask for a show of hands. Orange cells show outputs that change although the rule forbids it: each word sees "
        "the next word.",
        2,
        asks=True,
        finds=("though the rule forbids it",),
    ),
    Scene(
        part("leak", "2/2/1/moves/words/1/1/-", masks_letter=letter("G"), answered="true"),
        "Which layer has no mask?",
        "Point to layer 2 under a different mask: words see all later words. Layer 1 does not leak. "
        "Measured through all layers, one unmasked layer looks like no mask at all.",
        1,
        finds=("though the rule forbids it",),
    ),
    Scene(
        part("cheat", "together"),
        "How many bits does a letter cost when the model has to write?",
        "Point to the model without a mask: in training its loss is far below 1.040 bits, the floor. Ask how many "
        "bits a letter costs when this model writes, then reveal the answer.",
        2,
        asks=True,
        finds=("1.040",),
    ),
)
