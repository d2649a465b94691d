"""All text of the figure of accuracy by length. Text between ** and ** is bold."""

TITLE = "Longer than in training: {task}"
SCHEMES = {
    "sinusoidal": "sinusoidal",
    "learned": "learned",
    "rotary": "rotary",
    "binary": "binary",
    "index": "index",
    "none": "none",
}
WORDS = {
    "length": "length",
    "letters": "letters in the string",
    "share": "strings reversed without a mistake",
    "beyond": "beyond training",
    "cursor": "{length} letters",
    "given": "given",
    "right": "correct answer",
    "refuses": "refuses: {reason}",
    "refused": "–",
    "nothing": "(writes nothing)",
    "score": "{score} of {count}",
    "summary_inside": "**{length} letters: a length seen in training** ({count} held-out strings).",
    "summary_beyond": "**{length} letters: {more} more than any string in training** ({count} new strings).",
    "best": "Best here: {names}, {score} correct.",
    "none_left": "No model reverses a single string of this length.",
    "example": "Each model runs on one string of this length. A mark under a letter means that the letter is wrong.",
    "read": "A model with ✕ refuses longer strings. Curves show held-out accuracy from the model cards. Each model "
    "was trained once, so a different seed can change a curve.",
    "origin": "Models {names}.",
}
# The same chart by period, for repeating strings.
PERIODS = {
    "title": "Repeating strings",
    "drawn": "{layers} layer{s}, random periods",
    "fixed": "{layers} layer{s}, always {period}",
}
PERIOD_WORDS = {
    "length": "period",
    "letters": "characters in a round (the period)",
    "share": "correct from the second round on",
    "beyond": "longer than in training",
    "cursor": "period {length}",
    "score": "{score} of {count} strings",
    "summary_inside": "**Period {length}** ({count} new strings).",
    "summary_beyond": "**Period {length}: longer than any round in training** ({count} new strings).",
    "best": "Best here: {names}, {score} correct.",
    "none_left": "No model predicts what comes next.",
    "example": "The first round of this string is hidden because it is random. Each model predicts the next character "
    "from all characters before it. A mark under a character means that the prediction is wrong.",
    "read": "These are attention-only models, without feed-forward networks. Each model was trained once, with one "
    "seed.",
}
# The same chart for models that copy: recurrent models by reading order, and one with attention.
READERS = {
    "title": "Copied from one state",
    "forwards": "one state",
    "backwards": "backwards",
    "twice": "twice",
    "looks": "attention",
    "trained": "{title} ({steps:,} steps)",
}
READER_WORDS = {
    "share": "strings copied without a mistake",
    "none_left": "No model copies a single string of this length.",
    "read": "One state: the decoder receives only the last state of the encoder. “Backwards” and “twice” show how the "
    "encoder reads. Attention: the decoder attends to all states. Curves show held-out accuracy from the model cards, "
    "one seed each. The control experiment below uses three seeds.",
}
CAPACITY = {
    "title": "How many letters fit in one state?",
    "share": "strings copied without a mistake, by the size of the state",
    "about": "The GRUs read and write with one state of 16 to 128 dimensions. Each GRU was trained for {steps:,} "
    "steps on strings of 2 to 10 letters, then tested on new strings. The curves are means over {seeds} seeds.",
    "origin": "Control experiment copy_capacity: transformer/measure/controls.",
}
FRENCH = {
    "title": "Translation by sentence length",
    "across": "words in the English sentence",
    "exact": "translations without a mistake",
    "bleu": "BLEU",
    "one": "one state",
    "attention": "attention",
    "told": "With one state, the model translates {short} of the {first}-word sentences without a mistake, and {long} "
    "of the {last}-word sentences. With attention, the values are {least} and {most}. The one-state model also makes "
    "mistakes in short sentences, so length is not the only reason.",
    "about": "The longest of the 1,000 held-out sentences from a small grammar has 15 words, so the figure cannot "
    "answer the slides’ question “50 words?”. The two models differ in more than attention: the first has one "
    "direction, 128 dimensions and 3,000 training steps; the second has two directions with 96 dimensions each and "
    "2,000 steps.",
    "origin": (
        "english_french_recurrent and english_french_bahdanau, greedy decoding: "
        "transformer/measure/recurrent/by_words.py."
    ),
}
