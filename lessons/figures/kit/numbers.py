"""A number as people read it: the same on paper and in a sentence as `number` in core.js writes it on the screen."""

import math


def number(value: float, digits: int = 4) -> str:
    """That many decimals; −∞, ∞ and NaN by name, and a power of ten where the decimals would hold nothing."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value and (abs(value) >= 1e6 or abs(value) < 0.5 * 10**-digits):
        mantissa, power = f"{value:.{digits}e}".split("e")
        return f"{mantissa}e{int(power)}".replace("-", "−")
    return f"{value + 0.0:.{digits}f}".replace("-", "−")
