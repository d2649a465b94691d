"""Questions of the page; the correct answer is computed from the model, never stored."""

from lessons.attention import CHANGED, SENTENCE
from lessons.attention.words import escaped
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction, from_reasons
from lessons.models.facts import Facts, Gaze

EQUAL = 0.6  # two weights are about equal if the smaller is at least this fraction of the larger

NOUNS = ("animal", "street")
BOTH, OTHER = "both about equally", "another word"
WHY = {
    "street": "Only a street can be too wide to cross, so *it* now refers to the street.",
    "animal": "*It* referred to the animal, which was too tired. Only the street can be too wide to cross.",
    BOTH: "A softmax can split the weight between two words that match equally well. "
    "Here the last word decides: only one of the two nouns can be too wide.",
    OTHER: "In this encoder every word may attend to every word. But *it* refers to a noun.",
}
UNTOLD = (
    "No auxiliary loss trained a head to link *it* to its noun, and this training run did not develop such a head. "
    "The translation is still correct, so the gender reaches the pronoun in another way."
)
BY_ITSELF = "No auxiliary loss trained this head: it emerged by itself in training."
FIRST, LAST = "the first one", "the last one"
BETWEEN, ALL = "one in between", "all about equally"


def about_it(changed: Facts, guided: bool) -> Prediction:
    """Ask which word *it* attends to when "tired" becomes "wide"; `changed` are the facts of that sentence."""
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
        if option == right == "street" and not guided:
            why = f"{why} {BY_ITSELF}"
        verdict = "Yes." if option == right else "No."
        replies[option] = " ".join(filter(None, (verdict, why, measured)))
    last, new = SENTENCE.split()[-1], CHANGED.split()[-1]
    question = (
        f"In “{SENTENCE}”, change *{last}* to *{new}*. Take the head that best links *it* to its noun. Which word will "
        "**it** attend to most?"
    )
    return Prediction(question, tuple(replies), right, replies, CHANGED)


def _measured(weights: dict[str, float], it: Gaze) -> dict[str, str]:
    """Return the measured weights of the head of *it* for each option."""
    strongest, most = it.strongest()
    less, more = sorted(weights.values())
    head = f"layer {it.layer + 1}, head {it.head + 1}"
    measured = {}
    for noun, weight in weights.items():
        top = "" if noun == strongest else f", and most on “{escaped(strongest)}”, {most:.2f}"
        measured[noun] = f"Measured in {head}: {weight:.2f} on *{noun}*{top}."
    others = f"Measured: {1 - less - more:.2f} on all other words together"
    return measured | {
        BOTH: f"Measured: the smaller weight is {less:.2f}, and the larger one is {more:.2f}.",
        OTHER: f"{others}, and most on “{escaped(strongest)}”, {most:.2f}.",
    }


def about_first(facts: Facts, reading: EncodedText) -> Prediction | None:
    """Ask which source token the decoder attends to while it writes its first token.

    `facts` belong to `reading`. Return None if the model writes nothing because it has hardly learned.
    """
    if not facts.words:
        return None
    (_, looked_at, weight), row = facts.words[0], reading.words
    places = {row[0]: FIRST, row[-1]: LAST}
    right = places.get(looked_at, BETWEEN) if weight >= 2 / len(row) else ALL
    piece = "character" if all(len(word) == 1 for word in row) else "word"
    there = f"the decoder attends most to “{escaped(looked_at)}”, with weight {weight:.2f}"
    even = f"Uniform attention would give each {piece} weight {1 / len(row):.2f}"
    why = (
        "The decoder attends to the part of the source that it translates next."
        if right != ALL
        else ""
    )
    against = {
        FIRST: f"The first {piece} is “{escaped(row[0])}”; {there}.",
        LAST: f"The last {piece} is “{escaped(row[-1])}”; {there}.",
        BETWEEN: f"There are {len(row) - 2} {piece}s between the first and the last; {there}.",
        ALL: f"{even}; {there}.",
    }
    reasons = against | {right: f"{there[0].upper()}{there[1:]}. {why or even + '.'}"}
    question = (
        f"The source is “{escaped(reading.text)}”. Which {piece} will the decoder attend to most while it writes its "
        f"first {piece}?"
    )
    return from_reasons(question, reasons, right, reading.text)
