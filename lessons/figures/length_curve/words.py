"""Every word that people read in the picture of scores over length. Between ** and **: bold."""

TITLE = "Longer than trained: {task}"
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
    "letters": "letters in the row",
    "share": "rows reversed without a mistake",
    "beyond": "longer than trained",
    "cursor": "{length} letters",
    "given": "given",
    "right": "right answer",
    "refuses": "refuses: {reason}",
    "refused": "–",
    "nothing": "(writes nothing)",
    "score": "{score} of {count}",
    "summary_inside": "**{length} letters: a length seen in training** ({count} held-out rows).",
    "summary_beyond": "**{length} letters: {more} more than any row in training** ({count} new rows).",
    "best": "Best here: {names}, {score} right.",
    "none_left": "None of them reverses a single row of this length.",
    "example": "One row of this length, run by each model. A mark under a letter: wrong at this place.",
    "read": "✕: this model refuses longer rows. Curves: held-out scores on the models’ cards, each model trained once. One training says what "
    "happened here, not what must happen: another seed can move a curve.",
    "origin": "Models {names}.",
}
# The same chart over the length of a round, for rows that repeat.
PERIODS = {
    "title": "Rows that repeat",
    "drawn": "{layers} layer{s}, periods by lot",
    "fixed": "{layers} layer{s}, always {period}",
}
PERIOD_WORDS = {
    "length": "period",
    "letters": "characters in a round (the period)",
    "share": "right, from the second round on",
    "beyond": "longer than in training",
    "cursor": "period {length}",
    "score": "{score} of {count} rows",
    "summary_inside": "**Period {length}** ({count} new rows).",
    "summary_beyond": "**Period {length}: longer than any round in training** ({count} new rows).",
    "best": "Best here: {names}, {score} right.",
    "none_left": "None of them knows what comes next.",
    "example": "One row, the first round hidden: nobody can know it. Each model says the next character when "
    "it has read all before it. A mark under a character: wrong.",
    "read": "Attention alone, without feed-forward. Each model was trained once, with one seed.",
}
# The same chart for recurrent models that copy: by the order in which they read, and one that looks back.
READERS = {
    "title": "Copied from one state",
    "forwards": "one state",
    "backwards": "backwards",
    "twice": "twice",
    "looks": "attention",
}
READER_WORDS = {
    "share": "rows copied without a mistake",
    "none_left": "None of them copies a single row of this length.",
    "read": "One state: the writer is given only the last state of the reader; “backwards” and “twice” say in which order that reads. "
    "Attention: the writer looks back at all states. Curves: held-out scores on the models’ cards, each model trained once, for 1,200 steps on rows of 2 to 10 letters. "
    "Another seed can move a curve.",
}
