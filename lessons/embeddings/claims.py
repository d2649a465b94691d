"""Conclusions of the lesson “Embeddings”, each with the training runs that could refute it."""

from lessons.kit.claims import Claim
from transformer.measure.controls import Table

AS_WELL = 0.02  # allowed difference from the runs with the factor


def as_well_without(control: Table) -> bool:
    """Return whether the worst seed without the factor is about as good as the worst seed with it."""
    reverse = min(control.scores_of("reverse, without the factor", 600))
    french = min(control.scores_of("English → French, without the factor", 1500))
    return reverse >= min(control.scores_of("reverse", 600)) - AS_WELL and french >= 1 - AS_WELL


CLAIMS = (
    Claim(
        "Trained without the factor, these models perform just as well",
        "root_d_model",
        as_well_without,
    ),
    Claim("training does not need the factor here", "root_d_model", as_well_without),
)
