"""A student's solution of the ablations exercise as text, and one edit of it for each usual mistake.

Written apart from the lesson's own mistakes, in another style (einsum, the quadratic formula, loops), so
that recognition is shown not to depend on the same code.
"""

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

Edit = tuple[str, str]


def _norm(*edits: Edit) -> tuple[str, list[Edit]]:
    return "layer_norm", list(edits)


def _residual(*edits: Edit) -> tuple[str, list[Edit]]:
    return "residual", list(edits)


# name → ((the function, edits of its body or a whole body), the mistake that should be recognised)
EDITS = {
    "over the batch": (("layer_norm", _over("0, ")), "OverBatch"),
    "over the words": (("layer_norm", _over("1, ")), "OverWords"),
    "over a sentence": (("layer_norm", _over("(1, 2), ")), "WholeSentence"),
    "over everything": (("layer_norm", _WHOLE), "WholeBatch"),
    "n - 1": (_norm((_VARIANCE, f"{_SUM}\n    sigma = sigma / (n - 1)")), "Unbiased"),
    "the annotated one": (("layer_norm", _ANNOTATED), "StdPlusEps"),
    "ε outside": (_norm(("(sigma + eps) ** -0.5", "1 / (sigma**0.5 + eps)")), "EpsOutside"),
    "ε written in": (_norm(("sigma + eps", "sigma + 0.00001")), "FixedEps"),
    "no ε": (_norm(("(sigma + eps)", "sigma")), "NoEps"),
    "divided by the variance": (_norm(("** -0.5", "** -1")), "VarianceForSigma"),
    "a root of the root": (
        _norm(("(sigma + eps) ** -0.5", "(sigma**0.5 + eps) ** -0.5")),
        "RootTwice",
    ),
    "divided by the sum": (_norm((_VARIANCE, _SUM), ("** -0.5", "** -1")), "SumOfSquares"),
    "length 1": (_norm((_VARIANCE, _SUM)), "Length"),
    "only centred": (_norm((_NORMED, "x - mu")), "OnlyCentred"),
    "no mean": (_norm((" / n\n    sigma", " * 0\n    sigma")), "NoMean"),
    "mean kept": (_norm((_NORMED, "x * (sigma + eps) ** -0.5")), "MeanKept"),
    "no γ": (_norm((_GAMMA, "")), "NoGamma"),
    "no β": (_norm((" + beta.expand_as(z)", "")), "NoBeta"),
    "γ for β": (
        _norm(("z, gamma)", "z, beta)"), ("beta.expand_as(z)", "gamma.expand_as(z)")),
        "GammaForBeta",
    ),
    "β first": (
        _norm((_NORMED, f"{_NORMED} + beta"), (" + beta.expand_as(z)", "")),
        "BetaStretched",
    ),
    "no gradient": (("layer_norm", _FROZEN), "Frozen"),
    "no x": (_residual((_ADDED, "y")), "NoX"),
    "normed x added": (_residual(("y = norm(x)", "y = x = norm(x)")), "AddsNormed"),
    "norm last": (_residual(("y = norm(x)", "y = x"), (_ADDED, "norm(x + y)")), "Post"),
    "both orders": (_residual((_ADDED, f"norm({_ADDED})")), "PreAndPost"),
    "norm after the layer": (
        _residual(("y = norm(x)", "y = x"), ("sublayer(y)", "norm(sublayer(y))")),
        "NormAfterSublayer",
    ),
    "no norm": (_residual(("y = norm(x)", "y = x")), "NoNorm"),
    "no dropout": (_residual(("    y = dropout(y)\n", "")), "NoDropout"),
    "dropout on the sum": (
        _residual(("    y = dropout(y)\n", ""), (_ADDED, "dropout(x + y)")),
        "DropoutOnSum",
    ),
    "dropout first": (
        _residual(("    y = dropout(y)\n", ""), ("y = norm(x)", "y = dropout(norm(x))")),
        "DropoutBefore",
    ),
    "twice": (_residual((_ADDED, "2 * x + y")), "Twice"),
    "in place": (_residual((f"return {_ADDED}", "x += y\n    return x")), "InPlace"),
    "normal approximation": (("interval", _NORMAL), "NormalApproximation"),
    "cut off": (("interval", _CLIPPED), "Clipped"),
    "two and four": (("interval", _AGRESTI), "TwoAndFour"),
    "percent": (
        (
            "interval",
            [("return (-b - root)", "return 100 * (-b - root)"), (", (-b", ", 100 * (-b")],
        ),
        "Percent",
    ),
    "high first": (
        (
            "interval",
            [("(-b - root)", "(x)"), ("(-b + root)", "(-b - root)"), ("(x)", "(-b + root)")],
        ),
        "HighFirst",
    ),
    "middle not moved": (
        (
            "interval",
            [("(-b - root)", "(2 * share - root)"), ("(-b + root)", "(2 * share + root)")],
        ),
        "Unmoved",
    ),
    "not divided": (("interval", [(_OVER, "/ 2, (-b + root) / 2")]), "NotDivided"),
    "z not squared": (("interval", [("z * z / count", "z / count")]), "NotSquared"),
    "no z": (("interval", [("z * z / count", "1 / count")]), "OneError"),
    "z written in": (("interval", [("z * z / count", "1.96**2 / count")]), "FixedZ"),
    "no root": (("interval", [(_ROOT, "2 * max(0.0, b * b - 4 * a * c) / 4")]), "NoRoot"),
    "s under the root not squared": (
        ("interval", [(_ROOT, "2 * math.sqrt(share * (1 - share) * s + s / 4)")]),
        "HalfInsideUnsquared",
    ),
    "count - 1": (
        (
            "interval",
            [("    share = ", "    count -= 1\n    right = min(right, count)\n    share = ")],
        ),
        "CountLessOne",
    ),
    "odds": (("interval", [("right / count", "min(1, right / max(1, count - right))")]), "Odds"),
    "unpaired": (("p_value", _UNPAIRED), "Unpaired"),
    "chi square": (("p_value", _CHI), "ChiSquare"),
    "one-sided": (("p_value", [("2 * ways", "ways")]), "OneSided"),
    "not cut off": (
        ("p_value", [("min(1.0, 2 * ways / 2**tosses)", "2 * ways / 2**tosses")]),
        "AboveOne",
    ),
    "all sentences": (("p_value", [("heads + tails, min", "len(first), min")]), "AllTosses"),
    "without itself": (("p_value", [("range(fewer + 1)", "range(fewer)")]), "WithoutItself"),
    "only itself": (("p_value", [("range(fewer + 1)", "[fewer]")]), "OnlyItself"),
    "only the first": (("p_value", [("min(heads, tails)", "heads")]), "OnlyFirst"),
    "agreements": (
        (
            "p_value",
            [
                ("if one and not other", "if one and other"),
                ("if other and not one", "if not other and not one"),
            ],
        ),
        "Agreements",
    ),
    "one minus": (("p_value", [("return min", "return 1 - min")]), "OneMinus"),
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "three axes only": _norm(
        ("sum(dim=-1).unsqueeze(-1) / n\n    sigma", "sum(dim=2).unsqueeze(2) / n\n    sigma")
    ),
    "twice normalised": _norm((_NORMED, f"2 * {_NORMED}")),
    "γ of the first feature": _norm(("z, gamma)", "z, gamma[:1].expand_as(gamma))")),
    "ε squared": _norm(("sigma + eps", "sigma + eps**2 / 2")),
    "half the change": _residual(("(x, y))", "(x, y / 2))")),
    "the layer twice": _residual(("y = sublayer(y)", "y = sublayer(sublayer(y))")),
    "x squared": _residual(("(x, y))", "(x, y + 0 * x + (x > 2)))")),
    "nothing but x": _residual((_ADDED, "x.clone()")),
    "twice as wide": ("interval", [("z * z / count", "4 * z * z / count")]),
    "shifted": ("interval", [("right / count", "(right + 1) / (count + 2)")]),
    "one end": ("interval", [("return (-b - root) / (2 * a)", "return share")]),
    "three sides": ("p_value", [("2 * ways", "3 * ways")]),
    "a bent coin": ("p_value", [("2**tosses", "3**tosses")]),
    "only the second": ("p_value", [("min(heads, tails)", "tails")]),
}

STUDENT = Written("ablations", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
