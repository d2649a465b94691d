"""A premise and a hypothesis: the models that judge them, how the page calls each, and the pair that it opens with."""

DOT, NONE = "entailment_dot", "entailment_none"
ALONE, TWO = "entailment_hypothesis", "entailment_two_none"
JUDGES = {
    DOT: "attention, dot product",
    "entailment_additive": "attention, additive",
    NONE: "no attention",
    ALONE: "hypothesis only",
    TWO: "no attention, two clauses",  # the last: the page’s sentences have more
}
TASK = "entailment"  # what all but the last have learned
PREMISE = "anna buys roses and ben draws dogs and carl finds something and dora sees tools"
HYPOTHESIS = "anna buys flowers"
