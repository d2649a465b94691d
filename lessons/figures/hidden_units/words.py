"""Every word that people read in the picture of hidden units. Between ** and **: bold."""

TITLE = "“{sentence}”: the hidden units that fire"
STACKS = {"encoder": "encoder", "decoder": "decoder"}
LAYER = "{stack} {number}"
FORWARD, WORD, UNITS = "feed-forward of", "word", "unit"
TELLS = (
    "**Rows: the words that it reads. Columns: its {units} hidden units.** The stronger the colour, the larger the "
    "number that the ReLU let through. Click a unit: at which words does it fire?"
)
RANKED = {
    "title": "next stronger, weaker unit at this word",
    "weaker": "◀ weaker",
    "stronger": "stronger ▶",
}
UNIT, WORD_IS = "Unit {unit}", "at “{word}”"
WORDS = "fires most at these words of the held-out sentences (its mean there; at how many of the word’s places it is above 0)"
MOST = "**Unit {{unit}}** fires most at: {words}."
HERE = "It is {value} here."
SILENT = "It is {{value}} here, and 0 at all {places} places of the held-out sentences."
COUNTS = (
    "**{silent} of {units}** units fire nowhere in the held-out sentences. At one word **{active}%** of all "
    "units fire, on average over {places} words."
)
ELSEWHERE = (
    "**One position at a time.** Put another word in one place: at all other places the output of this feed-forward "
    "moves by {forward}, that of the self-attention of the same layer by up to {attention} times its own length."
)
SINGLE = (
    "**One position at a time.** This sentence has one word, so there is no other place to watch."
)
PRINT = "{mean} · {above} of {met}"
ORIGIN = "Model {model}. Numbers: transformer/measure/stream/hidden_units.py."
