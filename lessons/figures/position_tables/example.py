from lessons.figures.kit.examples import Figure, load
from lessons.figures.position_tables import position_tables


def example() -> Figure:
    return position_tables({"BERT": load("discourses"), "a decoder": load("induction")})
