"""The sketch on this lesson's card: a drawing with the attention weights of one word."""

from lessons.figures.kit.sketch import arrow, bar, sketch, word
from lessons.pictures.results import draw_example

SIZE, LEFT, TOP = 6.4, 14, 10  # size of a place; corner of the map


def motif() -> str:
    """Draw the weights of the third word, over the places with ink."""
    figure = draw_example("clean", "1")
    model = figure.header["models"][0]
    pixels, side, places = figure.header["pixels"], figure.header["side"], figure.header["places"]
    inked = [
        pixels[2 * row * side + 2 * column] != "."
        for row in range(places)
        for column in range(places)
    ]
    weights = figure.arrays["weights 0"].values[2]
    marks = [bar(LEFT, TOP, SIZE * places, SIZE * places, "line")]
    for place, (ink, weight) in enumerate(zip(inked, weights, strict=True)):
        x, y = LEFT + SIZE * (place % places), TOP + SIZE * (place // places)
        marks += [bar(x, y, SIZE, SIZE, "soft")] if ink else []
        side_of = SIZE * float(weight / weights.max()) ** 0.5
        if side_of > 1:
            edge = (SIZE - side_of) / 2
            marks.append(bar(x + edge, y + edge, side_of, side_of, "weight_full"))
    marks += arrow(112, 54, 132, 54, "soft", 3)
    marks += [
        word(140, 30 + 24 * n, text, "ink" if n < 2 else "weight", 14, "start", n == 2)
        for n, text in enumerate(model["words"][:3])
    ]
    return sketch(marks)
