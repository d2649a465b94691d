"""Every word that people read in the picture of the lights. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Contracts of the {kind} “{name}”"
KINDS = {"feed_forward": "feed-forward", "norm": "norm", "position": "positions"}
SUMMARY = "{green} hold, {red} broken, {grey} do not apply"

# A shape and a word for each state: never the colour alone.
STATES = {
    "green": {"sign": "✓", "word": "holds"},
    "red": {"sign": "✗", "word": "broken"},
    "grey": {"sign": "–", "word": "does not apply"},
}
WORDS = {
    "list": "The lights",
    "cell": "First failing cell",
    "likely": "Likely",
    "look_at": "Look at",
    "test": "Measured by",
    "show": "show the code",
    "hide": "hide the code",
    "asks": "What is measured",
    "hint": "Each light is measured: words are changed, and what moves is looked at. Nothing is read off the "
    "code. The same lights in a terminal: python -m transformer.contracts",
    **BUTTONS,
    "keys": [[["↑", "↓"], "light"], [["S"], "code of the measurement"]],
}
PAPER = {"caption": "{title}: {summary}.", "cell": " First failing cell of “{name}”: {text}."}


def beside(difference) -> str:
    """Where a layer that keeps its contracts first differs from standard."""
    likely = f" Likely: {difference.likely}." if difference.likely else ""
    return (
        f"**Not a contract:** with the same weights, the first number that standard does not have is at "
        f"{difference.probe} ({difference.cell}).{likely} If you meant to change this, all is well."
    )
