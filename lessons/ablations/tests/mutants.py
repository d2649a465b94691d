"""A student's solution of the ablations exercise as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "layer_norm": """\
    n = x.shape[-1]
    mu = x.sum(dim=-1).unsqueeze(-1) / n
    sigma = (x * x).sum(dim=-1).unsqueeze(-1) / n - mu**2
    z = (x - mu) * (sigma + eps) ** -0.5
    z = torch.einsum("...d,d->...d", z, gamma)
    return z + beta.expand_as(z)
""",
    "residual": """\
    y = norm(x)
    y = sublayer(y)
    y = dropout(y)
    return torch.stack((x, y)).sum(0)
""",
    "interval": """\
    share = right / count
    s = z * z / count
    a, b, c = 1 + s, -2 * share - s, share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)
""",
    "p_value": """\
    heads = tails = 0
    for one, other in zip(first, second):
        if one and not other:
            heads += 1
        if other and not one:
            tails += 1
    tosses, fewer, ways = heads + tails, min(heads, tails), 0
    for k in range(fewer + 1):
        ways += math.comb(tosses, k)
    return min(1.0, 2 * ways / 2**tosses)
""",
}
# --- layer_norm and residual --------------------------------------------------------------------
_NORMED = "(x - mu) * (sigma + eps) ** -0.5"
_GAMMA = '    z = torch.einsum("...d,d->...d", z, gamma)\n'
_VARIANCE = "(x * x).sum(dim=-1).unsqueeze(-1) / n - mu**2"
_SUM = f"n * ({_VARIANCE})"
_ADDED = "torch.stack((x, y)).sum(0)"


def _over(axes: str) -> str:
    return f"""\
    z = (x - x.mean({axes}keepdim=True)) / (x.var({axes}correction=0, keepdim=True) + eps).sqrt()
    return gamma * z + beta
"""


_WHOLE = """\
    z = (x - x.mean()) / (x.var(correction=0) + eps).sqrt()
    return gamma * z + beta
"""
_ANNOTATED = """\
    mean = x.mean(-1, keepdim=True)
    std = x.std(-1, keepdim=True)
    return gamma * (x - mean) / (std + eps) + beta
"""
_FROZEN = """\
    with torch.no_grad():
        mean = x.mean(-1, keepdim=True)
        root = (x.var(-1, correction=0, keepdim=True) + eps).sqrt()
    return gamma * (x - mean) / root + beta
"""

# --- statistics ---------------------------------------------------------------------------------
_NORMAL = """\
    share = right / count
    half = z * (share * (1 - share) / count) ** 0.5
    return share - half, share + half
"""
_CLIPPED = _NORMAL.replace(
    "share - half, share + half", "max(0, share - half), min(1, share + half)"
)
_AGRESTI = "    right, count = right + 2, count + 4\n" + _NORMAL
_MIDDLE = """\
    share = (right + z * z / 2) / (count + z * z)
    half = z * (share * (1 - share) / (count + z * z)) ** 0.5
    return share - half, share + half
"""
_UNPAIRED = """\
    n = len(first)
    p, q = sum(first) / n, sum(second) / n
    if p == q:
        return 1.0
    spread = math.sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / n)
    return math.erfc(abs(p - q) / spread / math.sqrt(2))
"""
_CHI = """\
    heads = sum(a and not b for a, b in zip(first, second))
    tails = sum(b and not a for a, b in zip(first, second))
    if heads + tails == 0:
        return 1.0
    return math.erfc(abs(heads - tails) / math.sqrt(2 * (heads + tails)))
