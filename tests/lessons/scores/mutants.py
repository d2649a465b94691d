"""A student's solution of the exercise on scores as text, and one edit of it for each usual mistake."""

from tests.kit.written import Written

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

# name → (the mistake that should be recognised, edits of the solution)
EDITS = {
    "W turned": ("GeneralTransposed", ('"ia,ab->ib", query, W', '"ia,ba->ib", query, W')),
    "general divided": ("GeneralScaled", ("asked, key)", "asked, key) * key.shape[1] ** -0.5")),
    "no W": ("GeneralWithoutW", ('torch.einsum("ia,ab->ib", query, W)', "query")),
    "general softmaxed": ("GeneralShares", ("asked, key)", "asked, key).softmax(1)")),
    "tanh of each": ("TanhOfEach", ("torch.tanh(W_1 @ one + key @ W_2.T)", "torch.tanh(W_1 @ one) + torch.tanh(key @ W_2.T)")),
    "mean": ("MeanOfHidden", ("(hidden * v).sum(1)", "(hidden * v).mean(1)")),
    "÷ √d too": ("RootToo", (".div(temperature)", ".div(temperature * len(key.T) ** 0.5)")),
    "÷ √d only": ("RootInstead", (".div(temperature)", ".div(len(key.T) ** 0.5)")),
    "too large": ("Overflow", ("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)")),
    "no sum": ("NotNormalised", ("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)"), (_SHARES, "shares = powers")),
    "no power": ("NoPower", (_SHARES, "shares = scores / scores.sum(1, keepdim=True)")),
    "general turned": ("GeneralTurned", ('"ib,jb->ij"', '"ib,jb->ji"')),
    "no tanh": ("TanhForgotten", ("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T")),
    "tanh last": ("TanhAfterV", ("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T"), ("(hidden * v).sum(1)", "(hidden @ v).tanh()")),
    "multiplied": ("Multiplied", ("one + key", "one * (key"), ("W_2.T)", "W_2.T))")),
    "no v": ("VForgotten", ("(hidden * v)", "hidden")),
    "equal places": ("OnlyEqualPlaces", ("for one in query:", "for one, k in zip(query, key, strict=True):"), ("key @ W_2.T", "W_2 @ k"), (".sum(1)", ".sum()")),
    "additive turned": ("AdditiveTurned", ("torch.stack(rows)", "torch.stack(rows, 1)")),
    "additive by sigmoid": ("AdditiveSigmoid", ("torch.tanh(", "torch.sigmoid(")),
    "additive by ReLU": ("AdditiveReLU", ("torch.tanh(", "torch.nn.ReLU()(")),
    "additive softmaxed": ("AdditiveShares", ("torch.stack(rows)", "torch.stack(rows).softmax(1)")),
    "cosine": ("Cosine", ('torch.einsum("id,jd->ij", query, key)', "torch.cosine_similarity(query[:, None], key, dim=2)")),
    "÷ temperature²": ("TemperatureSquared", ("shares = powers / powers.sum(1, keepdim=True)", "shares = (scores / temperature).softmax(1)")),
    "sigmoid": ("Sigmoid", (_SHARES, "shares = 1 / (1 + torch.exp(-scores))")),
    "× temperature": ("TemperatureTimes", (".div(temperature)", ".mul(temperature)")),
    "no temperature": ("TemperatureForgotten", (".div(temperature)", "")),
    "temperature after": ("TemperatureAfter", (".div(temperature)", ""), (_SHARES, f"{_SHARES} / temperature")),
    "softmax over queries": ("SoftmaxOverQueries", ("scores.max(1, keepdim=True)", "scores.max(0, keepdim=True)"), ("powers.sum(1, keepdim=True)", "powers.sum(0)")),
    "no softmax": ("NoSoftmax", (_SHARES, "shares = scores")),
    "the best alone": ("OnlyTheBest", (_SHARES, "shares = (powers == 1).float()")),
    "keys": ("KeysMixed", ("shares, value)", "shares, key)")),
}  # fmt: skip

# Wrong in ways that are on no list.
UNKNOWN = {
    "half": [("asked, key)", "asked, key) / 2")],
    "symmetric": [('"ia,ab->ib", query, W)', '"ia,ab->ib", query, W if len(W) != len(W.mT) else (W + W.mT) / 2)')],
    "arctan": [("torch.tanh(", "torch.atan(")],
    "sigmoids divided": [(_SHARES, "shares = scores.sigmoid() / scores.sigmoid().sum(1, keepdim=True)")],
    "minus": [("one + key", "one - key")],
    "squared shares": [(_SHARES, "shares = powers**2 / powers.sum(1, keepdim=True)")],
    "a number": [('return torch.einsum("ij,jv->iv", shares, value)', "return 3")],
}  # fmt: skip

STUDENT = Written("scores", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
