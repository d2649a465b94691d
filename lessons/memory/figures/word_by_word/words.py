"""All text of the entailment figures. Text between ** and ** is bold."""

TITLE = "Does “{hypothesis}” follow?"
PREMISE, HYPOTHESIS = "premise", "hypothesis"
TOLD = {
    "looks": "**Each word of the hypothesis attends to all words of the premise.** A row adds up to 1.",
    "reads": "**No attention.** The second LSTM starts with the last state of the first, so one state carries the "
    "whole premise.",
    "alone": "**This model never sees the premise.** It reads only the hypothesis.",
}
MAP = "**Attention**: hypothesis × premise"
TIP = "{row} attends to {column}: {value}"
ANSWER = "**Model’s answer**"
RIGHT = {
    "follows": "By the grammar, the hypothesis **follows**; “{word}”, marked above, decides this.",
    "contradicts": "By the grammar, the hypothesis **contradicts** the premise; “{word}”, marked above, decides this.",
    "open": "By the grammar, the hypothesis stays **open**; “{word}”, marked above, leaves it undecided.",
    "": "“{word}”, marked above, should decide this, but the grammar lacks it or its counterpart.",
}
UNKNOWN = (
    "No clause of the premise begins like the hypothesis, so any answer of the model is a guess."
)
ORIGIN = "One forward pass of {model}."

COMPARED = "Six models, and the attention of two of them"
ALL, MODEL = "Accuracy on held-out sentences", "model"
SCORE, PEAK, WEIGHT = "correct", "peak there", "weight there"
ELSEWHERE = "elsewhere"
BY_PART = "Mean weight: hypothesis × the deciding clause"
PART_TIP = "{row} of the hypothesis → {column}: {value}"
CARDS = (
    "Measured on {pairs} held-out pairs each; random answers have an accuracy of 0.333. “There” is the deciding word. "
    "Peak: how often the last word of the hypothesis attends most to “there”. Weight: its mean weight on “there”."
)
