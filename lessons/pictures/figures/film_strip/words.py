"""All text of the strip of video frames. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What happens in this video?"
WORDS = {
    "sentence": "words written",
    "nothing": "(nothing)",
    "right": "Correct caption: **{right}**",
    "looks": (
        "To write “{word}”, the captioner attends most to frame {frame}, with {most} of the weight. The height of a "
        "purple bar is the weight of its frame."
    ),
    "inside": (
        "**{share}** of the weight is on the dashed frames, which show the event described. These frames make up "
        "{size} of the video."
    ),
    "strip": "the {frames} frames of the video, {side} × {side} pixels each",
    "wrong": "not what happens in the video",
    **BUTTONS,
    "keys": [[["←", "→"], "word"], [["↑", "↓"], "captioner"], [["space"], "word by word"]],
}
PAPER = {
    "caption": (
        "{title} {model}: “{text}”. Purple: the weight of each frame while “{word}” is written; the "
        "largest is {most:.0%}."
    ),
    "none": "{title} {problem}",
}
