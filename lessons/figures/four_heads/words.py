"""Every word that people read in the picture of a head on a body. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "{task}: “{text}”"
HEADS = {
    "pair": "**The head reads [CLS] alone**, of both sentences together: {outputs} scores, one for each label",
    "sentence": "**The head reads [CLS] alone**, of one sentence: {outputs} scores, one for each label",
    "span": "**The head reads every position of the text**: is it the first word of the answer, is it the last?",
    "tags": "**The head reads every position**, each by itself: {outputs} scores a word, one for each label",
}
SAID = {
    "pair": "It says: **{answer}**",
    "sentence": "It says: **{answer}**",
    "span": "Its answer: **{answer}**",
    "tags": "Its tags: **{answer}**",
}
LABELS = {
    "place": "wrong place",
    "person": "wrong person",
}  # where the generator’s names are too short
POOLED = "What [CLS] has become goes through the body’s pooler first. The other positions count as far as [CLS] has looked at them."
PLACE = "“{word}” stands at position {place}"
NOT_READ = "The head does not read it."
WORDS = {
    "body": "the body: {layers} encoder layers, {parameters} parameters",
    "new": "new: {parameters} parameters",
    "comes_out": "comes out",
    "goes_in": "goes in",
    "a": "sentence A",
    "b": "sentence B",
    "how": "A square holds the {size} numbers of one position, green above 0, orange below. Percentages: softmax over the head’s "
    "scores, of start and end over the positions. The head learned from {labels} labelled texts.",
    **BUTTONS,
    "keys": [[["←", "→"], "position"]],
}
PAPER = "{title}. {head}. {said}."
