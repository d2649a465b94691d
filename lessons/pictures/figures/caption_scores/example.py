from lessons.figures.kit.examples import TYPED, Figure
from lessons.pictures.figures.caption_scores import Column, caption_scores


def example() -> Figure:
    columns = [
        Column("right", (0.5, 1.0), "scores"),
        Column("gradient", (0.0, 2e-5), "gradients", share=False),
    ]
    return caption_scores(TYPED, "kind", ["one", TYPED], columns, TYPED)
