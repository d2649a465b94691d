"""How a model learns: the loop, the optimisers, the settings, and the recipes of what ships.

    python -m transformer.training english_french

trains, shows the time left and the held-out score, and writes weights with their card.
"""

from transformer.families import build, vocabularies
from transformer.training.loop import Step, Training, train

__all__ = ["Step", "Training", "build", "train", "vocabularies"]
