"""A student's solution of the exercise on scores as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "general": """\
    asked = torch.einsum("ia,ab->ib", query, W)
    return torch.einsum("ib,jb->ij", asked, key)
""",
    "additive": """\
    rows = []
    for one in query:
        hidden = torch.tanh(W_1 @ one + key @ W_2.T)
        rows.append((hidden * v).sum(1))
    return torch.stack(rows)
""",
    "soft_lookup": """\
    scores = torch.einsum("id,jd->ij", query, key).div(temperature)
    powers = (scores - scores.max(1, keepdim=True).values).exp()
    shares = powers / powers.sum(1, keepdim=True)
    return torch.einsum("ij,jv->iv", shares, value)
""",
}
_SHARES = "shares = powers / powers.sum(1, keepdim=True)"

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "GeneralTransposed": [('"ia,ab->ib", query, W', '"ia,ba->ib", query, W')],
    "GeneralScaled": [("asked, key)", "asked, key) * key.shape[1] ** -0.5")],
    "GeneralWithoutW": [('torch.einsum("ia,ab->ib", query, W)', "query")],
    "GeneralShares": [("asked, key)", "asked, key).softmax(1)")],
    "Subtracted": [("torch.tanh(W_1 @ one + key @ W_2.T)", "torch.tanh(W_1 @ one - key @ W_2.T)")],
    "TanhOfEach": [("torch.tanh(W_1 @ one + key @ W_2.T)", "torch.tanh(W_1 @ one) + torch.tanh(key @ W_2.T)")],
    "MeanOfHidden": [("(hidden * v).sum(1)", "(hidden * v).mean(1)")],
    "RootToo": [(".div(temperature)", ".div(temperature * len(key.T) ** 0.5)")],
    "RootInstead": [(".div(temperature)", ".div(len(key.T) ** 0.5)")],
    "Overflow": [("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)")],
    "NotNormalised": [("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)"), (_SHARES, "shares = powers")],
    "NoPower": [(_SHARES, "shares = scores / scores.sum(1, keepdim=True)")],
    "GeneralTurned": [('"ib,jb->ij"', '"ib,jb->ji"')],
    "TanhForgotten": [("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T")],
    "TanhAfterV": [("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T"), ("(hidden * v).sum(1)", "(hidden @ v).tanh()")],
    "Multiplied": [("one + key", "one * (key"), ("W_2.T)", "W_2.T))")],
    "VForgotten": [("(hidden * v)", "hidden")],
    "VTwice": [("(hidden * v)", "(hidden * v * v)")],
    "OnlyEqualPlaces": [("for one in query:", "for one, k in zip(query, key, strict=True):"), ("key @ W_2.T", "W_2 @ k"), (".sum(1)", ".sum()")],
    "AdditiveTurned": [("torch.stack(rows)", "torch.stack(rows, 1)")],
    "AdditiveSigmoid": [("torch.tanh(", "torch.sigmoid(")],
    "AdditiveReLU": [("torch.tanh(", "torch.nn.ReLU()(")],
    "AdditiveShares": [("torch.stack(rows)", "torch.stack(rows).softmax(1)")],
    "Cosine": [('torch.einsum("id,jd->ij", query, key)', "torch.cosine_similarity(query[:, None], key, dim=2)")],
    "TemperatureSquared": [("shares = powers / powers.sum(1, keepdim=True)", "shares = (scores / temperature).softmax(1)")],
    "Sigmoid": [(_SHARES, "shares = 1 / (1 + torch.exp(-scores))")],
    "TemperatureTimes": [(".div(temperature)", ".mul(temperature)")],
    "TemperatureForgotten": [(".div(temperature)", "")],
    "TemperatureAfter": [(".div(temperature)", ""), (_SHARES, f"{_SHARES} / temperature")],
    "SoftmaxOverQueries": [("scores.max(1, keepdim=True)", "scores.max(0, keepdim=True)"), ("powers.sum(1, keepdim=True)", "powers.sum(0)")],
    "NoSoftmax": [(_SHARES, "shares = scores")],
    "OnlyTheBest": [(_SHARES, "shares = (powers == 1).float()")],
    "KeysMixed": [("shares, value)", "shares, key)")],
}  # fmt: skip

# Wrong in ways that are on no list.
UNKNOWN = {
    "half": [("asked, key)", "asked, key) / 2")],
    "symmetric": [('"ia,ab->ib", query, W)', '"ia,ab->ib", query, W if len(W) != len(W.mT) else (W + W.mT) / 2)')],
    "arctan": [("torch.tanh(", "torch.atan(")],
    "sigmoids divided": [(_SHARES, "shares = scores.sigmoid() / scores.sigmoid().sum(1, keepdim=True)")],
    "squared shares": [(_SHARES, "shares = powers**2 / powers.sum(1, keepdim=True)")],
    "a number": [('return torch.einsum("ij,jv->iv", shares, value)', "return 3")],
}  # fmt: skip

STUDENT = ExerciseText("scores", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
