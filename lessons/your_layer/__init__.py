"""The lesson on your own layer: the parts of its page, and what each part shows first."""

# Name in the address → (title of the part on the page, sentence below the title).
PARTS = {
    "write": (
        "Your layer",
        "Each layer is a file in `transformer/variants`. Does the layer satisfy its contract, and where does it "
        "attend?",
    ),
    "compare": (
        "Compare layers",
        "Compare two layers with the same parameters, or two training runs with the same seed. Is one layer better "
        "than the other?",
    ),
    "source": (
        "Figure ↔ source",
        "See every step with its line of code, shape and values. Where do two layers first differ?",
    ),
}
VIEWS = {
    "write": {"lights": "Checks", "model": "In a trained model", "code": "Source"},
    "compare": {
        "maps": "One sentence",
        "trained": "Two training runs",
        "tasks": "Every task",
        "cost": "Checks and cost",
        "diff": "Diff",
    },
}
STANDARD = "standard"
RUNS = "runs"  # in place of a kind of layer: two stored runs are compared
# The layer that a part shows first, and that its question is about.
OPENS = {"write": "unscaled", "compare": "unscaled", "source": "rotary"}
LAST = "the last saved version"  # what a layer can be compared with, besides the standard layer


def usual(kind: str) -> str:
    """Return the name of the layer of a model without a variant."""
    return "sinusoidal" if kind == "position" else STANDARD
