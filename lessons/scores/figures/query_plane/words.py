"""All text of the query plane. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "The query of “{who}” among the keys of its head"
HEAD = "{path}, head {head}, row {row}"
WORDS = {
    "keys_title": "the keys and the **query**: drag it",
    "values_title": "the values and the **output**",
    "weights_title": "weights of the row",
    "preview": "preview",
    "measured": "exact",
    "waiting": "running the model …",
    "fixed": "Python does not run behind this figure: if you move the query, the browser computes the "
    "weights, and the answer stays the same.",
    "moved": "Query at ({x}, {y}): the largest weight, {weight}, is on “{word}”.",
    "back": "Reset",
    "writes": "answer",
    "wrote": "with its own query",
    "same": "the same sentence",
    "nothing": "(nothing)",
    "how": "The axes are the two directions in which the keys differ most. Dragging changes the part of the query in "
    "this plane; the rest stays the same. For each key, score = base + x · a + y · b holds exactly.",
    **BUTTONS,
    "keys": [[["←", "→", "↑", "↓"], "move"], [["B"], "reset"]],
}
PAPER = {"caption": "{title}. {head}, answer: {after}"}
