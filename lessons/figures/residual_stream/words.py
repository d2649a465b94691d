"""Every word that people read in the picture of the residual stream. Between ** and **: bold."""

TITLE = "“{sentence}”: if the model stopped here"
STACKS = {"encoder": "Encoder", "decoder": "Decoder"}
TABLES = {
    "translates": {"encoder": "English", "decoder": "French"},
    "other": {"encoder": "what it reads", "decoder": "what it writes"},
}
STACK, TABLE, PLACE, COLUMN = "stack", "table", "row", "word"
WORD, POSITION, BETA = "the word", "its position", "β of LayerNorm"


def place(layer: int, name: str) -> str:
    return f"{layer} {name}" if layer else name


# What a cell of the picture is.
TELLS = {
    "decoder": "**Columns: the words that the decoder reads.** Each cell is the word that it would write next if its "
    "stack ended at this row. The stronger the colour, the more probable.",
    "alone": "**Columns: the text so far.** Each cell is what the model would write next if its stack ended at this "
    "row. The stronger the colour, the more probable.",
    "encoder": "**Columns: the words that the encoder reads.** It writes nothing. Each cell is the word of the table "
    "whose row fits the vector best. The stronger the colour, the clearer.",
}
FOREIGN = (
    "**This is the other table.** This stack never scores with it, so some word always fits best, and it may mean "
    "nothing. Look at how pale it is."
)
ROWS = "after sub-layer"
STOPPED, CELL = "If it stopped here", "after {place}, at “{word}”"
ENDS = {"decoder": "At the end it writes “{token}”.", "encoder": "At the end “{token}” fits best."}
WHY, NOT, AGAINST = "Why “{candidate}”?", "and not …", "and not “{rival}”"
ASKED = "The score of “{candidate}”, sub-layer by sub-layer"
ASKED_APART = "“{{candidate}}” minus “{rival}”, sub-layer by sub-layer"
COLUMNS = {"length": "length", "before": "turned", "final": "to the end"}
ADDS = "adds"
ABOUT = (
    "Adds: what this row adds to the score. Length: that of the vector after this row. Turned: its cosine with the row "
    "before. To the end: its cosine with the last row."
)
EXACT = "**In all {total}.** The score is {score}. What is left over is {rest}: rounding."
EXACT_APART = "**In all {total}**: the difference of the two scores."
ORIGIN = "Model {model}. Numbers: transformer/measure/stream/residual_stream.py."
