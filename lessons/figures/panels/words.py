"""The words that all said figures have; the others come from the figure that says its panels."""

PANEL_WORDS = {
    "hover": "Point at a number to read it.",
    "plays": "play",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "back": "◀ {title}",
    "forward": "{title} ▶",
    "player": "player",
    "none": "–",
    "number": "{name}, number {at}",
}
