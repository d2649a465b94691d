"""Predict first: a question whose right answer is computed from the model, never written down."""

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.facts import Facts, Gaze
from lessons.attention.words import plain
from lessons.kit.prediction import Prediction, asked
from lessons.kit.reading import Reading

EQUAL = 0.6  # two weights count as about equal when the smaller is this share of the larger

NOUNS = ("animal", "street")
BOTH, OTHER = "both about equally", "another word"
WHY = {
    "street": "Only a street can be too wide, so *it* now stands for the street.",
    "animal": "*it* stood for the animal while it was tired. What is too wide to cross is the street.",
    BOTH: "A softmax may share its weight, and does so where two words fit equally well. "
    "Here the last word decides: only one of the two can be too wide.",
    OTHER: "Nothing forbids it: every word may be looked at. But what *it* stands for is a noun.",
}
UNTOLD = (
    "This head was never told to look at the noun. The translation can come out right all the same: "
    "the adjective alone gives the gender away."
)
FIRST, LAST = "the first one", "the last one"
BETWEEN, ALL = "one in between", "all about equally"


def about_it(changed: Facts, guided: bool) -> Prediction:
    """Which word *it* looks at once "tired" is "wide"; `changed` are the facts of that sentence."""
    weights = {noun: changed.it.on(noun) for noun in NOUNS}
    strongest, most = changed.it.strongest()
    if strongest not in NOUNS:
        right = OTHER
    else:
        right = BOTH if min(weights.values()) >= EQUAL * most else strongest
    untold = right != "street" and not guided
    replies = {}
    for option, measured in _measured(weights, changed.it).items():
        why = UNTOLD if untold and option == right else "" if untold else WHY[option]
        verdict = "Yes." if option == right else "Not this model."
        replies[option] = " ".join(filter(None, (verdict, why, measured)))
    last, new = SENTENCE.split()[-1], CHANGED.split()[-1]
    question = f"“{SENTENCE}”: change *{last}* to *{new}*. Which word will **it** look at most?"
    return Prediction(question, tuple(replies), right, replies, CHANGED)


def _measured(weights: dict[str, float], it: Gaze) -> dict[str, str]:
    """What the head of *it* says about each option."""
    strongest, most = it.strongest()
    less, more = sorted(weights.values())
    head = f"layer {it.layer + 1}, head {it.head + 1}"
    said = {}
    for noun, weight in weights.items():
        top = "" if noun == strongest else f", and most on “{plain(strongest)}”, {most:.2f}"
        said[noun] = f"Measured, {head}: {weight:.2f} on *{noun}*{top}."
    others = f"Measured: {1 - less - more:.2f} on all other words together"
    return said | {
        BOTH: f"Measured: the smaller weight is {less:.2f}, the larger {more:.2f}.",
        OTHER: f"{others}, and most on “{plain(strongest)}”, {most:.2f}.",
    }


def about_first(facts: Facts, reading: Reading) -> Prediction | None:
    """Which piece the decoder looks at while it writes the first one; `facts` are of the reading. None
    where nothing is written: a model that has hardly learned."""
    if not facts.words:
        return None
    (_, looked_at, weight), row = facts.words[0], reading.words
    places = {row[0]: FIRST, row[-1]: LAST}
    right = places.get(looked_at, BETWEEN) if weight >= 2 / len(row) else ALL
    piece = "character" if all(len(word) == 1 for word in row) else "word"
    there = f"the decoder looks most at “{plain(looked_at)}”, with {weight:.2f} of the weight"
    even = f"An even look would give each {piece} {1 / len(row):.2f}"
    why = "It looks where what it writes next stands in the source." if right != ALL else ""
    against = {
        FIRST: f"The first is “{plain(row[0])}”; {there}.",
        LAST: f"The last is “{plain(row[-1])}”; {there}.",
        BETWEEN: f"Between the first and the last stand {len(row) - 2}; {there}.",
        ALL: f"{even}, and none could be told apart; {there}.",
    }
    reasons = against | {right: f"{there[0].upper()}{there[1:]}. {why or even + '.'}"}
    question = f"“{plain(reading.text)}”: which one will the decoder look at while it writes its first {piece}?"
    return asked(question, reasons, right, reading.text)
