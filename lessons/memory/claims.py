"""Claims of the lesson on memory networks, each with the control that could refute it."""

from lessons.kit.claims import Claim

CLAIMS = (
    Claim(
        "accuracy reaches 92% or more after three times as many steps.",
        "entailment_length",
        lambda table: (
            min(table.scores_of("one state", 6000))
            > 0.915
            > max(table.scores_of("one state", 2000))
        ),
    ),
    Claim(
        "a model learns the task in a third of the steps.",
        "entailment_length",
        lambda table: (
            min(table.scores_of("word by word", 2000)) > max(table.scores_of("one state", 6000))
        ),
    ),
    Claim(
        "a model with one state reaches 100%",
        "entailment_length",
        lambda table: min(table.scores_of("one state, two clauses", 6000)) == 1,
    ),
    Claim(
        "The hypothesis alone never reveals the label",
        "entailment_length",
        lambda table: max(table.scores_of("hypothesis only", 6000)) < 0.36,
    ),
)
