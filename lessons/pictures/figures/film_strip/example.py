from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.figures.picture_map import Shown
from lessons.pictures.figures.film_strip import film_strip
from transformer.tasks.drawings import Thing
from transformer.tasks.films import Event


def example() -> Figure:
    events = (
        Event(Thing("red", "circle"), "moves left", 1),
        Event(Thing("blue", "cross"), "grows", 7),
    )
    return film_strip(
        [Shown(load("films"), TYPED, TYPED), Shown(load("films_even"), "even")], events
    )
