"""Predict first: a question whose right answer is computed from the model, never written down."""

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.facts import Facts
from lessons.attention.words import plain
from lessons.kit.prediction import Prediction
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
    measured = (
        f"Measured, layer {changed.it.layer + 1}, head {changed.it.head + 1}: "
        f"street {weights['street']:.2f}, animal {weights['animal']:.2f}"
        + (f", and most on “{strongest}”, {most:.2f}." if strongest not in NOUNS else ".")
    )
    options = (*NOUNS, BOTH, OTHER)
    replies = {}
    for option in options:
        why = WHY[option] if guided or right == "street" else UNTOLD
        replies[option] = f"{'Yes.' if option == right else 'Not this model.'} {why} {measured}"
    last, new = SENTENCE.split()[-1], CHANGED.split()[-1]
    question = f"“{SENTENCE}”: change *{last}* to *{new}*. Which word will **it** look at most?"
    return Prediction(question, options, right, replies, CHANGED)


def about_first(facts: Facts, reading: Reading) -> Prediction | None:
    """Which piece the decoder looks at while it writes the first one; `facts` are of the reading. None
    where nothing is written: a model that has hardly learned."""
    if not facts.words:
        return None
    (_, looked_at, weight), row = facts.words[0], reading.words
    places = {row[0]: FIRST, row[-1]: LAST}
    right = places.get(looked_at, BETWEEN) if weight >= 2 / len(row) else ALL
    measured = f"Measured in the last cross-attention: {weight:.2f} of the weight is on “{plain(looked_at)}”."
    piece = "character" if all(len(word) == 1 for word in row) else "word"
    there = "The decoder looks where what it writes next stands in the source."
    even = f"An even look would mix all the {piece}s into one, and none could be told apart."
    replies = {
        option: f"{'Yes.' if option == right else 'No.'} {even if option == ALL else there} {measured}"
        for option in (FIRST, LAST, BETWEEN, ALL)
    }
    question = f"“{plain(reading.text)}”: which one will the decoder look at while it writes its first {piece}?"
    return Prediction(question, tuple(replies), right, replies, reading.text)
