"""How a model learns: the loop, the optimisers, the settings, and the recipes of what ships.

    python -m transformer.training english_french

trains, shows the time left and the held-out score, and writes weights with their card.
"""

from transformer.training.loop import Step, Training, build, losses, own_words, train, vocabularies

__all__ = ["Step", "Training", "build", "losses", "own_words", "train", "vocabularies"]
