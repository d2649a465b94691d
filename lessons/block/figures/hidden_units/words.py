"""All text of the figure of hidden units. Text between ** and ** is bold."""

TITLE = "“{sentence}”: the active hidden units"
STACKS = {"encoder": "encoder", "decoder": "decoder"}
LAYER = "{stack} {number}"
FORWARD, WORD, UNITS = "feed-forward of", "word", "unit"
TELLS = (
    "**Rows are input words; columns are {units} hidden units.** A stronger colour means a larger value after the "
    "ReLU. Click a unit to see on which words it fires."
)
RANKED = {
    "title": "stronger or weaker unit at this word",
    "weaker": "◀ weaker",
    "stronger": "stronger ▶",
}
UNIT, WORD_IS = "Unit {unit}", "at “{word}”"
WORDS = "fires most on these words of the held-out sentences (mean; number of occurrences above 0)"
MOST = "**Unit {{unit}}** fires most on {words}."
HERE = "Its value here is {value}."
SILENT = "Its value here is {{value}}, and 0 at all {places} positions of the held-out sentences."
COUNTS = (
    "**{silent} of {units}** units fire nowhere in the held-out sentences. On average over {places} words, "
    "**{active}%** of all units fire on a word."
)
ELSEWHERE = (
    "**Positions are independent.** If one word is replaced, the output of this feed-forward network changes by "
    "{forward} at all other positions. The output of the self-attention in the same layer changes by up to "
    "{attention} times its norm."
)
SINGLE = "**Positions are independent.** This sentence has one word, so there is no other position to test."
PRINT = "{mean} · {above} of {met}"
ORIGIN = "Model {model}. Numbers: lessons/block/measure/hidden_units.py."
