"""All text of the BLEU figure. Text between ** and ** is bold."""

TITLE = "BLEU of “{text}”"
LENGTH, GRAM = "n-gram length", "n-gram"
WRITTEN, REFERENCE = "written", "reference {number}"
TOO_SHORT = "The text is shorter than {length} words."
TOLD = (
    "**“{gram}”** is written {written} × and occurs at most {allowed} × in one reference, so it is "
    "counted {counted} ×."
)
KEY = {"c": "counts", "x": "clipped", "r": "in a reference"}
PICK = "The fractions show how often each n-gram **is counted** and written."
PARTS, ORDER = "**Parts of the score**", "n-gram of"
MATCHED, PRECISION = "count", "p"
SMOOTHED = "none matches: smoothed"
BREVITY = "brevity {brevity}"
NOT_SHORT = "{written} words written, {right} in the closest reference: not too short"
SHORT = "e^(1 − {right}/{written}): {written} words written, {right} in the closest reference"
PRODUCT = "100 · {{brevity}} · ({precisions})^(1/{count})"
SCORE = "BLEU {score}"
HOW = (
    "Precision alone would reward repeated words and truncated texts. Clipping limits the repeats, and the "
    "brevity penalty lowers the score of a short text."
)
ORIGIN = (
    "transformer/objectives/bleu.py counted the words shown. sacrebleu gives the same score for the same words, but "
    "it tokenizes a whole text in its own way."
)
