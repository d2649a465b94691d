"""Which intermediate was the first that is no number."""

from transformer.probe import Trace


def first_nonfinite(trace: Trace) -> str | None:
    """The first probe that saw NaN or +∞; −∞ is what a masked score should be."""
    bad = (name for name, v in trace.order if (v.isnan() | v.isposinf()).any())
    return next(bad, None)
