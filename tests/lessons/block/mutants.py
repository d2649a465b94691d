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

Edit = tuple[str, str]


def _forward(*edits: Edit) -> tuple[str, list[Edit]]:
    return "feed_forward", list(edits)


def _layer(*edits: Edit) -> tuple[str, list[Edit]]:
    return "encoder_layer", list(edits)


def _norm(*edits: Edit) -> tuple[str, list[Edit]]:
    return "through_norm", list(edits)


_TWO = """\
    if pre:
        y = x + attention(norm_1(x))
        return {}
    y = norm_1(x + attention(x))
    return {}
"""

# name → ((the function, edits of its body or a whole body), the mistake that should be recognised)
EDITS = {
    "no ReLU": (_forward(("torch.clamp(before, min=0)", "before")), "NoReLU"),
    "ReLU at the end": (
        _forward(
            ("torch.clamp(before, min=0)", "before"), ("after + b_2", "(after + b_2).clamp(min=0)")
        ),
        "ReLULast",
    ),
    "ReLU twice": (_forward(("after + b_2", "(after + b_2).clamp(min=0)")), "ReLUTwice"),
    "b_1 later": (
        _forward((" + b_1", ""), ("torch.clamp(before, min=0)", "before.clamp(min=0) + b_1")),
        "BiasAfterReLU",
    ),
    "no b_1": (_forward((" + b_1", "")), "NoFirstBias"),
    "no b_2": (_forward((" + b_2", "")), "NoSecondBias"),
    "a residual inside": (_forward(("after + b_2", "after + b_2 + x")), "AddsItself"),
    "softmax over words": (
        _forward(("torch.clamp(before, min=0)", "torch.softmax(before, dim=-2)")),
        "OverWords",
    ),
    "GELU": (_forward(("torch.clamp(before, min=0)", _GELU)), "GELU"),
    "GELU of GPT-2": (
        _forward(("torch.clamp(before, min=0)", "torch.nn.GELU('tanh')(before)")),
        "GELUByTanh",
    ),
    "sigmoid": (
        _forward(("torch.clamp(before, min=0)", "1 / (1 + torch.exp(-before))")),
        "Sigmoid",
    ),
    "always pre": (_layer(("if pre", "if pre or not pre")), "AlwaysPre"),
    "always post": (_layer(("if pre", "if pre and not pre")), "AlwaysPost"),
    "swapped": (_layer(("if pre", "if pre is False")), "TheOtherWay"),
    "one norm": (_layer(("(feed_forward, norm_2)", "(feed_forward, norm_1)")), "OneNorm"),
    "no residual": (
        _layer((_SUMS.format("norm(x)"), "sublayer(norm(x))"), (_SUMS.format("x"), "sublayer(x)")),
        "NoResidual",
    ),
    "no norm": (
        _layer(
            (_SUMS.format("norm(x)"), "x + sublayer(x)"),
            (f"norm({_SUMS.format('x')})", "x + sublayer(x)"),
        ),
        "NoNorm",
    ),
    "no second residual": (
        ("encoder_layer", _TWO.format("feed_forward(norm_2(y))", "norm_2(feed_forward(y))")),
        "SecondWithoutResidual",
    ),
    "both read x": (
        (
            "encoder_layer",
            _TWO.format("y + feed_forward(norm_2(x))", "norm_2(y + feed_forward(x))"),
        ),
        "BothFromTheStart",
    ),
    "the other order": (
        _layer((_LOOP, "for sublayer, norm in ((feed_forward, norm_1), (attention, norm_2)):")),
        "FeedForwardFirst",
    ),
    "normed x is added": (
        _layer(
            ("x = torch.add(sublayer(norm(x)), x)", "x = norm(x)\n            x = x + sublayer(x)")
        ),
        "AddsNormed",
    ),
    "second adds the first x": (
        (
            "encoder_layer",
            _TWO.format("x + feed_forward(norm_2(y))", "norm_2(x + feed_forward(y))"),
        ),
        "SecondAddsX",
    ),
    "pre on the change": (
        _layer((_SUMS.format("norm(x)"), "x + norm(sublayer(x))")),
        "PreOnTheChange",
    ),
    "post on the change": (
        _layer((f"norm({_SUMS.format('x')})", "x + norm(sublayer(x))")),
        "PostOnTheChange",
    ),
    "a divisor each": (
        _norm(("/ root", "/ (part.var(-1, correction=0, keepdim=True) + eps).sqrt()")),
        "EachItsOwnDivisor",
    ),
    "not centred": (_norm(("part - part.mean(-1, keepdim=True)", "part")), "NotCentred"),
    "the mean of all": (_norm(("part - part.mean(-1, keepdim=True)", "part - mean")), "MeanOfX"),
    "one less": (
        _norm(("((whole * whole)", "(1.2 * ((whole * whole)"), ("- mean * mean", "- mean * mean)")),
        "DividedByOneLess",
    ),
    "ε outside": (_norm(("+ eps) ** 0.5", ") ** 0.5 + eps")), "EpsOutside"),
    "the annotated one": (
        _norm((" + eps) ** 0.5", ") ** 0.5"), ("    found = []\n", _ANNOTATED)),
        "StdPlusEps",
    ),
    "no root": (_norm((" ** 0.5", "")), "NoRoot"),
    "β in front": (
        _norm(
            (
                "found.append(torch.zeros_like(whole) + beta)",
                "found.insert(0, torch.zeros_like(whole) + beta)",
            )
        ),
        "BetaFirst",
    ),
    "no γ": (_norm((_FOUND, "part / root")), "NoGamma"),
    "β everywhere": (_norm((_FOUND, f"{_FOUND} + beta")), "BetaInEach"),
    "no β": (_norm(("(whole) + beta", "(whole)")), "NoBeta"),
    "no ε": (_norm((" + eps)", ")")), "NoEps"),
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "a leaky ReLU": _forward(("torch.clamp(before, min=0)", "torch.maximum(before, before / 9)")),
    "the largest word": _forward(("after + b_2", "after + b_2 + 0.1 * x.amax(-2, keepdim=True)")),
    "half the change": _layer(("x = torch.add(sublayer(norm(x)), x)", "x = x + sublayer(norm(x)) / 2")),
    "norm at the end": _layer(("return x", "return norm_2(x) if pre else x")),
    "in place": (
        "encoder_layer",
        _TWO.format("y + feed_forward(norm_2(y))", "norm_2(y + feed_forward(y))").replace(
            "    if pre:\n        y = x + attention(norm_1(x))",
            "    if pre:\n        x += attention(norm_1(x))\n        y = x",
        ),
    ),
    "length for spread": _norm(("- mean * mean", "")),
    "β shared out": _norm((_FOUND, f"{_FOUND} + beta / len(parts)"), ("(whole) + beta", "(whole)")),
}  # fmt: skip

STUDENT = Written("block", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
