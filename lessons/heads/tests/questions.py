"""What the heads page asks, and what tells the answers."""

from lessons.heads import results
from tests.kit.questions import Asked


def questions():
    patched = "heads-patch=source/1/3/9/written"
    shown = {
        "roles": {"tells": r"\d of 18 heads have a clear pattern"},
        "patch": {"tells": "from 7.59 to −7.41", "place": patched},
        "copying": {"tells": "2 layers, random periods, 99% correct"},
    }
    for part, how in shown.items():
        yield Asked(results.predict(part), part, f"heads-{part}", **how)
