"""Three questions with measured answers."""

from collections.abc import Sequence

from lessons.heads.measure.patching import Question, Site, measure_effects, sites
from lessons.heads.measure.patching import make_question as question_of
from lessons.kit.prediction import Prediction, from_reasons
from transformer.measure.attention.head_roles import THRESHOLD, Roles
from transformer.weights import Trained

FEW, HALF, MOST = "fewer than one in three", "about half of them", "nearly all of them"


def about_roles(roles: Roles) -> Prediction:
    """Ask how many heads follow a named pattern."""
    named = [head for head in roles.heads if head.label]
    share, total = len(named) / len(roles.heads), len(roles.heads)
    right = FEW if share < 1 / 3 else HALF if share < 0.75 else MOST
    count = f"{len(named)} of {total} heads follow a named pattern"
    reasons = {
        FEW: f"{count}. A head need not follow any pattern that we can name.",
        HALF: (
            f"{count}. The map for one sentence often seems to follow a rule. Few rules hold for {roles.sentences} "
            "sentences."
        ),
        MOST: f"{count}. Papers seldom show unnamed heads.",
    }
    question = (
        f"This translation model has {total} heads. How many heads follow one of our named patterns? A head follows "
        f"a pattern if at least {THRESHOLD:.0%} of its weight, on average, is where the pattern predicts, but less "
        "than that in the control."
    )
    return from_reasons(question, reasons, right, "")


def about_patch(trained: Trained, base: Sequence[str], donor: Sequence[str]) -> Prediction:
    """Ask which word carries the difference between two sentences after the first encoder layer."""
    compared = question_of(trained, *map(trained.source_vocabulary.encode, (base, donor)))
    apart = next(n for n, (a, b) in enumerate(zip(base, donor, strict=True)) if a != b)
    places = {f"“{base[n]}”": n for n in (base.index("it"), apart, base.index("street"))}
    written = [Site(_after_first_layer(trained, compared), n) for n in places.values()]
    before, difference_of_donor, patched = measure_effects(trained.model, compared, written)
    way = abs(difference_of_donor - before)
    moved = {name: effect.change for name, effect in zip(places, patched, strict=True)}
    most = max(moved, key=lambda name: abs(moved[name]))
    none = "none of them"
    right = most if abs(moved[most]) > way / 2 else none
    this, that = trained.target_vocabulary.decode([compared.this, compared.that])
    changes = {
        name: f"Patching only {name} changes the logit difference by {signed(y)}."
        for name, y in moved.items()
    }
    why = {
        "“it”": f"The sentences differ only in “{base[apart]}” and “{donor[apart]}”. After one layer the vector of "
        "*it* carries this difference, because *it* has attended to the last word."
        if right == "“it”"
        else "You would expect the meaning of *it* to be stored at the position of *it*, but this model stores the "
        "meaning elsewhere.",
        f"“{base[apart]}”": (
            "Only this word differs, and its embedding carries the whole difference. One layer later, a different "
            "word carries this difference."
        ),
        "“street”": (
            "The street is *la rue* in French, so the pronoun is *elle*. But both sentences contain *street*, so its "
            "vector need not differ."
        ),
    }
    reasons = {name: f"{changes[name]} {why[name]}" for name in places}
    reasons[none] = (
        f"Patching only {most} changes the logit difference by {signed(moved[most])}; between the sentences, it "
        f"differs by {way:.2f}."
    )
    question = (
        f"The model writes “{this}” for “… too {base[apart]}” and “{that}” for “… too {donor[apart]}”. After the "
        "first encoder layer we take the vector of **one word** from the second sentence and write it into the first. "
        f"Which word turns “{this}” into “{that}”?"
    )
    return from_reasons(question, reasons, right, "")


def signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _after_first_layer(trained: Trained, compared: Question) -> str:
    """Return the last hook point of the first encoder layer that holds one vector per word."""
    probes = [site.probe for site in sites(trained.model, compared.inputs)["words"]]
    return [probe for probe in probes if probe.startswith("encoder.layers.0.")][-1]


def about_layers(two_layers: dict, one_layer: dict, fixed: dict) -> Prediction:
    """Ask which models copy; takes the cards of two layers, one layer, and one layer with a fixed period."""
    both, single, always = (
        card["held_out"]["repeated_right"] for card in (two_layers, one_layer, fixed)
    )
    options = ("both models", "only the model with two layers", "neither model")
    right = options[0 if min(both, single) > 0.9 else 1 if both > 0.9 else 2]
    measured = f"Two layers predict {both:.1%} of the repeated characters, and one layer predicts {single:.1%}"
    reasons = {
        options[0]: (
            f"{measured}. One layer can find the earlier copy of a character, but it outputs that copy instead of the "
            "character after it."
        ),
        options[1]: (
            f"{measured}. With two layers, the first can write the previous character into each position. The second "
            "layer can find the position whose previous character equals the current character. The control below "
            "trains a one-layer model for more steps."
        ),
        options[
            2
        ]: f"{measured}. Two attention layers are enough to find the earlier copy and output the next character.",
    }
    question = (
        "A sequence of random characters repeats itself: x 7 a p x 7 a p … Each sequence has a different period. "
        "A one-layer and a two-layer attention-only model were trained for 1,800 steps. Which models correctly "
        "predict over 90% of characters from the second period on?"
    )
    return from_reasons(question, reasons, right, "")
