"""What the decoding page asks, and what tells the answer."""

from urllib.parse import quote_plus

from lessons.decoding import results
from tests.kit.questions import Asked

ELSEWHERE = dict.fromkeys(("sampling", "drafting", "bleu"), "it asks nothing")


def questions():
    asked = results.predict()
    beam = asked.sentence
    yield Asked(asked, "tree", "decoding", f"Beam search for “{beam}”", covered=False)
    there = {
        "address": f"decoding-text={quote_plus(beam)}",
        "place": "decoding-figure-tree=5/99/0/-",
    }
    yield Asked(asked, "tree", "decoding", "The answer: ", **there)
