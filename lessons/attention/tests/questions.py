"""What the attention page asks of its models, and what tells the answer."""

from urllib.parse import quote_plus

from lessons.attention import CHANGED, UNGUIDED, results
from lessons.attention.prediction import about_first
from lessons.models import saved
from tests.kit.questions import Asked

ELSEWHERE = {"hand": "it asks nothing", "slides": "it asks nothing"}
MODEL, IT = "english_french", "“it” (looks|attends) (most )?(at|to) “street”"


def questions():
    question = results.prediction(MODEL)
    yield Asked(question, "model", MODEL, IT, covered=False)
    yield Asked(question, "model", MODEL, IT, address=f"text={quote_plus(CHANGED)}")
    for name in UNGUIDED:
        yield Asked(results.prediction(name))
    reading = results.encode("reverse", saved.first_text("reverse"))
    yield Asked(about_first(results.facts("reverse", reading), reading))