"""
_ROOT = "math.sqrt(max(0.0, b * b - 4 * a * c))"
_OVER = "/ (2 * a), (-b + root) / (2 * a)"


# The mistake that should be recognised → edits of the solution.
EDITS = {
    "OverBatch": [("layer_norm", _over("0, "))],
    "OverWords": [("layer_norm", _over("1, "))],
    "WholeSentence": [("layer_norm", _over("(1, 2), "))],
    "WholeBatch": [("layer_norm", _WHOLE)],
    "Unbiased": [(_VARIANCE, f"{_SUM}\n    sigma = sigma / (n - 1)")],
    "StdPlusEps": [("layer_norm", _ANNOTATED)],
    "EpsOutside": [("(sigma + eps) ** -0.5", "1 / (sigma**0.5 + eps)")],
    "FixedEps": [("sigma + eps", "sigma + 0.00001")],
    "NoEps": [("(sigma + eps)", "sigma")],
    "VarianceForSigma": [("** -0.5", "** -1")],
    "RootTwice": [("(sigma + eps) ** -0.5", "(sigma**0.5 + eps) ** -0.5")],
    "SumOfSquares": [(_VARIANCE, _SUM), ("** -0.5", "** -1")],
    "Length": [(_VARIANCE, _SUM)],
    "OnlyCentred": [(_NORMED, "x - mu")],
    "NoMean": [(" / n\n    sigma", " * 0\n    sigma")],
    "SecondMoment": [(" / n - mu**2", " / n")],
    "MeanKept": [(_NORMED, "x * (sigma + eps) ** -0.5")],
    "NoGamma": [(_GAMMA, "")],
    "NoBeta": [(" + beta.expand_as(z)", "")],
    "GammaForBeta": [("z, gamma)", "z, beta)"), ("beta.expand_as(z)", "gamma.expand_as(z)")],
    "BetaStretched": [(_NORMED, f"{_NORMED} + beta"), (" + beta.expand_as(z)", "")],
    "Frozen": [("layer_norm", _FROZEN)],
    "NoX": [(_ADDED, "y")],
    "AddsNormed": [("y = norm(x)", "y = x = norm(x)")],
    "Post": [("y = norm(x)", "y = x"), (_ADDED, "norm(x + y)")],
    "PreAndPost": [(_ADDED, f"norm({_ADDED})")],
    "NormAfterSublayer": [("y = norm(x)", "y = x"), ("sublayer(y)", "norm(sublayer(y))")],
    "NoNorm": [("y = norm(x)", "y = x")],
    "NoDropout": [("    y = dropout(y)\n", "")],
    "DropoutOnSum": [("    y = dropout(y)\n", ""), (_ADDED, "dropout(x + y)")],
    "DropoutBefore": [("    y = dropout(y)\n", ""), ("y = norm(x)", "y = dropout(norm(x))")],
    "Twice": [(_ADDED, "2 * x + y")],
    "InPlace": [(f"return {_ADDED}", "x += y\n    return x")],
    "NormalApproximation": [("interval", _NORMAL)],
    "Clipped": [("interval", _CLIPPED)],
    "AgrestiCoull": [("interval", _MIDDLE)],
    "TwoAndFour": [("interval", _AGRESTI)],
    "Percent": [("return (-b - root)", "return 100 * (-b - root)"), (", (-b", ", 100 * (-b")],
    "HighFirst": [
        ("(-b - root)", "(x)"),
        ("(-b + root)", "(-b - root)"),
        ("interval", "(x)", "(-b + root)"),
    ],
    "Unmoved": [("(-b - root)", "(2 * share - root)"), ("(-b + root)", "(2 * share + root)")],
    "NotDivided": [(_OVER, "/ 2, (-b + root) / 2")],
    "NotSquared": [("z * z / count", "z / count")],
    "OneError": [("z * z / count", "1 / count")],
    "FixedZ": [("z * z / count", "1.96**2 / count")],
    "NoRoot": [(_ROOT, "2 * max(0.0, b * b - 4 * a * c) / 4")],
    "HalfInsideUnsquared": [(_ROOT, "2 * math.sqrt(share * (1 - share) * s + s / 4)")],
    "CountLessOne": [
        ("    share = ", "    count -= 1\n    right = min(right, count)\n    share = ")
    ],
    "Odds": [("right / count", "min(1, right / max(1, count - right))")],
    "Unpaired": [("p_value", _UNPAIRED)],
    "ChiSquare": [("p_value", _CHI)],
    "OneSided": [("2 * ways", "ways")],
    "AboveOne": [("min(1.0, 2 * ways / 2**tosses)", "2 * ways / 2**tosses")],
    "AllTosses": [("heads + tails, min", "len(first), min")],
    "WithoutItself": [("range(fewer + 1)", "range(fewer)")],
    "OnlyItself": [("range(fewer + 1)", "[fewer]")],
    "OnlyFirst": [("min(heads, tails)", "heads")],
    "Agreements": [
        ("if one and not other", "if one and other"),
        ("if other and not one", "if not other and not one"),
    ],
    "OneMinus": [("return min", "return 1 - min")],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "three axes only": [
        ("sum(dim=-1).unsqueeze(-1) / n\n    sigma", "sum(dim=2).unsqueeze(2) / n\n    sigma")
    ],
    "twice normalised": [(_NORMED, f"2 * {_NORMED}")],
    "γ of the first feature": [("z, gamma)", "z, gamma[:1].expand_as(gamma))")],
    "ε squared": [("sigma + eps", "sigma + eps**2 / 2")],
    "half the change": [("(x, y))", "(x, y / 2))")],
    "the layer twice": [("y = sublayer(y)", "y = sublayer(sublayer(y))")],
    "x squared": [("(x, y))", "(x, y + 0 * x + (x > 2)))")],
    "nothing but x": [(_ADDED, "x.clone()")],
    "twice as wide": [("z * z / count", "4 * z * z / count")],
    "shifted": [("right / count", "(right + 1) / (count + 2)")],
    "one end": [("return (-b - root) / (2 * a)", "return share")],
    "three sides": [("2 * ways", "3 * ways")],
    "a bent coin": [("2**tosses", "3**tosses")],
    "only the second": [("min(heads, tails)", "tails")],
}

STUDENT = ExerciseText("ablations", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
