"""Print the image with the weights of the chosen word, and the caption of each captioner."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.choices import places
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.picture_map.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw the model and word that `figure.at(…)` chose."""
    header, at = figure.header, places(figure.header)
    colours, models = header["palette"]["light"], header["models"]
    model = models[at["model"]]
    weights = figure.arrays.get(f"weights {at['model']}")
    row = weights.values[at["word"]] if weights and len(weights.values) else np.zeros(1)
    word = model["words"][at["word"]] if model["words"] else ""
    texts = {"title": header["title"], "model": model["title"], "text": " ".join(model["words"])}
    caption = header["problem"] or PAPER["caption"].format(**texts, word=word, most=row.max())
    with sheet(figure, path, (7.6, 3.4), caption) as paper:
        axes = paper.add_axes((0.02, 0.2, 0.42, 0.78))
        axes.imshow(coloured(header), extent=(0, header["places"], header["places"], 0))
        for place in row.nonzero()[0] if row.any() else ():
            top, left = divmod(int(place), header["places"])
            side = float(np.sqrt(row[place] / row.max()))
            axes.add_patch(square(left, top, side, colours["weight_full"]))
        axes.set(xticks=[], yticks=[])
        for n, entry in enumerate(models):
            y = 0.9 - 0.75 * n / max(len(models), 1)
            paper.text(0.5, y, entry["title"], size=8, color=colours["soft"])
            paper.text(0.5, y - 0.07, " ".join(entry["words"]), size=10, color=colours["ink"])


def coloured(header: dict) -> np.ndarray:
    """Return the pixels as red, green and blue, 0 to 1: (row, column, 3)."""
    from matplotlib.colors import to_rgb

    inks = {letter: to_rgb(ink["full"]) for letter, ink in header["inks"].items()}
    inks |= {letter.lower(): to_rgb(ink["half"]) for letter, ink in header["inks"].items()}
    side = header["side"]
    pixels = [inks.get(pixel, (1, 1, 1)) for pixel in header["pixels"]] or [(1, 1, 1)]
    pixels += [(1, 1, 1)] * (side * side - len(pixels))
    return np.array(pixels[: side * side]).reshape(side, side, 3)


def square(left: int, top: int, side: float, colour: str):
    from matplotlib.patches import Rectangle

    at = left + (1 - side) / 2, top + (1 - side) / 2
    return Rectangle(at, side, side, facecolor=colour, edgecolor="white", lw=0.5)
