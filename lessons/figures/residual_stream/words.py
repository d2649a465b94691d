"""Every word that people read in the picture of the residual stream. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "“{sentence}”: if the model stopped here"
STACKS = {"encoder": "Encoder", "decoder": "Decoder"}
TABLES = {
    "translates": {"encoder": "English", "decoder": "French"},
    "other": {"encoder": "what it reads", "decoder": "what it writes"},
}
WORD, POSITION, BETA = "the word", "its position", "β of LayerNorm"


def layer_name(layer: int, name: str) -> str:
    return f"{layer} {name}" if layer else name


def tells(stack: str, reads: bool, tables: list[str]) -> str:
    """What a cell of the picture is."""
    if stack == "encoder":
        return TELLS_ENCODER
    return TELLS_DECODER if reads else TELLS_ALONE


TELLS_DECODER = (
    "**Columns: the words that the decoder reads.** Each cell is the word that it would write next if its "
    "stack ended at this row. The stronger the colour, the more probable."
)
TELLS_ALONE = (
    "**Columns: the text so far.** Each cell is what the model would write next if its stack ended at this "
    "row. The stronger the colour, the more probable."
)
TELLS_ENCODER = (
    "**Columns: the words that the encoder reads.** It writes nothing. Each cell is the word of the table "
    "whose row fits the vector best. The stronger the colour, the clearer."
)

WORDS = {
    "stack": "stack",
    "table": "words of",
    "rows": "after sub-layer",
    "up": "▲ step",
    "down": "step ▼",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "player": "player",
    "foreign": "This is the other table. This stack never scores with it, so some word always "
    "fits best, and it may mean nothing. Look at how pale it is.",
    "cell": "after {place}, at “{word}”",
    "if_stopped": "If it stopped here",
    "written": "At the end it writes “{token}”.",
    "fits": "At the end “{token}” fits best.",
    "why": "Why “{token}”?",
    "against": "and not “{rival}”",
    "asked": "The score of “{token}”, sub-layer by sub-layer",
    "asked_apart": "“{token}” minus “{rival}”, sub-layer by sub-layer",
    "columns": ["", "length", "turned", "to the end", "adds"],
    "about_columns": "Length of the vector after this row. Turned: its cosine with the row before. To the end: its "
    "cosine with the last row. Adds: what this row adds to the score.",
    "sum": "in all",
    "exact": "The score is {score}. What is left over is {rest}: rounding.",
    "exact_apart": "The difference of the two scores.",
    "none": "–",
    **BUTTONS,
    "keys": [
        [["↑", "↓"], "sub-layer"],
        [["←", "→"], "word"],
        [["space"], "play"],
        [["T"], "words of the other table"],
        [["A"], "and not …"],
    ],
    "origin": "Model {model}. Numbers: transformer/measure/stream/residual_stream.py.",
}
PAPER = {"caption": "{title}. {tells} Model {model}."}
