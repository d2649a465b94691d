"""The lesson on a layer of one's own: the parts of its page, and how it opens."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "write": (
        "Write",
        "Each layer is a file in transformer/variants. Does it keep its contract, and what does it look at?",
    ),
    "compare": (
        "Compare",
        "Two layers on one sentence with the same weights; two trainings from one seed. Is one of them better?",
    ),
    "source": (
        "Picture ↔ source",
        "Every step with the line that made it, its shape and its numbers. Where do two layers part?",
    ),
}
