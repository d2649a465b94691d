"""Every word that people read in the picture of two layers. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "{one} and {other}, step by step"
WORDS = {
    "place": "where",
    "head": "head",
    "same": "same",
    "apart": "≠ {difference}",
    "missing": "only in one",
    "shapes": "other shape",
    "never": "**No step differs:** on this sentence both layers give the same numbers here.",
    "first": "**They part at {step}**, at {file}:{line}. Every step before it has the same numbers.",
    "begin": "**They part at {step}**, the first step, at {file}:{line}.",
    "start": "**They part at {step}**, the first step here: what goes in differs already, or this step does.",
    "difference": "{other} − {one}",
    "without": "no such step in {name}",
    "read": "{row}, {column}: {one} in {a}, {other} in {b}, difference {d}",
    "tip": "{row} · {column}: {value}",
    "hatched": "hidden by the mask (−∞)",
    "cell": "This cell",
    **BUTTONS,
    "keys": [[["←", "→"], "step"], [["H"], "head"], [["L"], "where"], [["Shift"], "+ ←↑↓→ cell"]],
}
PAPER = {"caption": "{title}: {step} at {place}, head {head}. Left, right, and the difference."}
