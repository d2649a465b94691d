"""Every word that people read in the plane of a query. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "The query of “{who}” among the keys of its head"
HEAD = "{path}, head {head}, row {row}"
WORDS = {
    "keys_title": "the keys, and the **query**: drag it",
    "values_title": "the values, and the **output**",
    "weights_title": "weights of the row",
    "preview": "preview",
    "measured": "exact",
    "waiting": "the model runs …",
    "fixed": "No Python runs behind this picture: where the query is moved, the weights are the browser’s own, and the model does not write anew.",
    "back": "Reset",
    "writes": "the model writes",
    "wrote": "with its own query",
    "same": "the same sentence",
    "nothing": "(nothing)",
    "how": "The plane is that of the two directions in which the keys differ most. Dragging moves the part of the query "
    "that lies in it; the rest stays. score = base + x · a + y · b for each key, exactly, so nothing is left out.",
    **BUTTONS,
    "keys": [[["←", "→", "↑", "↓"], "move"], [["B"], "as it was"]],
}
PAPER = {"caption": "{title}. {head}, model’s answer: {after}"}
