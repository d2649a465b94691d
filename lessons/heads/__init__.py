"""The lesson *Multi-head attention*: the parts of its page, and the models and sentences shown first."""

from lessons.models.shipped import SENTENCE

CHANGED = "the animal did not cross the street because it was too wide"
MODEL, UNGUIDED = "english_french", "english_french_unguided"
OTHER_SEED = "english_french_unguided_seed_2"  # also unguided, and one head links *it* to its noun
# Two layers, one layer, and one layer trained on sequences with a single period.
COPYING = ("induction", "induction_one_layer", "induction_fixed")
LETTERS = ("ksunfaqhgwksunfa", "ksunfarhgwksunfa")  # they differ in one character, which comes next

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "roles": (
        "All heads",
        (
            "See all heads of a model. A head gets a name only if its pattern holds for many sentences and fails "
            "in the control."
        ),
    ),
    "patch": (
        "Activation patching",
        (
            "Two sentences differ in one word. Copy one activation from the second sentence into the first: which word "
            "does the model write now?"
        ),
    ),
    "copying": (
        "In-context copying",
        (
            "A sequence of random characters repeats itself. How many attention layers does a "
            "model need to continue the sequence?"
        ),
    ),
}

__all__ = ["CHANGED", "COPYING", "LETTERS", "MODEL", "OTHER_SEED", "PARTS", "SENTENCE", "UNGUIDED"]
