"""Find the first intermediate value that is not finite."""

from transformer.probe import Trace


def first_nonfinite(trace: Trace) -> str | None:
    """The first probe that saw NaN or +∞; −∞ is normal for a masked score."""
    bad = (name for name, v in trace.order if (v.isnan() | v.isposinf()).any())
    return next(bad, None)
