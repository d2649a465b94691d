"""Ten minutes on heads: names that were measured, one head that matters, and a pair that copies."""

from lessons.heads import PARTS
from lessons.kit.scenes import Scene, link

ROLES, PATCH, COPYING = (PARTS[name][0] for name in PARTS)


def patch(place: str) -> str:
    return link(f"heads-patch={place}", heads_part=PATCH)


SCENES = (
    Scene(
        link("heads-roles=2/1", heads_part=ROLES),
        "What does each head do?",
        "Let everybody guess first: how many of the 18 have a rule? Then point at the names. Four. This one puts 0.99 of "
        "its weight on the noun that “it” stands for, over three hundred sentences. The orange mark is an even look.",
        2,
        asks=True,
        finds=("4 of 18 heads have a clear pattern", "pronoun → noun"),
    ),
    Scene(
        link("heads-roles=1/4", heads_part=ROLES),
        "And this head?",
        "Ask for a rule that fits this map. Then read the line above it: the best score is 0.24. No clear pattern is an "
        "answer, and the usual one.",
        1,
        finds=("No clear pattern.", "0.24"),
    ),
    Scene(
        patch("source/1/1/12/written"),
        "Two sentences, one word apart",
        "Point at the line: il is ahead by 7.59, in the other sentence elle by 7.37. We carry over the vector of the "
        "last word before any layer: everything follows. Ask: and after the first layer?",
        2,
        finds=("7.59", "7.37"),
    ),
    Scene(
        patch("source/1/3/9/written"),
        "Where is the difference now?",
        "After the first layer the last word no longer matters. It is the vector of “it” that turns il into elle. "
        "Drag other cells of this row down: next to nothing. Then press A for the whole map.",
        2,
        finds=("“it”, encoder 1, + feed-forward", "The model writes “elle”"),
    ),
    Scene(
        patch("heads/1/1/3/written"),
        "Which head carries it?",
        "One head of the first layer brings the adjective to “it”. One head of the second, head 1, brings the noun. "
        "The others: press A. Then choose the unguided model: the French is the same, and one head is enough.",
        2,
        finds=("head 3 of encoder 1, self-attention",),
    ),
    Scene(
        link("heads-copying=12", heads_part=COPYING),
        "Can one layer copy?",
        "Two layers go on with a row that repeats. One layer cannot. Why is the third curve at the top here? Move to "
        "period 13: it only looks a constant distance back.",
        2,
        asks=True,
        finds=("Period 12",),
    ),
)
