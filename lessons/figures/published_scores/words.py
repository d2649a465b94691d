"""Every word that people read in the picture of published scores. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "BLEU and training cost, as published"
WORDS = {
    "pair": "from → to",
    "score": "**BLEU**, {low} to {high}",
    "cost": "**training cost**, 10^{low} to 10^{high} FLOPs",
    "none": "not stated",
    "read": "Cited numbers, of newstest2014: nothing here was measured by us. A dot further right: a better "
    "score, or a dearer training; each step of the cost is ten times as much.",
    **BUTTONS,
    "keys": [[["←", "→"], "language"]],
    "origin": "All numbers: {table}.",
}
PAPER = {"score": "BLEU", "cost": "training cost, log10 of FLOPs", "caption": "{pair}. {origin}"}
