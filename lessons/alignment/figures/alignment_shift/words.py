"""All text of the figure of measured alignments. Text between ** and ** is bold."""

TITLE = "Attention compared with the known alignment"
MODEL, NOTED = "model", "decoder"
ROWS = {"used": "as trained", "early": "rewritten"}
TOLD = {
    "used": "**Row t shows the weights used to write word t.** A grammar generated the sentences, so the alignment of "
    "every word is known.",
    "early": "**These are the same weights, one row too early (off by one):** row t shows the weights of word t + 1. "
    "This happens when a decoder attends at the end of a step and keeps the context vector for the next step. The "
    "translations stay the same.",
}
OFFSETS = ("the word before it", "the aligned word", "the word after it")
ELSEWHERE = "all others"
WEIGHT = "**Where the weight is**"
PLACES = "**Largest weight on the aligned word, by position in the output**"
ALL = "Largest weight on the aligned word, all positions"
EXACT, PEAK, EARLY = "exact", "as trained", "rewritten"
ABOUT = {
    "english_french_bahdanau": "This model learned alignment from translations only. The encoder reads in both "
    "directions, so the states of a word’s neighbours also depend on the word.",
    "english_french_luong": (
        "This model has the same training data as Bahdanau’s. Its decoder updates its state before it attends and "
        "uses a different score."
    ),
    "english_french_unguided": (
        "This Transformer was not guided. It translates about as well as the guided one, but its largest weight is on "
        "the aligned word less often."
    ),
    "english_french": (
        "This Transformer was also trained to attend to the aligned word, so its good alignment "
        "is no surprise."
    ),
    "copy_bahdanau": "The model copies the source letter by letter, so the map shows a clean diagonal. A third of the "
    "weight is on the two neighbours of the aligned letter.",
    "dates_bahdanau": "Every date is correct, but the largest weight is never on the first digit of the year. The "
    "weight is on the second digit, because a left-to-right state contains both digits. The two hyphens are left out "
    "because they are not aligned with any character.",
}
ORIGIN = (
    "The weights, averaged over the heads, were measured with teacher forcing on 300 held-out sentences per task, "
    "with {least} to {most} aligned words."
)
