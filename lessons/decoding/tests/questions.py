"""The question of the page on decoding, and the text that gives its answer away."""

from urllib.parse import quote_plus

from lessons.decoding import results
from tests.kit.questions import Asked

ELSEWHERE = dict.fromkeys(("sampling", "drafting", "bleu"), "it asks nothing")


def questions():
    question = results.predict()
    beam = question.sentence
    at_the_end = {"place": "decoding-figure-tree=5/99/0/-"}
    yield Asked(question, "tree", "decoding", "The answer: ", **at_the_end)
    there = {
        "address": f"decoding-text={quote_plus(beam)}",
        "place": "decoding-figure-tree=5/99/0/-",
    }
    yield Asked(question, "tree", "decoding", "The answer: ", **there)
