"""Every word that people read in the picture of a touched row. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Whom “{who}” looks at, to be changed"
HEAD = "{path}, head {head}, row {row}"
AGREE = (
    "**Here the brightest word is also the most influential one:** {bright} has weight {weight}, and without it the "
    "model’s answer loses most ({bright_effect})."
)
DIFFER = (
    "**The brightest word is not the most influential one.** This row looks most at {bright} ({weight}), but what the "
    "model’s answer depends on most is {most} ({most_effect}; {bright}: {bright_effect}), to which this row gives {most_weight}. A "
    "weight says where one row of one head takes something from, not what decides."
)
WORDS = {
    "word": "word",
    "weight": "**weight**, drag it",
    "length": "weight × ‖value‖",
    "effect": "log p of the answer, **word out**",
    "weight_of": "weight of {word}",
    "preview": "preview of the browser",
    "measured": "computed by Python",
    "waiting": "the model runs …",
    "fixed": "No Python runs behind this picture: the row shares what is left, but the model does not write anew.",
    "back": "As it was",
    "wrote": "untouched, the model writes",
    "writes": "with this row",
    "same": "the same sentence",
    "nothing": "(nothing)",
    "change": "log p of its own answer changes by {change}.",
    "still": "**This changes nothing:** log p of the answer stays the same to two decimals. What this head brings here is not used, or is also brought by others.",
    "alone": "**This row has nothing to share:** it looks at a single word, and a row adds up to 1.",
    "how": "A row adds up to 1: what you give to one word is taken from the others, each in proportion. The third bar is measured "
    "once per word: all attention weights to it, in every layer and head, are set to 0, the rows add up to 1 again, and the "
    "model reads its own answer once more.",
    **BUTTONS,
    "keys": [[["B"], "as it was"]],
}
PAPER = {"caption": "{title}. {head}. Answer: {after}"}
