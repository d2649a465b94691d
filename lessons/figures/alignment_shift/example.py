from lessons.figures.alignment_shift import alignment_shift
from lessons.figures.kit.examples import Figure, load
from transformer.measure.attention.alignment import shift


def example() -> Figure:
    names = {"copy_bahdanau": "Copy", "dates_bahdanau": "Dates"}
    return alignment_shift({name: shift(load(name)) for name in names}, names)
