"""What the cost page asks, and what tells the answers."""

from lessons.cost import results
from tests.kit.questions import Asked


def questions():
    tells = {
        "table": r"far words multiplies 1\.57 million",
        "meet": r"They meet at n = 64",
        "operators": r"by up to 0\.46 in attention",
        "paths": r"80 layers where the kernel",
    }
    for part, told in tells.items():
        yield Asked(results.predict(part), part, f"cost-{part}", told)
