"""What the masks page asks, and what tells the answers."""

from lessons.masks import results
from tests.kit.questions import Asked


def questions():
    shown = {
        "paint": {"tells": "we may attend to: we, sing, ⟨pad⟩", "covered": False},
        "leak": {"tells": "The mask in layer 1", "address": "masks-letter=mask+B"},
        "cheat": {"tells": r"5\.\d+ bits per letter without a mask"},
    }
    for part, how in shown.items():
        yield Asked(results.predict(part), part, f"masks-{part}", **how)
