"""Print the frames of a video, the weight of each for the chosen word, and the captions."""

from pathlib import Path

from lessons.figures.kit.choices import places
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.picture_map.paper import coloured
from lessons.pictures.figures.film_strip.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw the model and word that `figure.at(…)` chose."""
    header, at = figure.header, places(figure.header)
    colours, models, frames = header["palette"]["light"], header["models"], header["frames"]
    model, weights = models[at["model"]], figure.arrays.get(f"weights {at['model']}")
    if weights:
        row, word = weights.values[at["word"]], model["words"][at["word"]]
        texts = {"model": model["title"], "text": " ".join(model["words"]), "word": word}
        caption = PAPER["caption"].format(title=header["title"], most=row.max(), **texts)
    else:
        row, caption = [0.0] * len(frames), PAPER["none"].format(**header)
    with sheet(figure, path, (7.6, 2.2), caption) as paper:
        for n, (pixels, weight) in enumerate(zip(frames, row, strict=True)):
            left, wide = 0.01 + 0.98 * n / len(frames), 0.94 / len(frames)
            axes = paper.add_axes((left, 0.72, wide, 0.26))
            axes.imshow(coloured(header | {"pixels": pixels}))
            axes.set(xticks=[], yticks=[])
            bar = paper.add_axes((left, 0.52, wide, 0.18))
            bar.bar([0], [weight], 0.5, color=colours["weight_full"])
            bar.set(xlim=(-0.5, 0.5), ylim=(0, 1), xticks=[], yticks=[])
            bar.spines[["left", "right", "top"]].set_visible(False)
        for n, model in enumerate(models):
            y = 0.46 - 0.2 * n / max(len(models), 1)
            paper.text(0.01, y, model["title"], size=8, color=colours["soft"])
            paper.text(0.01, y - 0.06, " ".join(model["words"]), size=9, color=colours["ink"])
