"""What the page on GPT asks, and what tells the answers."""

from lessons.gpt import results
from tests.kit.questions import Asked


def questions():
    tells = {
        "rows": "Mean loss of the model trained this way",
        "swap": "In the rows of the sentence, the maps are the same",
        "learning": "Exact match reaches 50% after",
        "sizes": "115,970,015,232",
    }
    for part, measured in tells.items():
        yield Asked(results.predict(part), part, f"gpt-{part}", measured)
