from lessons.bert.figures.agreement import agreement
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    """Two invented moments; they are drawn like real ones."""
    moment = {
        "words_right": 0.5, "pairs_right": 0.5, "agree": {"is, are": 1, "the verb": 0.9, "he, she": 0.5},
        "guesses": {"is, are": {"is": 0.9, "are": 0.1}, "the verb": {"reads": 1}, "he, she": {"he": 0.5, "she": 0.5}},
    }  # fmt: skip
    moments = [{"step": step, "seconds": step / 10.0} | moment for step in (0, 50)]
    return agreement(moments, {"words": 0.66, "pairs": 0.93})
