"""Every word that people read in the picture of word orders. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{sentence}”, in another order"

WAYS = {
    "with": {
        "title": "With positions",
        "same": "**Equal**: each word keeps its vector, wherever it stands.",
        "differs": "**Not equal**: a word’s vector depends on where the words stand.",
    },
    "without": {
        "title": "Without positions",
        "same": "**Equal**: shuffling the words only shuffles their vectors. Attention alone does not see "
        "the order.",
        "differs": "**Not equal**: something besides the positions sees the order here.",
    },
}
WORDS = {
    "original": "the sentence",
    "order": "your order",
    "click": "Click two words to swap them.",
    "clicked": "Now click the word to swap “{word}” with.",
    "reverse": "Reverse",
    "rotate": "Move the last to the front",
    "back": "Reset",
    "wait": "encoding …",
    "fixed": "Here is no Python: this order was encoded when the picture was made.",
    "compared": "Shuffle before or after encoding: how far apart are the two? For each word the largest "
    "difference of its {size} numbers",
    "unmoved": "**Nothing is shuffled yet.** Swap two words.",
    "largest": "Largest difference {largest}.",
    "translation": "The decoder makes of it",
    "before": "the sentence",
    "after": "your order",
    "nothing": "(nothing)",
    "how": "Without: the encoder’s positions are set to zero while the model runs. What the decoder makes of "
    "it is then the same for every order of the words; that it still writes a sentence is because "
    "it keeps the positions of its own words.",
    **BUTTONS,
    "keys": [[["R"], "reverse"], [["B"], "as it was"]],
}
PAPER = {"caption": "{words}"}
