"""Ten minutes on scores: move a query, overwrite a weight, compare seven scores, divide by √d_k."""

from lessons.kit.scenes import Scene, link
from lessons.scores import HANDS, PARTS


def part(name: str, place: str = "", **choices: str) -> str:
    return link(place, scores_part=PARTS[name][0], **choices)


SCENES = (
    Scene(
        part("head", scores_hand=HANDS["query"]),
        "What makes two vectors match?",
        "Point to the query of “it”: it lies almost on the key of “animal”, which gets 0.999 of the weight. A dot "
        "product is large if two vectors point in the same direction and are long. Ask what the model will write when "
        "the query lies on the key of “street”.",
        2,
        finds=("0.999", "il était trop fatigué"),
    ),
    Scene(
        part("head", "scores-plane=2.93/-4.67", scores_hand=HANDS["query"], answered="true"),
        "What does the model write when the query of “it” lies on the key of “street”?",
        "The model has run with the moved query. Point to “elle”, which agrees with “rue”, and to “fatiguée”, which "
        "still means “tired”. One query of one head changed only the pronoun and the words that agree with it.",
        2,
        finds=("parce qu’elle était trop fatiguée", "0.997"),
    ),
    Scene(
        part("head", scores_hand=HANDS["weight"]),
        "Does the largest weight show the most important word?",
        "Point to the row: its weight for “animal” is 0.999. Take a vote, then point to the last column: removing "
        "“animal” everywhere changes log p by −14.10, and removing “did” by −19.00, although this row ignores “did”. "
        "Removing “animal” only here changes it by −0.88. A weight shows only what its row takes.",
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
        "Point to the sizes: the query has two components here and the keys have three, so there is no dot product. "
        "Press ↓: concat and additive both give 2.752 for the last item, because they are the same function.",
        2,
        finds=("2.752", "v · tanh(W [q; k])"),
    ),
    Scene(
        part("root", "scores-root=512"),
        "How does dividing by √d_k affect the gradient?",
        "Point to the left row: its largest weight is 0.93 on average. Take a vote on the gradient at the query: it "
        "is 9.6 times as large without the division. The median weight gets no gradient, but a few weights get a "
        "large one.",
        2,
        asks=True,
        finds=("0.93", "9.6 times"),
    ),
)
