"""Every word that people read in the picture of a touched row. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Whom “{who}” looks at, to be changed"
HEAD = "{path}, head {head}, row {row}"
AGREE = (
    "**Here the brightest word is also the one that the whole answer depends on most:** {bright} has weight {weight}, "
    "and hidden everywhere it changes log p most ({bright_effect})."
)
DIFFER = (
    "**The brightest word is not the one that the whole answer depends on most.** This row looks most at {bright} ({weight}); "
    "hidden everywhere, {most} changes log p most ({most_effect}; {bright}: {bright_effect}), to which this row gives {most_weight}."
)
HERE = "Taken out of this row alone, {here} changes it most ({here_effect})."
NOWHERE = (
    "Taken out of this row alone, no word changes it in the second decimal: whatever this row looks at, the answer does not "
    "need it from here."
)
WORDS = {
    "word": "word",
    "weight": "**weight**, drag it",
    "length": "weight × ‖value‖",
    "here": "log p, word out **of this row**",
    "effect": "log p, word out **everywhere**",
    "weight_of": "weight of {word}",
    "preview": "preview",
    "measured": "exact",
    "waiting": "the model runs …",
    "fixed": "No Python runs behind this picture: the row shares what is left, but the model does not write anew.",
    "back": "Reset",
    "wrote": "untouched, the model writes",
    "writes": "with this row",
    "same": "the same sentence",
    "nothing": "(nothing)",
    "change": "log p of its own answer changes by {change}.",
    "still": "**This changes nothing:** log p of the answer stays the same to two decimals. What this head brings here is not used, or is also brought by others.",
    "alone": "**This row has nothing to share:** it looks at a single word, and a row adds up to 1.",
    "how": "A row adds up to 1: what you give to one word is taken from the others, each in proportion. The last two bars have one "
    "scale. For each word the model reads its own answer once more: first with this row’s weight on the word set to 0, then "
    "with all weights on it set to 0, in every layer and head. Rows add up to 1 again each time.",
    **BUTTONS,
    "keys": [[["B"], "as it was"]],
}
PAPER = {"caption": "{title}. {head}. Answer: {after}"}
