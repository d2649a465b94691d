"""Every word that people read in the check of a slide's numbers. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Which of these numbers is the slide’s slip?"
ORIGIN = "{deck}, {place}"

WORDS = {
    "slides": "which slide",
    "formula": "PE(p, 2i) = sin(p / 10000^(2i/d))     PE(p, 2i+1) = cos(p / 10000^(2i/d))     n = 5, d = 4",
    "task": "**Is this number right?** Click a cell, compute it, then judge.",
    "score": "{judged} of {all} judged, {rightly} correctly. Slips found: {found}.",
    "score_all": "All {all} judged, {rightly} correctly. Slips: {slips}.",
    "row": "position",
    "column": "dimension",
    "other": "position",
    "cell": "position {row}, dimension {column}",
    "product": "position {row} · position {column}",
    "printed": "printed",
    "given": "by the slide’s formula",
    "is_right": "It is right",
    "is_slip": "It is a slip",
    "compute": "By the paper’s formula:",
    "result": "the number",
    "think": "Compute it, then judge. The number comes after your answer.",
    "yes_right": "Yes: to four decimals it is {value}.",
    "yes_slip": "Yes, a slip: to four decimals it is {value}.",
    "no_right": "No, this one is right: to four decimals it is {value}.",
    "no_slip": "No, this is a slip: to four decimals it is {value}.",
    "told_right": "Right: to four decimals it is {value}.",
    "told_slip": "A slip: to four decimals it is {value}.",
    "show_all": "Tell me all",
    "again": "Start again",
    "later": "What follows from it is said when every cell is judged, or with “Tell me all”.",
    "this_cell": "This cell",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ Python gets {value}",
    "differs": "✗ Python gets {value}",
    **BUTTONS,
    "keys": [[["←↑↓→"], "cell"], [["R"], "it is right"], [["X"], "it is a slip"]],
    "legend_slip": "slip, with the right number under it",
    "legend_right": "right",
    "legend_wrong": "judged wrongly",
}

PAPER = {"slip": "slip: {right}"}
