"""All text of the figure of word orders. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{sentence}”, in a different order"

WAYS = {
    "with": {
        "title": "With positions",
        "same": "**Equal**: each word keeps its vector at any position.",
        "differs": "**Not equal**: a word’s vector depends on the word order.",
    },
    "without": {
        "title": "Without positions",
        "same": "**Equal**: shuffling the words only shuffles their vectors. Attention by itself ignores "
        "the order.",
        "differs": "**Not equal**: a part other than the positions depends on the order here.",
    },
}
WORDS = {
    "original": "the sentence",
    "order": "your order",
    "click": "Click two words to swap them.",
    "clicked": "Now click the word to swap “{word}” with.",
    "reverse": "Reverse",
    "rotate": "Move the last word to the front",
    "back": "Reset",
    "wait": "encoding …",
    "fixed": "Python does not run here, so this order was encoded in advance.",
    "compared": "Shuffle before or after encoding: how much do the results differ? For each word: the largest "
    "difference in {size} dimensions",
    "unmoved": "**Nothing is shuffled yet.** Swap two words.",
    "largest": "Largest difference {largest}.",
    "translation": "The decoder’s output",
    "before": "the sentence",
    "after": "your order",
    "nothing": "(nothing)",
    "how": "Without positions: the encoder’s positional encodings are set to zero while the model runs. The decoder’s "
    "output is then the same for every word order. The output is still a sentence, because the decoder keeps its own "
    "positional encodings.",
    **BUTTONS,
    "keys": [[["R"], "reverse"], [["B"], "reset"]],
}
PAPER = {"caption": "{words}"}
