from lessons.figures.kit.examples import TYPED, Figure
from lessons.tokens.figures.bpe_player import bpe_player
from transformer.tokens.bpe import learn


def example() -> Figure:
    return bpe_player(learn(TYPED, 5), TYPED, TYPED.split()[0])
