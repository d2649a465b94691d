from lessons.alignment.figures.decoder_step import decoder_step
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return decoder_step(load("english_french_bahdanau"), f"cat {TYPED}")
