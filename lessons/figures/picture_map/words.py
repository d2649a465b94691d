"""All text of the captioning figure. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What is in this image?"
# For each letter of an image: the name of the colour, its full shade, and the lighter shade of a lower-case letter.
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
    "captioners describe the image.",
    "fixed": "Python does not run here; the captions were precomputed.",
    "waits": "Running …",
    "sentence": "caption",
    "nothing": "(nothing)",
    "right": "Correct: **{right}**",
    "looks": "Attention while writing “{word}”. The area of a purple square shows its position’s weight; the largest "
    "weight is {most}.",
    "inside": "**{share}** of the weight is in the dashed box around the named object. The box covers {size} of the image.",
    "picture": "the image, {side} × {side} pixels, with the weights of {places} × {places} positions",
    "wrong": "not what the image shows",
    **BUTTONS,
    "keys": [[["←", "→"], "word"], [["↑", "↓"], "captioner"], [["space"], "word by word"]],
}
PAPER = {
    "caption": "{title} {model}: “{text}”. Purple: the weights while “{word}” is written; the largest is {most:.2f}."
}
