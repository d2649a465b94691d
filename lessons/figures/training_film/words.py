"""All text of the recording of a training run. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Recording of {run}: {task}"
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
    "plateau_title": "This is the longest stretch in which the mean loss of {width} steps stays within 5% before it "
    "falls to half its value.",
    "plateau_said": "**Plateau**: from step {first} to {last}, the mean loss of {width} steps stays between {low} "
    "and {high}. **Cliff**: it falls fastest around step {cliff}; at step {halved} it is half of its "
    "plateau value.",
    "cliff": "Loss cliff",
    "cliff_title": "From {width} steps to the next {width}, the mean loss falls from {before} to {after}: "
    "the largest drop after the first tenth of the training run.",
    "looks": "Attention finds the word",
    "looks_title": "This is the first frame in which the largest weight of one cross-attention head is on the aligned "
    "source word for more than half of {count} held-out target words: {head}.",
    "looks_guided": "This is the first frame in which the largest weight of one cross-attention head is on the aligned "
    "source word for more than half of {count} held-out target words: {head}. An extra loss guides this head.",
    "last": "Last frame",
    "loss": "**Loss** of each step",
    "floor": "floor {floor}",
    "scores": "**Held-out:** exact match; cross-attention on the aligned word (best head)",
    "exact": "exact match",
    "right_word": "aligned",
    "given": "given",
    "right": "correct answer",
    "writes": "output",
    "nothing": "(nothing: it ends at once)",
    "head": "head {head}",
    "layer": "layer {layer}",
    "map": "**{kind}, layer {layer}, head {head}** at step {step}",
    "share": "The largest weight of this head is on the aligned word for {share} of {count} held-out target words.",
    "read": "{row} → {column}: {value}",
    "rests": "Rows attend; columns are attended to. A row adds up to 1. The decoder reads the correct words.",
    "known": "Dashed: the source word aligned with each target word.",
    "heads": "**Every head** on this sentence",
    "without": "A layer is missing, so the model cannot run, and there is no map or output. Loss and accuracy "
    "were measured during training, and the embeddings are in the frames.",
    "points": "**Source words** as points: their embeddings along the two axes of the last frame",
    "points_share": "These axes show {share} of the variance of this frame.",
    "some": "{shown} of {all} words are shown.",
    "no_points": "There are too few words for a plot of their embeddings.",
    **BUTTONS,
    "at": "step {step}: {values}",
    "keys": [[["←", "→"], "frame"], [["space"], "play"], [["H"], "next head"]],
    "origin": "Run {run}, frames {frames}. Maps: forward passes of the checkpoints.",
}
TEXT = {  # a language model: there is no source, and there is no single right answer
    "loss": "**Loss** of each step, in nats per {unit}; dots: held-out lines",
    "scores": "**Held-out:** next {unit} correct",
    "exact": "next {unit}",
    "trained": "training",
    "held_out": "held out",
    "given": "given",
    "right": "the line continues",
    "writes": "output",
    "nothing": "(nothing: it ends the line here)",
    "rests": "Rows attend; columns are attended to. A row adds up to 1. No row attends to later positions. The "
    "model reads the whole line; each row predicts the next {unit}.",
    "heads": "**Every head** on this line",
    "points": "Every **{unit}** as a point: their embeddings along the two axes of the last frame",
    "some": "{shown} of {all} are shown.",
    "no_points": "There are too few different {unit}s for a plot of their embeddings.",
}
OTHER = {  # for a score with its own name: there is an answer, but no generated text
    "scores": "**Held-out:** {name}",
    "exact": "{name}",
    "rests": "Rows attend; columns are attended to. A row adds up to 1.",
}
PAPER = {
    "without": "{title}, step {step}. A layer is missing, so there is no map or output.",
    "caption": "{title}, step {step}. Output: {written}. Correct answer: {right}.",
    "caption_open": "{title}, step {step}. Given: {given}. Output: {written}. The line: {right}.",
}
