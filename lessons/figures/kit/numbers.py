"""Write numbers for readers: on paper and in sentences as core.js writes them on the screen."""

import math

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(exponent: int) -> str:
    """Write 10⁻⁷."""
    return f"10{str(exponent).translate(RAISED)}"


def scientific(value: float, digits: int = 1) -> str:
    """Write 2.3 · 10¹⁹."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return f"{mantissa} · {power(int(exponent))}".replace("-", "−")


def number(value: float, digits: int = 4) -> str:
    """Write that many decimals; −∞, ∞ and NaN by name, and a power of ten for a number too small for the decimals."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value and (abs(value) >= 1e6 or abs(value) < 0.5 * 10**-digits):
        return scientific(value, digits)
    return f"{value + 0.0:.{digits}f}".replace("-", "−")


def rounded(value: float, digits: int = 2) -> str:
    """Write that many significant digits, without trailing zeros."""
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return (
        f"{mantissa} · {power(int(exponent))}".replace("-", "−")
        if exponent
        else mantissa.replace("-", "−")
    )
