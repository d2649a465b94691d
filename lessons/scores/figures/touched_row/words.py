"""All text of the figure of an edited row. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Edit the attention of “{who}”"
HEAD = "{path}, head {head}, row {row}"
AGREE = (
    "**Here, the brightest word is also the one that the whole answer depends on most:** {bright} has weight {weight}, "
    "and removing it everywhere changes log p most ({bright_effect})."
)
DIFFER = (
    "**The brightest word is not the one that the whole answer depends on most.** This row attends most to {bright} ({weight}). "
    "Removed everywhere, {most} (weight {most_weight}) changes log p most ({most_effect}; {bright}: {bright_effect})."
)
HERE = "Removed only from this row, {here} changes log p most ({here_effect})."
NOWHERE = (
    "If removed only from this row, no word changes log p in the second decimal; the answer depends on none of them "
    "here."
)
WORDS = {
    "word": "word",
    "weight": "**weight**, drag it",
    "length": "weight × ‖value‖",
    "here": "log p, removed **from this row**",
    "effect": "log p, removed **everywhere**",
    "weight_of": "weight of {word}",
    "preview": "preview",
    "measured": "exact",
    "waiting": "running the model …",
    "fixed": "Python does not run behind this figure: the row is rescaled, but the answer stays the same.",
    "back": "Reset",
    "wrote": "answer before the change",
    "writes": "with this row",
    "same": "the same sentence",
    "nothing": "(nothing)",
    "change": "Log p of the answer changes by {change}.",
    "still": "**No change:** log p of the answer stays the same to two decimals. The head’s contribution is unused here, or other heads also provide it.",
    "alone": "**This row cannot be changed:** it attends to a single word, and a row adds up to 1.",
    "how": "A row adds up to 1, so if you raise one weight, the others fall in proportion. The last two bars share a "
    "scale. For each word, the model scores its own answer again: first with this row’s weight on the word set to 0, then "
    "with all weights on it set to 0 in every layer and head. Rows are renormalized each time.",
    **BUTTONS,
    "keys": [[["B"], "reset"]],
}
PAPER = {"caption": "{title}. {head}. Answer: {after}"}
