"""Every word that people read in the picture of hidden units. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{sentence}”: the hidden units that fire"
STACKS = {"encoder": "encoder", "decoder": "decoder"}
LAYER = "{stack} {number}"
WORDS = {
    "layer": "feed-forward of",
    "tells": "**Rows: the words that it reads. Columns: its {units} hidden units.** The stronger the colour, the larger the "
    "number that the ReLU let through. Click a unit: at which words does it fire?",
    "before": "◀ weaker",
    "after": "stronger ▶",
    "ranked": "units at this word",
    "unit": "Unit {unit}",
    "at": "at “{word}”: {value}",
    "words": "fires most at these words of the held-out sentences (its mean there; at how many of the word’s places it is above 0)",
    "most": "**Unit {unit}** fires most at: {words}.",
    "silent_unit": "It is 0 at all {places} places of the held-out sentences.",
    "counts": "**{silent} of {units}** units fire nowhere in the held-out sentences. At one word **{active} %** of all "
    "units fire, on average over {places} words.",
    "elsewhere": "**One position at a time.** Put another word in one place: at all other places the output of this feed-forward "
    "moves by {forward}, that of the self-attention of the same layer by up to {attention} times its own length.",
    "single": "**One position at a time.** This sentence has one word, so there is no other place to watch.",
    "print": "{mean} · {above} of {met}",
    **BUTTONS,
    "keys": [[["↑", "↓"], "word"], [["←", "→"], "unit"], [["S", "W"], "next stronger, weaker unit at this word"], [["L"], "layer"]],
    "origin": "Model {model}. Numbers: transformer/measure/stream/hidden_units.py.",
}  # fmt: skip
PAPER = {"caption": "{title}; feed-forward of {layer}, {units} units. Model {model}."}
