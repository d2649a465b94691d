"""Text that every panel figure uses; the rest comes from the figure itself."""

WORDS = {
    "hover": "Point to a number to read it.",
    "plays": "play",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "back": "◀ {title}",
    "forward": "{title} ▶",
    "at": "{title} {at} of {count}",
    "player": "player",
    "number": "{name}, number {at}",
}
