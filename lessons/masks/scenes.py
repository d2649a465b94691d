"""Ten minutes on masks: a rule about pairs, what moves what, and a loss that is too good."""

from lessons.kit.scenes import Scene, link
from lessons.masks import ATTENTIONS, PARTS


def part(name: str, place: str = "", **chosen: str) -> str:
    figure = f"masks-figure-{name}={place}" if place else ""
    return link(figure, masks_part=PARTS[name][0], **chosen)


def letter(name: str) -> str:
    return f"mask {name}"


SCENES = (
    Scene(
        part("paint", "1/1/1/weights/words/1/1/padding"),
        "Who may look at whom?",
        "Three sentences in one batch. The first is filled up with ⟨pad⟩: hatched. Press “none” and see how "
        "much of a row goes to the empty places; then “padding” again.",
        2,
        finds=("Nobody may look at it.",),
    ),
    Scene(
        part("paint", "2/1/1/scores/added/3/1/causal", masks_attention=ATTENTIONS["decoder"]),
        "What does the decoder hide, and from whom?",
        "The same rule in numbers: what is hatched becomes −∞. Then show the forms for the two functions of "
        "PyTorch: True and False change places.",
        2,
        below=True,
        finds=("Added to the scores before the softmax.",),
    ),
    Scene(
        part("paint", "2/3/1/moves/words/1/1/window", masks_attention=ATTENTIONS["encoder"]),
        "One neighbour to each side: how far does that reach?",
        "The outline is the rule, the colour is measured. Go back to layer 1: one neighbour. Through all layers "
        "it is two.",
        2,
        finds=("Nothing moves that should not.",),
    ),
    Scene(
        part("leak", "2/1/1/moves/words/1/1/-", masks_letter=letter("B")),
        "What is wrong with this mask?",
        "Take a show of hands. Orange is what moves though nobody may look there: each word sees the next one. "
        "Open the box below for the name.",
        2,
        asks=True,
        finds=("though the rule forbids it",),
    ),
    Scene(
        part("leak", "2/2/1/moves/words/1/1/-", masks_letter=letter("G")),
        "And with this one?",
        "Layer 2 is all orange; then press “layer 1”: clean. One layer forgot its mask.",
        1,
        finds=("though the rule forbids it",),
    ),
    Scene(
        part("cheat", "together"),
        "Which of the two is better?",
        "Let them vote before you uncover it. 1.040 bits are the coins, and nobody can know a coin. Then press the "
        "right arrow: now it has to write.",
        2,
        asks=True,
        finds=("1.040",),
    ),
)
