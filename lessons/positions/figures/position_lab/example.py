from lessons.figures.kit.examples import Figure
from lessons.positions.figures.position_lab import position_lab
from lessons.positions.figures.position_lab.tables import Setting

CELL = {"cell": "table", "position": 1, "at": 1}


def example() -> Figure:
    return position_lab(Setting("sinusoidal", 5, 4))
