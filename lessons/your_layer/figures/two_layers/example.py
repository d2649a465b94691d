from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.your_layer.figures.two_layers import two_layers


def example() -> Figure:
    trained, typed = load("english_french"), f"cat {TYPED}"
    return two_layers(trained, "attention", ("standard", "unscaled"), typed)
