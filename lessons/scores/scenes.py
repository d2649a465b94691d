"""Ten minutes on scores: a query is dragged, a weight overwritten, seven scores, and √d_k."""

from lessons.kit.scenes import Scene, link
from lessons.scores import HANDS, PARTS


def part(name: str, place: str = "", **choices: str) -> str:
    return link(place, scores_part=PARTS[name][0], **choices)


SCENES = (
    Scene(
        part("head", scores_hand=HANDS["query"]),
        "What makes two vectors match?",
        "One query, twelve keys, in the plane in which the keys differ most. Point at animal: the query lies "
        "almost on it, and gets 0.999 of the weight. Ask what the model will write when you drag it to street.",
        2,
        finds=("0.999", "il était trop fatigué"),
    ),
    Scene(
        part("head", "scores-plane=2.93/-4.67", scores_hand=HANDS["query"], answered="true"),
        "And on the key of street?",
        "The model has run with that query. It writes elle, which agrees with rue, and still tired: fatiguée. One query of "
        "one head changed the pronoun, and nothing else. Drag it back to animal, slowly: where does it turn?",
        2,
        asks=True,
        finds=("parce qu’elle était trop fatiguée", "0.997"),
    ),
    Scene(
        part("head", scores_hand=HANDS["weight"]),
        "Is the brightest word the one that matters most?",
        "This row gives 0.999 to animal. Point at the last column: hidden everywhere, animal costs 14.10, and did, which this "
        "row ignores, 19.00. Then at the column before it: out of this row alone only animal counts, 0.88. A weight says what "
        "this row takes, not what the whole answer depends on.",
        2,
        asks=True,
        finds=(
            "−14.10",
            "−19.00",
            "−0.88",
            "The brightest word is not the one that the whole answer depends on most.",
        ),
    ),
    Scene(
        part("functions", "scores-table=concat/16"),
        "How else can two vectors be compared?",
        "Step through with ↓. The query has two numbers here, the keys three: no dot product. Then ask for the difference "
        "between concat and additive: 2.752 for the last item in both. They are one function.",
        2,
        finds=("2.752", "v · tanh(W [q; k])"),
    ),
    Scene(
        part("root", "scores-root=512"),
        "Why divide by √d_k?",
        "Take a show of hands: does the gradient explode or vanish? Point at the left row: one bar, largest weight 0.94. "
        "Then at the curve: it falls without end, the divided one stays where it is.",
        2,
        asks=True,
        finds=("0.94", "It vanishes"),
    ),
)
