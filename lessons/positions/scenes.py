"""Ten minutes on positions: why they are needed, a slip on a slide, and rows longer than any in training."""

from lessons.kit.scenes import Scene, link
from lessons.positions import PARTS, SENTENCE


def part(name: str, place: str = "", text: str = "") -> str:
    chosen = {"positions_text": text} if text else {}
    return link(place, positions_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("why", text=SENTENCE),
        "What if somebody shuffles the words?",
        "Take a show of hands, then show it. Without positions the vectors are the same, only shuffled: the "
        "largest difference is a rounding error. With positions it is 3.20.",
        3,
        asks=True,
        finds=("Equal", "Largest difference 3.20"),
    ),
    Scene(
        part("lab"),
        "How can a vector say “fifth”?",
        "Rows are positions, columns are waves from quick to slow. Point at one column from top to bottom, "
        "then at one row: no two rows are equal.",
        2,
        finds=("dimension",),
    ),
    Scene(
        part("slides"),
        "Is this table right?",
        "A table as a slide prints it. Let everybody compute one number of the third column, sin(1 / 100): "
        "the slide prints 0.0017. Click cells to judge them; then the formula answers.",
        2,
        finds=("0.0017",),
    ),
    Scene(
        part("score", text=SENTENCE),
        "What says more about where to look, the word or its place?",
        "A score falls into four parts: word with word, word with place, place with word, place with place. "
        "The maps add up; the bars under Spread say which of them differs most from key to key.",
        1,
        asks=True,
        finds=("position–position",),
    ),
    Scene(
        part("length"),
        "And in a row longer than any in training?",
        "Six ways to mark a place, one task, rows of the same lengths. Point at the line where training "
        "ended. Ask who expects which curve to stay up, then show it.",
        2,
        asks=True,
        finds=("trained",),
    ),
)
