"""Textual entailment: the models, their names on the page, and the opening premise and hypothesis."""

DOT, NONE, LONG = "entailment_dot", "entailment_none", "entailment_none_long"
ALONE, TWO = "entailment_hypothesis", "entailment_two_none"
JUDGES = {
    DOT: "attention, dot product",
    "entailment_additive": "attention, additive",
    NONE: "no attention, 2,000 steps",
    LONG: "no attention, 6,000 steps",
    ALONE: "hypothesis only",
    TWO: "no attention, two clauses",  # last: the sentences of the page have more clauses
}
TASK = "entailment"  # of all models but the last
PREMISE = "anna buys roses and ben draws dogs and carl finds something and dora sees tools"
HYPOTHESIS = "anna buys flowers"
