"""The cost lesson: the parts of its page."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "table": (
        "Table 1",
        "Four kinds of layers: products, waiting, distance, time.",
    ),
    "meet": (
        "Where they meet",
        "From which length on does attention cost more?",
    ),
    "operators": (
        "By distance, by content",
        "One signal, read in two ways. Follow a place.",
    ),
    "paths": (
        "How far apart",
        "How many layers lie between two words?",
    ),
}
