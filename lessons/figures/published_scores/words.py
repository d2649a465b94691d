"""Every word that people read in the picture of published scores. Between ** and **: bold."""

TITLE = "BLEU and training cost, as published"
PAIR = "from → to"
SCORE = "**BLEU**, {low} to {high}"
COST = "**training cost**, {low} to {high} FLOPs"
NONE = "not stated"
READ = (
    "Cited numbers, of newstest2014: nothing here was measured by us. A dot further right: a better "
    "score, or a dearer training; each step of the cost is ten times as much."
)
ORIGIN = "All numbers: {table}."
