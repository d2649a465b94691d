"""All text of the figure that checks the numbers of a slide. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Which of the slide’s numbers are wrong?"
ORIGIN = "{deck}, {place}"

WORDS = {
    "slides": "slide",
    "formula": "PE(p, 2i) = sin(p / 10000^(2i/d))     PE(p, 2i+1) = cos(p / 10000^(2i/d))     n = 5, d = 4",
    "task": "**Is this number correct?** Click a cell, compute the number, then judge.",
    "score": "{judged} of {all} judged, {rightly} correctly. Slips found: {found}.",
    "score_all": "All {all} judged, {rightly} correctly. Slips: {slips}.",
    "row": "position",
    "column": "dimension",
    "other": "position",
    "cell": "position {row}, dimension {column}",
    "product": "position {row} · position {column}",
    "printed": "printed",
    "given": "by the slide’s formula",
    "is_right": "Right",
    "is_slip": "Slip",
    "compute": "By the paper’s formula:",
    "result": "the number",
    "think": "Compute the number, then judge. The correct number appears after your answer.",
    "yes_right": "Yes: to four decimals, it is {value}.",
    "yes_slip": "Yes, a slip: to four decimals, it is {value}.",
    "no_right": "No, it is right: to four decimals, it is {value}.",
    "no_slip": "No, a slip: to four decimals, it is {value}.",
    "told_right": "Right: to four decimals, it is {value}.",
    "told_slip": "Slip: to four decimals, it is {value}.",
    "show_all": "Show all",
    "again": "Start again",
    "later": "The consequence appears once you judge every cell or click “Show all”.",
    "this_cell": "This cell",
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ Python gets {value}",
    "differs": "✗ Python gets {value}",
    **BUTTONS,
    "keys": [[["←↑↓→"], "cell"], [["R"], "right"], [["X"], "slip"]],
    "legend_slip": "slip, with the correct number below",
    "legend_right": "right",
    "legend_wrong": "misjudged",
}

PAPER = {"number": "{printed}", "slip": "✗ {printed} → {right}"}
