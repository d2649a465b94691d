"""All text of the figure of published scores. Text between ** and ** is bold."""

TITLE = "BLEU and training cost, as published"
PAIR = "from → to"
SCORE = "**BLEU**, {low} to {high}"
COST = "**training cost**, {low} to {high} FLOPs"
NONE = "not stated"
READ = (
    "The numbers for newstest2014 are cited, not measured by us. A dot further right means a higher BLEU score or a "
    "higher training cost; each step of the cost axis is a factor of ten."
)
ORIGIN = "All numbers: {table}."
