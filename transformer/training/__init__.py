"""How a model learns: the loop, the optimisers, the settings, and the recipes of the shipped models.

    python -m transformer.training english_french

trains the model, shows the remaining time and the held-out score, and writes a weights file with its card.
"""

from transformer.families import build, vocabularies
from transformer.training.loop import Step, Training, train

__all__ = ["Step", "Training", "build", "train", "vocabularies"]
