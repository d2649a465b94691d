"""An answer and a reference that somebody typed."""

from lessons.figures.bleu_parts import bleu_parts
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure


def example() -> Figure:
    return bleu_parts(TYPED.split(), [TYPED.split()[1:]])
