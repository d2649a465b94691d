"""All text of the figure of BERT's input. Text between ** and ** is bold."""

TITLE = "“{text}”: three vectors for each token"
TOKEN = "token"
TOLD = "**{word}** is token {number} of this vocabulary, is at position {place}, and is in sentence {segment}."
PARTS = ("token", "+ position", "+ segment", "= their sum", "after LayerNorm")
STRIPS = "**Row {number} of one table, row {place} of another, row {segment} of a third**: {size} learned numbers each"
ORIGIN = (
    "Violet means above 0, orange below; norms are on the right. The vectors were recorded from the model {model} on "
    "this text."
)
