"""Conclusions of this lesson from training runs, and the control that could refute them."""

from lessons.kit.claims import Claim

CLAIMS = (
    Claim(
        "The recipe’s learning rate of 0.01 was chosen for the standard layer.",
        "scaling",
        lambda table: (
            max(table.scores_of("not divided, rate 0.01", 1800)) < 0.2
            and min(table.scores_of("not divided, rate 0.003", 1800)) > 0.9
        ),
    ),
)
