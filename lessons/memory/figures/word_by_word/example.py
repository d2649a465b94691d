from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.memory.figures.word_by_word import word_by_word


def example() -> Figure:
    typed = TYPED.replace(".", "")
    return word_by_word(
        load("entailment_dot"), f"anna buys roses and ben sees {typed}. {typed} flowers"
    )
