"""A student's solution of the exercise on a layer as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

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
# What the edits meet.
RELU, LAST = "torch.clamp(before, min=0)", "after + b_2"
LAST_RELU = (LAST, "(after + b_2).clamp(min=0)")
PRE, POST = "torch.add(sublayer(norm(x)), x)", "norm(torch.add(sublayer(x), x))"
PAIRS = "((attention, norm_1), (feed_forward, norm_2))"
OWN_MEAN, SHARE = (
    " - part.mean(-1, keepdim=True)",
    'torch.einsum("...d,d->...d", part, gamma) / root',
)
BETA = "found.append(torch.zeros_like(whole) + beta)"


def second(pre: str, post: str) -> tuple[str, str]:
    """Return the layer with another second sub-layer; y is what the first one has made of x."""
    first_pre, first_post = "x + attention(norm_1(x))", "norm_1(x + attention(x))"
    lines = f"    y = {first_pre} if pre else {first_post}\n    return {pre} if pre else {post}\n"
    return "encoder_layer", lines


# The mistake that should be recognised → edits of the solution.
EDITS = {
    "NoReLU": [(RELU, "before")],
    "ReLULast": [(RELU, "before"), LAST_RELU],
    "ReLUTwice": [LAST_RELU],
    "BiasAfterReLU": [(" + b_1", ""), (RELU, "before.clamp(min=0) + b_1")],
    "NoFirstBias": [(" + b_1", "")],
    "NoSecondBias": [(" + b_2", "")],
    "AddsItself": [(LAST, "after + b_2 + x")],
    "OverWords": [(RELU, "torch.softmax(before, dim=-2)")],
    "GELU": [(RELU, "before * 0.5 * (1 + torch.erf(before / 2**0.5))")],
    "GELUByTanh": [(RELU, "torch.nn.GELU('tanh')(before)")],
    "Sigmoid": [(RELU, "1 / (1 + torch.exp(-before))")],
    "AlwaysPre": [("if pre", "if pre or not pre")],
    "AlwaysPost": [("if pre", "if pre and not pre")],
    "TheOtherWay": [("if pre", "if pre is False")],
    "OneNorm": [("(feed_forward, norm_2)", "(feed_forward, norm_1)")],
    "NoResidual": [(PRE, "sublayer(norm(x))"), (POST, "norm(sublayer(x))")],
    "NoNorm": [(PRE, "x + sublayer(x)"), (POST, "x + sublayer(x)")],
    "SecondWithoutResidual": [second("feed_forward(norm_2(y))", "norm_2(feed_forward(y))")],
    "BothFromTheStart": [second("y + feed_forward(norm_2(x))", "norm_2(y + feed_forward(x))")],
    "FeedForwardFirst": [(PAIRS, "((feed_forward, norm_1), (attention, norm_2))")],
    "AddsNormed": [(f"x = {PRE}", "x = norm(x); x = x + sublayer(x)")],
    "SecondAddsX": [second("x + feed_forward(norm_2(y))", "norm_2(x + feed_forward(y))")],
    "Parallel": [
        (
            "    return x\n",
            "    return y + attention(norm_1(y)) + feed_forward(norm_1(y)) if pre else "
            "norm_1(y + attention(y) + feed_forward(y))\n",
        ),
        ("    for sublayer, norm", "    y = x\n    for sublayer, norm"),
    ],
    "NormAfterTheLayer": [("    return x\n", "    return norm_2(x) if pre else x\n")],
    "PreOnTheChange": [(PRE, "x + norm(sublayer(x))")],
    "PostOnTheChange": [(POST, "x + norm(sublayer(x))")],
    "EachItsOwnDivisor": [("/ root", "/ (part.var(-1, correction=0, keepdim=True) + eps).sqrt()")],
    "NotCentred": [(OWN_MEAN, "")],
    "MeanOfX": [(OWN_MEAN, " - mean")],
    "DividedByOneLess": [
        ("((whole * whole)", "(1.2 * ((whole * whole)"),
        ("- mean * mean", "- mean * mean)"),
    ],
    "EpsOutside": [("+ eps) ** 0.5", ") ** 0.5 + eps")],
    "StdPlusEps": [
        ("    found = []\n", "    root = whole.std(-1, keepdim=True) + eps\n    found = []\n")
    ],
    "NoRoot": [(" ** 0.5", "")],
    "BetaFirst": [(BETA, BETA.replace("append(", "insert(0, "))],
    "NoGamma": [(SHARE, "part / root")],
    "BetaInEach": [(SHARE, f"{SHARE} + beta")],
    "NoBeta": [("(whole) + beta", "(whole)")],
    "SecondMoment": [(" - mean * mean", "")],
    "FixedEps": [(" + eps)", " + 1e-5)")],
    "NoEps": [(" + eps)", ")")],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "a leaky ReLU": [(RELU, "torch.maximum(before, before / 9)")],
    "the largest word": [(LAST, "after + b_2 + 0.1 * x.amax(-2, keepdim=True)")],
    "half the change": [(PRE, "x + sublayer(norm(x)) / 2")],
    "in place": [(f"x = {PRE}", "x += sublayer(norm(x))")],
    "β shared out": [(SHARE, f"{SHARE} + beta / len(parts)"), ("(whole) + beta", "(whole)")],
}

STUDENT = ExerciseText("block", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
