"""Every word that people read in the picture of BERT's input. Between ** and **: bold."""

TITLE = "“{text}”: three vectors for each token"
TOKEN = "token"
TOLD = "**{word}** is token {number} of this vocabulary, stands at position {place}, and is in sentence {segment}."
PARTS = ("token", "+ position", "+ segment", "= their sum", "after LayerNorm")
STRIPS = "**Row {number} of one table, row {place} of another, row {segment} of a third**: {size} numbers each, all of them learned"
ORIGIN = (
    "Violet is above 0, orange below; at the right the length of each vector. Read from the model {model} while it read "
    "this text."
)
