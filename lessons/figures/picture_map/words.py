"""Every word that people read in the picture of captions. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What is on this picture?"
# Of each letter of a picture its colour on the screen, and how it is called; the small one is half the ink.
INKS = {
    "R": {"name": "red", "full": "#d62828", "half": "#ee9d9d"},
    "G": {"name": "green", "full": "#2a9d3a", "half": "#9fd3a7"},
    "B": {"name": "blue", "full": "#2563eb", "half": "#9cb8f6"},
    "Y": {"name": "yellow", "full": "#e5ac00", "half": "#f4d988"},
}
WORDS = {
    "pen": "Pen",
    "rubber": "rubber",
    "clear": "Clear",
    "draw": "Draw two shapes with the pen, one above the other or side by side. When you lift the pen, the "
    "captioners look at it.",
    "fixed": "Here is no Python: this picture was described when it was made.",
    "waits": "Looking …",
    "sentence": "words written",
    "nothing": "(nothing)",
    "right": "Right is: **{right}**",
    "looks": "To write “{word}” it looks here. The area of a purple square is the weight of its place; the largest "
    "is {most}.",
    "inside": "**{share}** of the weight lies in the dashed box around what is named. The box is {size} of the picture.",
    "picture": "the picture, {side} × {side} pixels, with the weights of {places} × {places} places",
    "wrong": "not what is on the picture",
    **BUTTONS,
    "keys": [[["←", "→"], "word"], [["↑", "↓"], "captioner"], [["space"], "word by word"]],
}
PAPER = {
    "caption": "{title} {model}: “{text}”. Purple: the weights while “{word}” is written; the largest is {most:.2f}."
}
