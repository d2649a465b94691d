"""Ten minutes on multi-head attention: names, W_O, patching and copying."""

from lessons.heads import PARTS
from lessons.kit.scenes import Scene, link, section_key

ROLES, PATCH, COPYING = (PARTS[name][0] for name in PARTS)


def patch(place: str, **more: str) -> str:
    return link(f"heads-patch={place}", heads_part=PATCH, **more)


SCENES = (
    Scene(
        link("heads-roles=2/1", heads_part=ROLES),
        "How many of the 18 heads have a clear pattern?",
        "Explain multi-head attention: each layer runs several heads in parallel. Take a vote. Then point to the "
        "three names. Averaged over 300 sentences, the head on screen puts 0.99 of its weight on the noun that “it” "
        "stands for. The orange mark shows uniform attention.",
        2,
        asks=True,
        finds=("3 of 18 heads have a clear pattern", "pronoun → noun"),
    ),
    Scene(
        link("heads-roles=1/4", heads_part=ROLES, answered="true"),
        "What does head 4 of encoder layer 1 attend to?",
        "Ask for a rule that matches this map. Then read the line above the map: the best share is 0.24. Most heads "
        "have no clear pattern.",
        1,
        finds=("No clear pattern.", "0.24"),
    ),
    Scene(
        link("heads-roles=4/2", heads_part=ROLES, answered="true"),
        "Why does a head with a high share get no name?",
        "Point to decoder layer 2, head 2: its share is 0.84 for “after an earlier copy”. Point to the control: the "
        "share is 0.82 for the same words without an earlier copy. The head attends from the second article to the "
        "subject. Naming heads requires a control.",
        2,
        finds=("No clear pattern.", "0.84", "0.82"),
    ),
    Scene(
        link("heads-joined=2/9", heads_part=ROLES, answered="true"),
        "How are the heads combined into one output?",
        "Explain that each head has its own queries, weights and output. W_O multiplies the concatenated outputs. "
        "Point to the sum: the layer adds up one contribution per head. With more heads, each head is narrower, so "
        "the layer needs no additional parameters.",
        2,
        finds=("W_O",),
        only=section_key("Split, attend, concatenate, × W_O"),
    ),
    Scene(
        patch("source/1/1/12/written"),
        "Which word turns “il” into “elle” after the first encoder layer?",
        "Explain activation patching: take one vector from the second sentence and write it into the first. "
        "Point to the logits: “il” leads by 7.59, and in the other sentence “elle” leads by 7.37. Take a vote.",
        2,
        asks=True,
        finds=("7.59", "7.37"),
    ),
    Scene(
        patch("source/1/3/9/written", answered="true"),
        "What does patching the vector of “it” change?",
        "Explain that after the first layer the last word no longer determines the pronoun: the vector of “it” turns "
        "“il” into “elle”. Point to the other cells of this row: they change almost nothing.",
        2,
        finds=("“it”, encoder 1, + feed-forward", "The model writes “elle”"),
    ),
    Scene(
        patch("heads/1/1/3/written", answered="true"),
        "Which head moves the adjective’s information to “it”?",
        "Point to head 3 of encoder layer 1: it moves the adjective’s information to “it”. Head 1 of encoder layer 2, "
        "which was guided, moves the noun’s information.",
        1,
        finds=("head 3 of encoder 1, self-attention",),
    ),
    Scene(
        patch("heads/1/1/4/written", heads_translator="unguided", answered="true"),
        "Does the unguided model use the same heads?",
        "Show that the unguided model writes the same French sentence, but only head 4 of encoder layer 1 flips the "
        "pronoun. A result for one model need not hold for another.",
        1,
        finds=("head 4 of encoder 1, self-attention",),
    ),
    Scene(
        link("heads-copying=12", heads_part=COPYING),
        "Can one attention layer copy a sequence?",
        "Explain the task: continue a repeating sequence of random characters. Take a vote. Two layers can copy the "
        "sequence; one layer cannot. Point to the third curve: it is high only at period 12, because that model "
        "attends a constant distance back.",
        2,
        asks=True,
        finds=("Period 12",),
    ),
)
