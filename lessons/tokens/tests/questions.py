"""What the tokens page asks, and what tells the answer."""

from lessons.tokens import OPENING, results
from tests.kit.questions import Asked


def questions():
    question = results.question()
    ties = results.tokenizer(OPENING, "first_seen", "characters", "own").merges[0].ties
    yield Asked(question, "", "tokens", f"{ties} pairs tie", covered=False)
    yield Asked(question, "", "tokens", "Merge 1 ?:", covered=False, place="tokens-player=1")
