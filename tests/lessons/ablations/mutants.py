"""A student's solution of the ablations exercise as text, and one edit of it for each usual mistake."""

from tests.kit.written import Written

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


# name → (the mistake that should be recognised, edits of the solution)
EDITS = {
    "over the batch": ("OverBatch", ("layer_norm", _over("0, "))),
    "over the words": ("OverWords", ("layer_norm", _over("1, "))),
    "over a sentence": ("WholeSentence", ("layer_norm", _over("(1, 2), "))),
    "over everything": ("WholeBatch", ("layer_norm", _WHOLE)),
    "n - 1": ("Unbiased", (_VARIANCE, f"{_SUM}\n    sigma = sigma / (n - 1)")),
    "the annotated one": ("StdPlusEps", ("layer_norm", _ANNOTATED)),
    "ε outside": ("EpsOutside", ("(sigma + eps) ** -0.5", "1 / (sigma**0.5 + eps)")),
    "ε written in": ("FixedEps", ("sigma + eps", "sigma + 0.00001")),
    "no ε": ("NoEps", ("(sigma + eps)", "sigma")),
    "divided by the variance": ("VarianceForSigma", ("** -0.5", "** -1")),
    "a root of the root": ("RootTwice", ("(sigma + eps) ** -0.5", "(sigma**0.5 + eps) ** -0.5")),
    "divided by the sum": ("SumOfSquares", (_VARIANCE, _SUM), ("** -0.5", "** -1")),
    "length 1": ("Length", (_VARIANCE, _SUM)),
    "only centred": ("OnlyCentred", (_NORMED, "x - mu")),
    "no mean": ("NoMean", (" / n\n    sigma", " * 0\n    sigma")),
    "mean kept": ("MeanKept", (_NORMED, "x * (sigma + eps) ** -0.5")),
    "no γ": ("NoGamma", (_GAMMA, "")),
    "no β": ("NoBeta", (" + beta.expand_as(z)", "")),
    "γ for β": (
        "GammaForBeta",
        ("z, gamma)", "z, beta)"),
        ("beta.expand_as(z)", "gamma.expand_as(z)"),
    ),
    "β first": ("BetaStretched", (_NORMED, f"{_NORMED} + beta"), (" + beta.expand_as(z)", "")),
    "no gradient": ("Frozen", ("layer_norm", _FROZEN)),
    "no x": ("NoX", (_ADDED, "y")),
    "normed x added": ("AddsNormed", ("y = norm(x)", "y = x = norm(x)")),
    "norm last": ("Post", ("y = norm(x)", "y = x"), (_ADDED, "norm(x + y)")),
    "both orders": ("PreAndPost", (_ADDED, f"norm({_ADDED})")),
    "norm after the layer": (
        "NormAfterSublayer",
        ("y = norm(x)", "y = x"),
        ("sublayer(y)", "norm(sublayer(y))"),
    ),
    "no norm": ("NoNorm", ("y = norm(x)", "y = x")),
    "no dropout": ("NoDropout", ("    y = dropout(y)\n", "")),
    "dropout on the sum": (
        "DropoutOnSum",
        ("    y = dropout(y)\n", ""),
        (_ADDED, "dropout(x + y)"),
    ),
    "dropout first": (
        "DropoutBefore",
        ("    y = dropout(y)\n", ""),
        ("y = norm(x)", "y = dropout(norm(x))"),
    ),
    "twice": ("Twice", (_ADDED, "2 * x + y")),
    "in place": ("InPlace", (f"return {_ADDED}", "x += y\n    return x")),
    "normal approximation": ("NormalApproximation", ("interval", _NORMAL)),
    "cut off": ("Clipped", ("interval", _CLIPPED)),
    "two and four": ("TwoAndFour", ("interval", _AGRESTI)),
    "percent": (
        "Percent",
        ("return (-b - root)", "return 100 * (-b - root)"),
        (", (-b", ", 100 * (-b"),
    ),
    "high first": (
        "HighFirst",
        ("(-b - root)", "(x)"),
        ("(-b + root)", "(-b - root)"),
        ("interval", "(x)", "(-b + root)"),
    ),
    "middle not moved": (
        "Unmoved",
        ("(-b - root)", "(2 * share - root)"),
        ("(-b + root)", "(2 * share + root)"),
    ),
    "not divided": ("NotDivided", (_OVER, "/ 2, (-b + root) / 2")),
    "z not squared": ("NotSquared", ("z * z / count", "z / count")),
    "no z": ("OneError", ("z * z / count", "1 / count")),
    "z written in": ("FixedZ", ("z * z / count", "1.96**2 / count")),
    "no root": ("NoRoot", (_ROOT, "2 * max(0.0, b * b - 4 * a * c) / 4")),
    "s under the root not squared": (
        "HalfInsideUnsquared",
        (_ROOT, "2 * math.sqrt(share * (1 - share) * s + s / 4)"),
    ),
    "count - 1": (
        "CountLessOne",
        ("    share = ", "    count -= 1\n    right = min(right, count)\n    share = "),
    ),
    "odds": ("Odds", ("right / count", "min(1, right / max(1, count - right))")),
    "unpaired": ("Unpaired", ("p_value", _UNPAIRED)),
    "chi square": ("ChiSquare", ("p_value", _CHI)),
    "one-sided": ("OneSided", ("2 * ways", "ways")),
    "not cut off": ("AboveOne", ("min(1.0, 2 * ways / 2**tosses)", "2 * ways / 2**tosses")),
    "all sentences": ("AllTosses", ("heads + tails, min", "len(first), min")),
    "without itself": ("WithoutItself", ("range(fewer + 1)", "range(fewer)")),
    "only itself": ("OnlyItself", ("range(fewer + 1)", "[fewer]")),
    "only the first": ("OnlyFirst", ("min(heads, tails)", "heads")),
    "agreements": (
        "Agreements",
        ("if one and not other", "if one and other"),
        ("if other and not one", "if not other and not one"),
    ),
    "one minus": ("OneMinus", ("return min", "return 1 - min")),
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

STUDENT = Written("ablations", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
