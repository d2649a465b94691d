"""A student's solution of the exercise on a layer as text, and one edit of it for each usual mistake.

Written apart from the lesson's own mistakes, in another style, so that recognition is shown not to depend
on the same code.
"""

from tests.kit.written import Written

BODIES = {
    "feed_forward": """\
    before = torch.einsum("...d,df->...f", x, W_1) + b_1
    hidden = torch.clamp(before, min=0)
    after = torch.einsum("...f,fd->...d", hidden, W_2)
    return after + b_2
""",
    "encoder_layer": """\
    for sublayer, norm in ((attention, norm_1), (feed_forward, norm_2)):
        if pre:
            x = torch.add(sublayer(norm(x)), x)
        else:
            x = norm(torch.add(sublayer(x), x))
    return x
""",
    "through_norm": """\
    whole = torch.sum(parts, dim=0)
    mean = whole.mean(-1).unsqueeze(-1)
    root = ((whole * whole).mean(-1).unsqueeze(-1) - mean * mean + eps) ** 0.5
    found = []
    for part in parts:
        part = part - part.mean(-1, keepdim=True)
        found.append(torch.einsum("...d,d->...d", part, gamma) / root)
    found.append(torch.zeros_like(whole) + beta)
    return torch.stack(found)
""",
}
_GELU = "before * 0.5 * (1 + torch.erf(before / 2**0.5))"
_ANNOTATED = "    root = torch.std(whole, dim=-1, keepdim=True) + eps\n    found = []\n"
_FOUND = 'torch.einsum("...d,d->...d", part, gamma) / root'
_SUMS = "torch.add(sublayer({}), x)"
_LOOP = "for sublayer, norm in ((attention, norm_1), (feed_forward, norm_2)):"


_TWO = """\
    if pre:
        y = x + attention(norm_1(x))
        return {}
    y = norm_1(x + attention(x))
    return {}
"""

# name → (the mistake that should be recognised, edits of the solution)
EDITS = {
    "no ReLU": ("NoReLU", ("torch.clamp(before, min=0)", "before")),
    "ReLU at the end": (
        "ReLULast",
        ("torch.clamp(before, min=0)", "before"),
        ("after + b_2", "(after + b_2).clamp(min=0)"),
    ),
    "ReLU twice": ("ReLUTwice", ("after + b_2", "(after + b_2).clamp(min=0)")),
    "b_1 later": (
        "BiasAfterReLU",
        (" + b_1", ""),
        ("torch.clamp(before, min=0)", "before.clamp(min=0) + b_1"),
    ),
    "no b_1": ("NoFirstBias", (" + b_1", "")),
    "no b_2": ("NoSecondBias", (" + b_2", "")),
    "a residual inside": ("AddsItself", ("after + b_2", "after + b_2 + x")),
    "softmax over words": (
        "OverWords",
        ("torch.clamp(before, min=0)", "torch.softmax(before, dim=-2)"),
    ),
    "GELU": ("GELU", ("torch.clamp(before, min=0)", _GELU)),
    "GELU of GPT-2": (
        "GELUByTanh",
        ("torch.clamp(before, min=0)", "torch.nn.GELU('tanh')(before)"),
    ),
    "sigmoid": ("Sigmoid", ("torch.clamp(before, min=0)", "1 / (1 + torch.exp(-before))")),
    "always pre": ("AlwaysPre", ("if pre", "if pre or not pre")),
    "always post": ("AlwaysPost", ("if pre", "if pre and not pre")),
    "swapped": ("TheOtherWay", ("if pre", "if pre is False")),
    "one norm": ("OneNorm", ("(feed_forward, norm_2)", "(feed_forward, norm_1)")),
    "no residual": (
        "NoResidual",
        (_SUMS.format("norm(x)"), "sublayer(norm(x))"),
        (_SUMS.format("x"), "sublayer(x)"),
    ),
    "no norm": (
        "NoNorm",
        (_SUMS.format("norm(x)"), "x + sublayer(x)"),
        (f"norm({_SUMS.format('x')})", "x + sublayer(x)"),
    ),
    "no second residual": (
        "SecondWithoutResidual",
        ("encoder_layer", _TWO.format("feed_forward(norm_2(y))", "norm_2(feed_forward(y))")),
    ),
    "both read x": (
        "BothFromTheStart",
        (
            "encoder_layer",
            _TWO.format("y + feed_forward(norm_2(x))", "norm_2(y + feed_forward(x))"),
        ),
    ),
    "the other order": (
        "FeedForwardFirst",
        (_LOOP, "for sublayer, norm in ((feed_forward, norm_1), (attention, norm_2)):"),
    ),
    "normed x is added": (
        "AddsNormed",
        ("x = torch.add(sublayer(norm(x)), x)", "x = norm(x)\n            x = x + sublayer(x)"),
    ),
    "second adds the first x": (
        "SecondAddsX",
        (
            "encoder_layer",
            _TWO.format("x + feed_forward(norm_2(y))", "norm_2(x + feed_forward(y))"),
        ),
    ),
    "pre on the change": ("PreOnTheChange", (_SUMS.format("norm(x)"), "x + norm(sublayer(x))")),
    "post on the change": (
        "PostOnTheChange",
        (f"norm({_SUMS.format('x')})", "x + norm(sublayer(x))"),
    ),
    "a divisor each": (
        "EachItsOwnDivisor",
        ("/ root", "/ (part.var(-1, correction=0, keepdim=True) + eps).sqrt()"),
    ),
    "not centred": ("NotCentred", ("part - part.mean(-1, keepdim=True)", "part")),
    "the mean of all": ("MeanOfX", ("part - part.mean(-1, keepdim=True)", "part - mean")),
    "one less": (
        "DividedByOneLess",
        ("((whole * whole)", "(1.2 * ((whole * whole)"),
        ("- mean * mean", "- mean * mean)"),
    ),
    "ε outside": ("EpsOutside", ("+ eps) ** 0.5", ") ** 0.5 + eps")),
    "the annotated one": (
        "StdPlusEps",
        (" + eps) ** 0.5", ") ** 0.5"),
        ("    found = []\n", _ANNOTATED),
    ),
    "no root": ("NoRoot", (" ** 0.5", "")),
    "β in front": (
        "BetaFirst",
        (
            "found.append(torch.zeros_like(whole) + beta)",
            "found.insert(0, torch.zeros_like(whole) + beta)",
        ),
    ),
    "no γ": ("NoGamma", (_FOUND, "part / root")),
    "β everywhere": ("BetaInEach", (_FOUND, f"{_FOUND} + beta")),
    "no β": ("NoBeta", ("(whole) + beta", "(whole)")),
    "no ε": ("NoEps", (" + eps)", ")")),
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "a leaky ReLU": [("torch.clamp(before, min=0)", "torch.maximum(before, before / 9)")],
    "the largest word": [("after + b_2", "after + b_2 + 0.1 * x.amax(-2, keepdim=True)")],
    "half the change": [("x = torch.add(sublayer(norm(x)), x)", "x = x + sublayer(norm(x)) / 2")],
    "norm at the end": [("return x", "return norm_2(x) if pre else x")],
    "in place": [("encoder_layer", _TWO.format("y + feed_forward(norm_2(y))", "norm_2(y + feed_forward(y))").replace("    if pre:\n        y = x + attention(norm_1(x))", "    if pre:\n        x += attention(norm_1(x))\n        y = x"))],
    "length for spread": [("- mean * mean", "")],
    "β shared out": [(_FOUND, f"{_FOUND} + beta / len(parts)"), ("(whole) + beta", "(whole)")],
}  # fmt: skip

STUDENT = Written("block", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
