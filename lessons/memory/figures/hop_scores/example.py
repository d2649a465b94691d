from lessons.figures.kit.examples import Figure, load
from lessons.memory.figures.hop_scores import hop_scores
from lessons.memory.measure.guessing import guesses


def example() -> Figure:
    models = {(True, hops, 1): load(f"stories_one_hops_{hops}") for hops in (1, 2)}
    seen = guesses(models[True, 1, 1].task)
    return hop_scores(models, dict.fromkeys((1, 2, 3), seen))
