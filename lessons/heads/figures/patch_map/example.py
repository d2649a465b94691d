from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.heads.figures.patch_map import patch_map


def example() -> Figure:
    return patch_map(load("english_french"), f"the cat was {TYPED}", f"the car was {TYPED}")
