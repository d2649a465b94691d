from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.figures.picture_map import Shown, picture_map


def example() -> Figure:
    trained = load("drawings")
    shown = [Shown(trained, TYPED, TYPED), Shown(load("drawings_even"), "even")]
    return picture_map(shown, trained.task.held_out[0], draws=True)
