from lessons.decoding.figures.bleu_parts import bleu_parts
from lessons.figures.kit.examples import TYPED, Figure


def example() -> Figure:
    return bleu_parts(TYPED.split(), [TYPED.split()[1:]])
