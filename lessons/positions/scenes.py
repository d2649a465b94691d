"""Ten minutes on positional encoding: an encoder without positions, a slip on a slide, and length extrapolation."""

from lessons.kit.scenes import Scene, link
from lessons.positions import PARTS, SENTENCE

LAB = "positions-figure-lab"


def part(name: str, place: str = "", text: str = "", **more: str) -> str:
    chosen = {"positions_text": text} if text else {}
    return link(place, positions_part=PARTS[name][0], **chosen, **more)


SCENES = (
    Scene(
        part("why", text=SENTENCE),
        "The words are reversed: what happens to their vectors?",
        "Ask for a show of hands, then reveal the figure. Without positions the vectors are the same, only reversed: "
        "the largest difference is a rounding error. With positions the largest difference is 3.20.",
        2,
        asks=True,
        finds=("Equal", "Largest difference 3.20"),
    ),
    Scene(
        part("lab", answered="true"),
        "How can a vector mark a position?",
        "Explain that rows are positions and columns are waves from fast to slow. Point down one column, "
        "then along one row: no two rows are equal.",
        1,
        finds=("dimension",),
    ),
    Scene(
        part("lab", f"{LAB}=sinusoidal/5/4/10000/table/table/1/0/0"),
        "Is position 3 or position 4 more similar to position 0?",
        "Show the example from the slides: five positions and four dimensions. Ask the class to multiply row 0 by row "
        "3 and by row 4. Then reveal the answer: the wave of the first pair rises again, so position 4 is more similar.",
        2,
        asks=True,
        finds=("dimension",),
    ),
    Scene(
        part("slides"),
        "Which numbers in this printed table are wrong?",
        "Point to the table, which is from a slide. Ask the class to compute one number in column 2, sin(1 / 100): "
        "the slide shows 0.0017. Click a cell to check it with the formula.",
        2,
        finds=("0.0017",),
    ),
    Scene(
        part("score", text=SENTENCE),
        "Which part of a score differs most from key to key?",
        "Name the four parts of a score: word with word, word with position, position with word, and position with "
        "position. Point to the bars under Spread: they show which part differs most from key to key.",
        1,
        asks=True,
        finds=("position–position",),
    ),
    Scene(
        part("length"),
        "Which encoding works best on longer strings?",
        "Six models with different encodings learned to reverse strings of 2 to 10 letters. Point to the line at "
        "the training length. Ask which encoding reverses the most strings of 13 letters, then reveal the curves.",
        2,
        asks=True,
        finds=("trained",),
    ),
)
