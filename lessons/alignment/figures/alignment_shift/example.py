from lessons.alignment.figures.alignment_shift import alignment_shift
from lessons.alignment.measure.alignment import shift
from lessons.figures.kit.examples import Figure, load


def example() -> Figure:
    names = {"copy_bahdanau": "Copy", "dates_bahdanau": "Dates"}
    return alignment_shift({name: shift(load(name)) for name in names}, names)
