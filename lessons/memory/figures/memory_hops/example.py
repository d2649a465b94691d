from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.memory.figures.memory_hops import memory_hops


def example() -> Figure:
    story = f"john takes the ball. {TYPED.replace('.', '')}. john goes to the office. where is the ball?"
    return memory_hops(load("stories_hops_2"), story)
