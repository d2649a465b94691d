"""Texts, settings and limits of the page “Tokenization”."""

# “Mining Unstructured Data 12”, slide “Example of Byte Pair Encoding”, as printed. Its result ends in
# “wid⟨es⟩t”, so the last word was meant to be “widest”.
DECK = "low lower newest wides"
WIDEST = "low lower newest widest"
WORD = "lowest"

# The counts of Sennrich, Haddow and Birch 2016, algorithm 1: low 5, lower 2, newest 6, widest 3.
SENNRICH = " ".join(["low"] * 5 + ["lower"] * 2 + ["newest"] * 6 + ["widest"] * 3)
OPENING = SENNRICH

PROSE = (
    "A small boat left the harbour early in the morning. The fisherman and his daughter were looking "
    "for calm water, and the calmer water was farther out. They fished until the light was fading, "
    "then they rowed home, singing, rowing faster than the rain. At home the older children were "
    "waiting, and the oldest had lighted the lamp. Nobody was singing louder than the fisherman, and "
    "nobody was hungrier."
)

EXAMPLES = {
    "Sennrich’s counts": SENNRICH,
    "The slide, as printed": DECK,
    "The slide, ending in “widest”": WIDEST,
    "A paragraph": PROSE,
}

# Labels of the settings on the page.
TIES = {"first_seen": "first seen", "largest_pair": "largest pair", "smallest_ids": "smallest ids"}
BASES = {"characters": "characters", "bytes": "bytes"}
ENDS = {"own": "own token", "glued": "glued", "none": "none"}

MOST_MERGES = 1000  # learned for the page; learning stops earlier if no pair occurs twice
MOST_CHARACTERS = 4000  # in the text box; longer texts must be uploaded
