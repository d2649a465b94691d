"""The table of contents. Navigation, notebooks, the README's table and the tests are built from it.

It imports neither torch nor the machine, so a layer that is broken cannot break the navigation.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """One lesson: the folder `lessons/<name>/` and what a reader should know before opening it."""

    name: str
    title: str
    question: str
    goal: tuple[str, ...]  # completes the sentence "You will be able to …"


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        name="attention",
        title="Attention",
        question="Where does “it” look?",
        goal=(
            "compute one attention weight by hand, from a query, a key and a mask",
            "read a map of weights: who looks, at whom, and how much",
            "write scaled dot-product attention, and name the mistake when a check fails",
        ),
    ),
)
