"""Every word that people read in the strip of a film. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What happens in this film?"
WORDS = {
    "sentence": "words written",
    "nothing": "(nothing)",
    "right": "Right is: **{right}**",
    "looks": "To write “{word}” it looks most at frame {frame}: {most} of the weight. A purple bar is as high as the weight of its frame.",
    "inside": "**{share}** of the weight lies on the dashed frames: those of the event that is told. They are {size} of the film.",
    "strip": "the {frames} frames of the film, {side} × {side} pixels each",
    "wrong": "not what happens in the film",
    **BUTTONS,
    "keys": [[["←", "→"], "word"], [["↑", "↓"], "captioner"], [["space"], "word by word"]],
}
PAPER = {
    "caption": "{title} {model}: “{text}”. Purple: the weight of each frame while “{word}” is written; the largest is {most:.0%}.",
    "none": "{title} {problem}",
}
