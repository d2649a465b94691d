"""Questions of the cost page, and the patterns that would give away their answers."""

from lessons.cost import results
from tests.kit.questions import Asked


def questions():
    tells = {
        "table": r"distant words needs 18\.87 million",
        "meet": r"The curves meet at n = 64",
        "operators": r"by up to 0\.46 in attention",
        "paths": r"80 layers if the kernel",
    }
    for part, measured in tells.items():
        yield Asked(results.predict(part), part, f"cost-{part}", measured)
