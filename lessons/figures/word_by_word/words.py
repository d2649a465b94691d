"""Every word that people read in the pictures of entailment. Between ** and **: bold."""

TITLE = "“{hypothesis}”: does it follow?"
PREMISE, HYPOTHESIS = "premise", "hypothesis"
TOLD = {
    "looks": "**Each word of the hypothesis looks at all words of the premise.** A row adds up to 1.",
    "reads": "**No look at all.** The second reader begins where the first one ended: one state holds the whole premise.",
    "alone": "**This model never sees the premise.** What it says, it says of the hypothesis alone.",
}
MAP = "**Where it looks**: hypothesis × premise"
TIP = "{row} looks at {column}: {value}"
ANSWER = "**What the model says**"
RIGHT = {
    "follows": "By the grammar it **follows**: “{word}”, marked above, decides.",
    "contradicts": "By the grammar it **contradicts** the premise: “{word}”, marked above, decides.",
    "open": "By the grammar it stays **open**: “{word}”, marked above, says too little.",
    "": "“{word}”, marked above, should decide; but the grammar does not know both things.",
}
UNKNOWN = "No clause of the premise begins as the hypothesis does. Whatever the model says of it is a guess."
ORIGIN = "One pass of the model {model}."

COMPARED = "Five models, and where two of them look"
ALL, MODEL = "On sentences that none was trained on", "model"
SCORE, PEAK, WEIGHT = "right", "peak there", "weight there"
ELSEWHERE = "elsewhere"
BY_PART = "Mean weight: hypothesis × the clause that decides"
PART_TIP = "{row} of the hypothesis → {column}: {value}"
CARDS = (
    "Measured on {pairs} held-out pairs each; by lot one answer of three is right, 0.333. “There” is the word that decides: in "
    "what share of the pairs the last word of the hypothesis looks most at it, and with which weight, on average."
)
