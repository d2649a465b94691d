"""Conclusions of the lesson on scores, each with the control that could refute it."""

from lessons.kit.claims import Claim

CLAIMS = (
    Claim(
        "the learning rate does not suit unscaled scores.",
        "scaling",
        lambda table: (
            max(table.scores_of("not divided, rate 0.01", 600)) < 0.2
            and min(table.scores_of("not divided, rate 0.003", 1800)) > 0.9
        ),
    ),
    Claim(
        "those of the scaled model still fails at 0.01.",
        "scaling",
        lambda table: max(table.scores_of("not divided, same initial scores", 600)) < 0.2,
    ),
    Claim(
        "With this factor, the cosine works as well",
        "scaling",
        lambda table: (
            min(table.scores_of("cosine, learned factor", 600))
            > min(table.scores_of("divided, rate 0.01", 600)) - 0.01
        ),
    ),
)
