"""A number as people read it: the same on paper and in a sentence as core.js writes it on the screen."""

import math

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent: int) -> str:
    """10⁻⁷."""
    return f"10{str(exponent).translate(RAISED)}"


def scientific(value: float, digits: int = 1) -> str:
    """2.3 · 10¹⁹."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return f"{mantissa} · {power(int(exponent))}".replace("-", "−")


def number(value: float, digits: int = 4) -> str:
    """That many decimals; −∞, ∞ and NaN by name, and a power of ten where the decimals would hold nothing."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value and (abs(value) >= 1e6 or abs(value) < 0.5 * 10**-digits):
        return scientific(value, digits)
    return f"{value + 0.0:.{digits}f}".replace("-", "−")


def rounded(value: float, digits: int = 2) -> str:
    """That many digits that mean something, and no zeros behind them."""
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return (
        f"{mantissa} · {power(int(exponent))}".replace("-", "−")
        if exponent
        else mantissa.replace("-", "−")
    )
