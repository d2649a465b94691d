"""The words that all said figures have; the others come from the figure that says its panels."""

WORDS = {
    "hover": "Point at a number to read it.",
    "plays": "play",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "back": "◀ {title}",
    "forward": "{title} ▶",
    "at": "{title} {at} of {count}",
    "player": "player",
    "number": "{name}, number {at}",
}
