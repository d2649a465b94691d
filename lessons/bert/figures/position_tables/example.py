from lessons.bert.figures.position_tables import position_tables
from lessons.figures.kit.examples import Figure, load


def example() -> Figure:
    return position_tables({"BERT": load("discourses"), "a decoder": load("induction")})
