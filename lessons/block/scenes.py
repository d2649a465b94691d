"""Ten minutes on a layer: what each sub-layer adds, what LayerNorm is for, what feed-forward answers to."""

from lessons.block import PARTS, VIEWS
from lessons.kit.scenes import Scene, link
from lessons.models.shipped import SENTENCE


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(place, block_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("stream", "block-figure-stream=decoder/1/1/2/1/0", block_text=SENTENCE),
        "What does the decoder know at the beginning?",
        "The word that it has just read, and its position; nothing else. Press play: row by row a sub-layer adds to the vector. "
        "Ask after each row which words it would write by now.",
        2,
        asks=True,
        finds=("embedding", "animal"),
    ),
    Scene(
        part("stream", "block-figure-stream=decoder/1/7/2/1/0", block_text=SENTENCE),
        "Which sub-layer says “animal”?",
        "Point at the two long bars: the last cross-attention, which looks at the source, and the last feed-forward. "
        "All rows add up to 9.2070, the score that the model uses. Nothing is left over.",
        3,
        finds=("9.2070", "2 cross-attention"),
    ),
    Scene(
        part("norm", "block-figure-hand=2/1/6", block_view=VIEWS["hand"]),
        "Ten times as large: what changes?",
        "Nothing. Let everybody compute x − μ and σ for 1 2 3 4 first: 1.3416 is the last number, here too.",
        2,
        asks=True,
        finds=("1.3416",),
    ),
    Scene(
        part("norm", "block-figure-hand=2/2/6", block_view=VIEWS["hand"]),
        "Is this formula right?",
        "Lecture slides print it so: the root is missing. The spread should be 1, here it is 0.0894. And it gets the smaller "
        "the larger the numbers are.",
        1,
        below=True,
        finds=("0.0894", "Vitay"),
    ),
    Scene(
        part("norm", "block-figure-depth=6/4", block_view=VIEWS["depth"]),
        "What is the residual for?",
        "Six layers, as in the paper. Not for the gradient alone: LayerNorm keeps that in order by itself. Point at the "
        "last column of the table: without residual all words of a row are one vector, 1.00; in pre they are at 0.65. Then "
        "choose 24: post is at 1.00 too, since each of its LayerNorms shrinks what the residual carries.",
        2,
        asks=True,
        finds=("no residual", "1.00", "0.65"),
    ),
    Scene(
        part("units", "block-figure-units=1/5/81", block_text=SENTENCE),
        "What does a hidden unit answer to?",
        "Unit 81 of the first encoder layer. Read its words aloud and ask what they have in common: they are "
        "verbs. Then click another dark cell and guess again.",
        2,
        asks=True,
        finds=("Unit 81", "tasted"),
    ),
)
