"""Every word that people read in the picture of BLEU. Between ** and **: bold."""

TITLE = "BLEU of “{text}”"
LENGTH, GRAM = "words of an n-gram", "n-gram"
WRITTEN, REFERENCE = "written", "reference {number}"
TOO_SHORT = "It has no {length} words in a row."
TOLD = (
    "**“{gram}”** is written {written} ×, and the reference that has it most often has it {allowed} ×: "
    "it counts {counted} ×."
)
KEY = {"c": "counts", "x": "clipped", "r": "in a reference"}
PICK = "How often each **counts**, of how often it is written."
PARTS, ORDER = "**The score, put together**", "n-gram of"
MATCHED, PRECISION = "count", "p"
SMOOTHED = "none matches: smoothed"
BREVITY = "brevity {brevity}"
NOT_SHORT = "{written} words written, {right} in the closest reference: not too short"
SHORT = "e^(1 − {right}/{written}): {written} words written, {right} in the closest reference"
PRODUCT = "100 · {{brevity}} · ({precisions})^(1/{count})"
SCORE = "BLEU {score}"
HOW = (
    "Precision alone would reward a word that is repeated and a text that is cut short: repeats are "
    "clipped, and brevity lowers the score of a short text."
)
ORIGIN = (
    "Numbers of transformer/objectives/bleu.py, counted in the words that are shown: sacrebleu gives the "
    "same for the same words. From a whole text it splits them in its own way."
)
