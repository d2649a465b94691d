"""Every word that people read in the film of a training. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "The film of {run}: {task}"
WORDS = {
    "frame": "frame",
    "step": "step {step}",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "jump": "Jump to",
    "plateau": "Plateau",
    "plateau_mark": "plateau",
    "cliff_mark": "cliff",
    "fall": "Steepest fall",
    "fall_mark": "steepest",
    "plateau_title": "The longest stretch in which the mean loss of {width} steps stays within 5%, and after "
    "which it falls to half.",
    "plateau_said": "**Plateau**: from step {first} to {last} the mean loss of {width} steps stays between {low} "
    "and {high}. **Cliff**: it falls fastest around step {cliff}, and at step {halved} it is half of what it "
    "was on the plateau.",
    "cliff": "Loss cliff",
    "cliff_title": "From {width} steps to the next {width} the mean loss falls from {before} to {after}: "
    "the largest fall after the first tenth of the training.",
    "looks": "Attention finds the word",
    "looks_title": "The first frame at which one cross-attention head looks most at the right source "
    "word for more than half of {count} held-out target words: {head}.",
    "last": "Last frame",
    "loss": "**Loss** of each step",
    "floor": "floor {floor}",
    "scores": "**Held-out:** exact match, and cross-attention on the right word (best head)",
    "exact": "exact match",
    "right_word": "right word",
    "given": "given",
    "right": "right answer",
    "writes": "it writes",
    "nothing": "(nothing: it ends at once)",
    "head": "head {head}",
    "layer": "layer {layer}",
    "map": "**{kind}, layer {layer}, head {head}** at step {step}",
    "share": "This head looks most at the right word for {share} of {count} held-out target words.",
    "read": "{row} → {column}: {value}",
    "rests": "Rows look, columns are looked at; a row adds up to 1. The decoder is fed the right words.",
    "known": "Dashed: the source word that each target word renders.",
    "heads": "**Every head** on this sentence",
    "without": "Without the missing layer the model computes nothing, so no map and no answer can be shown. Loss "
    "and scores were measured when it trained, and the embeddings are in its frames.",
    "points": "**Words of the source** as points: their embeddings along the two axes of the last frame",
    "points_share": "These axes show {share} of the variance of this frame.",
    "some": "{shown} of {all} words are drawn.",
    "no_points": "Too few words for a picture of their embeddings.",
    **BUTTONS,
    "at": "step {step}: {values}",
    "keys": [[["←", "→"], "frame"], [["space"], "play"], [["H"], "next head"]],
    "origin": "Run {run}, frames {frames}. Maps: forward passes of the checkpoints.",
}
TEXT = {  # a text is learned: nothing is read, and no answer is the only right one
    "loss": "**Loss** of each step, in nats a {unit}; dots: held-out lines",
    "scores": "**Held-out:** next {unit} right",
    "exact": "next {unit}",
    "trained": "training",
    "held_out": "held out",
    "given": "given",
    "right": "the line goes on",
    "writes": "it writes",
    "nothing": "(nothing: it ends the line here)",
    "rests": "Rows look, columns are looked at; a row adds up to 1. Nobody looks at what comes later. The "
    "model is fed the whole line; each row is to guess the next {unit}.",
    "heads": "**Every head** on this line",
    "points": "Every **{unit}** as a point: their embeddings along the two axes of the last frame",
    "some": "{shown} of {all} are drawn.",
    "no_points": "Too few different {unit}s for a picture of their embeddings.",
}
OTHER = {  # of a score with a name of its own: there is an answer, and nothing is written
    "scores": "**Held-out:** {name}",
    "exact": "{name}",
    "rests": "Rows look, columns are looked at; a row adds up to 1.",
}
PAPER = {
    "without": "{title}, step {step}. A layer of the model is not in place: no map and no answer.",
    "caption": "{title}, step {step}. It writes: {written}. Right answer: {right}.",
    "caption_open": "{title}, step {step}. Given: {given}. It goes on: {written}. The line: {right}.",
}
