"""What the tokens page asks, and what tells the answer."""

from lessons.tokens import OPENING, results
from tests.kit.questions import Asked


def questions():
    asked = results.question()
    ties = results.learned(OPENING, "first_seen", "characters", "own").merges[0].ties
    yield Asked(asked, "", "tokens", f"{ties} pairs tie", covered=False)
    yield Asked(asked, "", "tokens", "Merge 1 ?:", covered=False, place="tokens-player=1")
