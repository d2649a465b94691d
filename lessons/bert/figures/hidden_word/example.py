from lessons.bert.figures.hidden_word import hidden_word
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    both, back = load("discourses"), load("discourses_causal")
    return hidden_word(both, back, f"the {TYPED.replace('.', '')}. she reads")
