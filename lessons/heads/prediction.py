"""Predict first: three questions whose right answers are measured, never written down."""

from collections.abc import Sequence

from lessons.kit.prediction import Prediction, asked
from transformer.measure.attention.head_roles import THRESHOLD, Roles
from transformer.measure.attention.patching import Question, Site, effects, sites
from transformer.measure.attention.patching import question as question_of
from transformer.weights import Trained

FEW, HALF, MOST = "fewer than one in three", "about half of them", "nearly all of them"


def about_roles(roles: Roles) -> Prediction:
    """How many heads have a pattern that can be named."""
    named = [head for head in roles.heads if head.label]
    share, total = len(named) / len(roles.heads), len(roles.heads)
    right = FEW if share < 1 / 3 else HALF if share < 0.75 else MOST
    count = f"Measured: {len(named)} of {total} heads reach {THRESHOLD:.2f}"
    closest = max((h for h in roles.heads if not h.label), key=lambda h: h.scores.get(h.best, 0.0))
    near = f"the next one, “{closest.best}”, has {closest.scores[closest.best]:.2f}"
    reasons = {
        FEW: f"{count}; {near}. A head need not look by a rule that we have a word for.",
        HALF: f"{count}. A small map of one sentence often looks like a rule; over {roles.sentences} "
        "sentences few rules remain.",
        MOST: f"{count}. Pictures in articles show the heads that have a name. The others are mostly not "
        "shown.",
    }
    question = (
        f"This translator has {total} heads. Of how many can one say in a word what they look at, so that "
        f"on average at least {THRESHOLD:.0%} of their weight lies there?"
    )
    return asked(question, reasons, right, "")


def about_patch(trained: Trained, base: Sequence[str], donor: Sequence[str]) -> Prediction:
    """Which word carries the difference after the first encoder layer; two sentences, one word apart."""
    compared = question_of(trained, *map(trained.source_vocabulary.encode, (base, donor)))
    apart = next(n for n, (a, b) in enumerate(zip(base, donor, strict=True)) if a != b)
    places = {f"“{base[n]}”": n for n in (base.index("it"), apart, base.index("street"))}
    written = [Site(_after_first_layer(trained, compared), n) for n in places.values()]
    before, given, found = effects(trained.model, compared, written)
    way = abs(given - before)
    moved = {name: effect.change for name, effect in zip(places, found, strict=True)}
    most = max(moved, key=lambda name: abs(moved[name]))
    none = "none of them alone"
    right = most if abs(moved[most]) > way / 2 else none
    this, that = trained.target_vocabulary.decode([compared.this, compared.that])
    said = {
        name: f"Written in alone, its vector moves the difference by {signed(y)}."
        for name, y in moved.items()
    }
    why = {
        "“it”": f"Where they differ, the two sentences say “{base[apart]}” and “{donor[apart]}”. After one layer "
        "that no longer matters at its own place: *it* has looked there and taken it along."
        if right == "“it”"
        else "*It* is where we would look for the meaning of *it*. This model keeps it elsewhere.",
        f"“{base[apart]}”": "It is the only word that differs, and in the embedding it decides everything. "
        "One layer later what it says has moved on to another word.",
        "“street”": "What is too wide is the street, in French *la rue*, so *elle*. But the model reads *street* in "
        "both sentences. What is carried over must be what tells them apart.",
    }
    reasons = {name: f"{why[name]} {said[name]}" for name in places}
    reasons[none] = (
        f"{most} alone moves it by {signed(moved[most])}, of {way:.2f} between the sentences."
    )
    question = (
        f"The model writes “{this}” for “… too {base[apart]}” and “{that}” for “… too {donor[apart]}”. After the first "
        f"encoder layer we take the vector of **one word** from the second sentence and write it into the "
        f"first. Which word turns “{this}” into “{that}”?"
    )
    return asked(question, reasons, right, "")


def signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _after_first_layer(trained: Trained, compared: Question) -> str:
    """The last place of the first encoder layer in which a word can be written."""
    probes = [site.probe for site in sites(trained.model, compared.inputs)["words"]]
    return [probe for probe in probes if probe.startswith("encoder.layers.0.")][-1]


def about_layers(two: dict, one: dict, fixed: dict) -> Prediction:
    """The cards of two layers, of one, and of one layer with a fixed period."""
    both, single, always = (card["held_out"]["repeated_right"] for card in (two, one, fixed))
    options = ("both, nearly always", "only two layers", "neither of them")
    right = options[0 if min(both, single) > 0.9 else 1 if both > 0.9 else 2]
    measured = f"Measured from the second round on: two layers {both:.1%}, one layer {single:.1%}"
    reasons = {
        options[
            0
        ]: f"{measured}. One layer can find the earlier copy of a character, but what it hands on is "
        "that copy, and not what came after it.",
        options[
            1
        ]: f"{measured}. With two, the first layer can write into each place what stands before it, and "
        "the second can look for the place that has the present character written into it.",
        options[
            2
        ]: f"{measured}. Looking for the same character and going one further needs no knowledge of "
        "language: two layers of attention are enough.",
    }
    question = (
        "A row of random characters repeats itself: x 7 a p x 7 a p … The length of a round is drawn anew for "
        "each row. A model of attention alone, with one layer or with two: which can say the next character "
        "from the second round on?"
    )
    return asked(question, reasons, right, "")
