"""Every word that people read in the picture of a head on a body. Between ** and **: bold."""

TITLE = "{task}: “{text}”"
IN = "**goes in**"
BODY = "**comes out** of the body: {layers} encoder layers, {parameters} parameters"
HEADS = {
    "pair": "**The head reads [CLS] alone**, of both sentences together: {outputs} scores, one for each label",
    "sentence": "**The head reads [CLS] alone**, of one sentence: {outputs} scores, one for each label",
    "span": "**The head reads every position of the text**: is it the first word of the answer (left), is it the last (right)?",
    "tags": "**The head reads every position**, each by itself: {outputs} scores a word, one for each label",
}
NEW = "new: {parameters} parameters"
SAID = dict.fromkeys(("pair", "sentence"), "It says: **{answer}**")
SAID |= {"span": "Its answer: **{answer}**", "tags": "Its tags: **{answer}**"}
LABELS = {"place": "wrong place", "person": "wrong person"}  # the generator’s names are too short
POSITION, LABEL, CHANCE = "position", "label", "probability"
POOLED = "What [CLS] has become goes through the body’s pooler first. The other positions count as far as [CLS] has looked at them."
PLACE = "“{word}” stands at position {place}"
NOT_READ = "The head does not read it."
HOW = (
    "A square holds the {size} numbers of one position, green above 0, orange below. Percentages: softmax over the head’s "
    "scores, of start and end over the positions. The head learned from {labels} labelled texts."
)
