"""Every word that people read in the pictures of entailment. Between ** and **: bold."""

TITLE = "“{hypothesis}”: does it follow?"
PREMISE, HYPOTHESIS = "premise", "hypothesis"
TOLD = {
    "looks": "**Each word of the hypothesis looks at all words of the premise,** and carries along what the words before "
    "it have found. A row adds up to 1.",
    "reads": "**No look at all.** The second reader begins with the state in which the first one ended: 64 numbers and "
    "their memory have to hold the whole premise.",
    "alone": "**This model never sees the premise.** What it says, it says of the hypothesis alone.",
}
WORD = "word of the hypothesis"
MAP = "**Where it looks**: hypothesis × premise"
TIP = "{row} looks at {column}: {value}"
LOOKS = "**{word}** looks most at **{most}**."
ANSWER = "**What the model says**"
RIGHT = {
    "follows": "By the grammar it **follows**: “{word}”, marked above, decides.",
    "contradicts": "By the grammar it **contradicts** the premise: “{word}”, marked above, decides.",
    "open": "By the grammar it stays **open**: “{word}”, marked above, says too little.",
    "": "“{word}”, marked above, should decide; but the grammar does not know both things.",
}
UNKNOWN = "No clause of the premise is about that, so no word decides."
ORIGIN = "One pass of the model {model}."

COMPARED = "Five models, and where two of them look"
ALL, MODEL, SHOWN = "On sentences that none was trained on", "model", "where it looks"
SCORE, PEAK, WEIGHT = "right", "peak on it", "weight on it"
ELSEWHERE = "elsewhere"
BY_PART = "**Mean weight**: word of the hypothesis × word of the clause that decides"
PART_TIP = "{row} of the hypothesis → {column}: {value}"
CARDS = (
    "Each measured on {pairs} held-out pairs; one answer of three by lot would be right in 0.333. Peak and weight: in the row "
    "of the last word of the hypothesis, on the word that decides."
)
