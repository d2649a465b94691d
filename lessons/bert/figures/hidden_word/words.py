"""All text of the figure of a masked word. Text between ** and ** is bold."""

TITLE = "“{text}”: one word masked"
WORD, LAYER = "masked", "layer"
TOLD = "**“{word}” is masked**: the models read [MASK] instead. Which word was it?"
BEFORE, BOTH, BACK = "before training", "looks both ways", "looks only back"
BARS = {
    "before": "**Before training**: “{right}” gets {chance}",
    "both": "**Looks both ways**: “{right}” gets {chance}",
    "back": "**Looks only back**: “{right}” gets {chance}",
}
MAP = {
    "both": "**Both ways**: the attention weights",
    "back": "**Only back**: grey cells are masked",
}
TIP = "{row} attends to {column}: {value}"
PAIR = "With nothing masked, the model that looks both ways gives “comes next” a probability of {chance}."
ALONE = "This is one sentence. Type a full stop and another sentence to ask whether it comes next."
ORIGIN = (
    "Each masked word takes one forward pass. The models {names} were trained for the same number of steps on the "
    "same pairs."
)
ORIGIN_OUTSIDE = "The model {name} runs once for each masked word."
