"""All text of the figure of the residual stream. Text between ** and ** is bold."""

TITLE = "Residual stream of “{sentence}”"
STACKS = {"encoder": "Encoder", "decoder": "Decoder"}
TABLES = {
    "translates": {"encoder": "English", "decoder": "French"},
    "other": {"encoder": "source", "decoder": "target"},
}
STACK, TABLE, PLACE, COLUMN = "stack", "table", "row", "word"
WORD, POSITION, BETA = "the word", "its position", "β of LayerNorm"


def place(layer: int, name: str) -> str:
    return f"{layer} {name}" if layer else name


# What a cell of the figure shows.
TELLS = {
    "decoder": "**Columns: the words that the decoder reads.** Each cell shows the next word that the model would "
    "predict if the stack ended at this row. A stronger colour means a higher probability.",
    "alone": "**Columns: the text so far.** Each cell shows the next token that the model would predict if its stack "
    "ended at this row. A stronger colour means a higher probability.",
    "encoder": "**Columns: the words that the encoder reads.** The encoder predicts no word. Each cell shows the "
    "word in the table whose row best matches the vector. A stronger colour means a better match.",
}
FOREIGN = (
    "**This is the other table.** This stack never uses this table for logits. Some word always matches best, but the "
    "match can be meaningless: a pale colour means a weak match."
)
ROWS = "after sub-layer"
STOPPED, CELL = "Best words here", "after {place}, at “{word}”"
ENDS = {
    "decoder": "The final output is “{token}”.",
    "encoder": "At the end, “{token}” matches best.",
}
WHY, NOT, AGAINST = "Why “{candidate}”?", "and not …", "and not “{rival}”"
ASKED = "The logit of “{candidate}”, sub-layer by sub-layer"
ASKED_APART = "“{{candidate}}” minus “{rival}”, sub-layer by sub-layer"
COLUMNS = {"length": "length", "before": "turned", "final": "to the end"}
ADDS = "adds"
ABOUT = (
    "Adds: the contribution of this row to the logit. Length: the norm of the vector after this row. Turned: the "
    "cosine with the vector of the previous row. To the end: the cosine with the vector of the last row."
)
EXACT = "**Total: {total}.** The logit is {score}. The rest, {rest}, is a rounding error."
EXACT_APART = "**Total: {total}**, the difference of the two logits."
ORIGIN = "Model {model}. Source: lessons/block/measure/residual_stream.py."
