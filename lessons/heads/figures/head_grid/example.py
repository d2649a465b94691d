from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.heads.figures.head_grid import head_grid
from transformer.measure.attention.head_roles import head_roles


def example() -> Figure:
    trained = load("reverse")
    return head_grid(trained, head_roles(trained, trained.task.held_out[:30]), f"cat {TYPED}")
