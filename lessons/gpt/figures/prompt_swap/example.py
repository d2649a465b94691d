from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.gpt.figures.prompt_swap import prompt_swap


def example() -> Figure:
    return prompt_swap(load("prompts"), f"i see {TYPED.split()[0]}")
