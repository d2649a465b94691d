"""All text of the figure of contract checks. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Contracts of the {kind} “{name}”"
KINDS = {"feed_forward": "feed-forward", "norm": "norm", "position": "positions"}
SUMMARY = "{green} hold, {red} are broken, {grey} do not apply"

# Each state has a shape and a word, not only a colour.
STATES = {
    "green": {"sign": "✓", "word": "holds"},
    "red": {"sign": "✗", "word": "broken"},
    "grey": {"sign": "–", "word": "does not apply"},
}
WORDS = {
    "list": "The checks",
    "cell": "First failing cell",
    "likely": "Likely",
    "look_at": "Look at",
    "test": "Measured by",
    "show": "show the code",
    "hide": "hide the code",
    "asks": "What is measured",
    "hint": "Each check changes words and measures which outputs change; it does not read the code. To run the checks "
    "in a terminal: python -m transformer.contracts",
    **BUTTONS,
    "keys": [[["↑", "↓"], "check"], [["S"], "code of the measurement"]],
}
PAPER = {"caption": "{title}: {summary}.", "cell": " First failing cell of “{name}”: {text}."}


def difference_text(difference) -> str:
    """Return where a layer that keeps its contracts first differs from standard."""
    likely = f" Likely: {difference.likely}." if difference.likely else ""
    return (
        f"**Not a contract:** with the same parameters, the first number that differs from standard is at "
        f"{difference.probe} ({difference.cell}).{likely} If you changed this on purpose, nothing is wrong."
    )
