"""The heads lesson: the parts of its page, and the models and sentences that it opens with."""

from lessons.models.shipped import SENTENCE

CHANGED = "the animal did not cross the street because it was too wide"
MODEL, UNGUIDED = "english_french", "english_french_unguided"
# Two layers, one layer, and one layer that has only ever seen rounds of one length.
COPYING = ("induction", "induction_one_layer", "induction_fixed")
LETTERS = ("ksunfaqhgwksunfa", "ksunfarhgwksunfa")  # one character apart, and about to repeat it

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "roles": (
        "At a glance",
        "Every head of a model, with a name only where many sentences agree on it.",
    ),
    "patch": (
        "Patching",
        "Activation patching: two sentences, one word apart. Take one value from the one, write it into the "
        "other, and see which word the model writes now.",
    ),
    "copying": (
        "Copying",
        "A row of random characters repeats itself. Can a model of attention alone go on with it, and how many layers "
        "does it need?",
    ),
}

__all__ = ["CHANGED", "COPYING", "LETTERS", "MODEL", "PARTS", "SENTENCE", "UNGUIDED"]
