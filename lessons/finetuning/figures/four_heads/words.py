"""All text of the figure of a head on a body. Text between ** and ** is bold."""

TITLE = "{task}: “{text}”"
IN = "**input**"
BODY = "**output** of the body: {layers} encoder layers, {parameters} parameters"
HEADS = {
    "pair": "**The head reads only the pair’s [CLS]** and outputs {outputs} logits, one per label",
    "sentence": "**The head reads only the sentence’s [CLS]** and outputs {outputs} logits, one per label",
    "span": (
        "**The head scores every position of the text** as the first (left) and the last (right) word of the answer"
    ),
    "tags": "**The head reads each position separately** and outputs {outputs} logits per word, one per label",
}
NEW = "new: {parameters} parameters"
SAID = dict.fromkeys(("pair", "sentence"), "Answer: **{answer}**")
SAID |= {"span": "Answer: **{answer}**", "tags": "Tags: **{answer}**"}
LABELS = {"place": "wrong place", "person": "wrong person"}  # the generator’s names are too short
POSITION, LABEL, CHANCE = "position", "label", "probability"
POOLED = (
    "The output at [CLS] first goes through the pooler, the last layer of the body. The other positions matter only "
    "to the extent that [CLS] attends to them."
)
PLACE = "“{word}” is at position {place}"
NOT_READ = "The head does not read this position."
HOW = (
    "A square shows the {size} components of one position, green above 0, orange below. Percentages are the softmax "
    "over the head’s logits, or over the positions for start and end. The head learned from {labels} labelled texts."
)
