from lessons.figures.kit.examples import Figure
from lessons.finetuning.figures.moved_weights import moved_weights


def example() -> Figure:
    """Return made-up numbers; the drawing is the same."""
    results = {"moved": {"embedding": 0.1, "pooler": 0.3}, "remembers": 0.2}
    about = {"labels": [6], "seeds": [0, 1], "steps": 9, "remembers": 0.6}
    heads = {"pair": "pairs", "tags": "tags"}
    return moved_weights(about | {"tasks": dict.fromkeys(heads, results)}, heads)
