"""Every word that people read in the picture of a hidden word. Between ** and **: bold."""

TITLE = "“{text}”: one word hidden"
WORD, LAYER = "hidden", "layer"
TOLD = "**“{word}” is hidden**: in its place the models read [MASK]. What stood there?"
BEFORE, BOTH, BACK = "before training", "looks both ways", "looks only back"
BARS = {
    "before": "**Before training**: “{right}” gets {chance}",
    "both": "**Looks both ways**: “{right}” gets {chance}",
    "back": "**Looks only back**: “{right}” gets {chance}",
}
MAP = {
    "both": "**Both ways**: where it looks",
    "back": "**Only back**: grey may not be seen",
}
TIP = "{row} looks at {column}: {value}"
PAIR = "Nothing hidden: the second sentence **comes next** with {chance}, says the model that looks both ways."
ALONE = "There is one sentence only; type a full stop and another one."
ORIGIN = "One pass for each hidden word. The models: {names}, trained with the same steps on the same pairs."
