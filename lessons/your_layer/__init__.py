"""The lesson on a layer of one's own: the parts of its page, and how it opens."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "write": (
        "Write",
        "Each layer is a file in `transformer/variants`. Does it keep its contract, and what does it look at?",
    ),
    "compare": (
        "Compare",
        "Two layers with the same weights, or trained from one seed. Is one better?",
    ),
    "source": (
        "Picture ↔ source",
        "Every step with the line that made it, its shape and its numbers. Where do two layers part?",
    ),
}
VIEWS = {
    "write": {"lights": "Lights", "model": "In a trained model", "code": "Source"},
    "compare": {
        "maps": "One sentence",
        "trained": "Two trainings",
        "tasks": "Every task",
        "cost": "Lights and cost",
        "diff": "Diff",
    },
}
STANDARD = "standard"
RUNS = "runs"  # in the place of a kind of layer: two stored trainings are compared
# The layer that a part opens with, and that its question is about.
OPENS = {"write": "unscaled", "compare": "unscaled", "source": "rotary"}
LAST = "the last saved version"  # what a layer can be compared with, beside the standard one


def usual(kind: str) -> str:
    """What stands where a model has no variant."""
    return "sinusoidal" if kind == "position" else STANDARD
