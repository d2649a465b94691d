"""A student's solution of the exercise on scores as text, and one edit of it for each usual mistake.

Written apart from `lessons/scores/mistakes.py`, in another style (einsum and loops), so that recognition
is shown not to depend on the same code.
"""

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

# name → ((the function, edits of its body), the mistake that should be recognised)
CHOSEN = {
    "W turned": (("general", [('"ia,ab->ib", query, W', '"ia,ba->ib", query, W')]), "GeneralTransposed"),
    "general divided": (("general", [("asked, key)", "asked, key) * key.shape[1] ** -0.5")]), "GeneralScaled"),
    "no W": (("general", [('torch.einsum("ia,ab->ib", query, W)', "query")]), "GeneralWithoutW"),
    "general softmaxed": (("general", [("asked, key)", "asked, key).softmax(1)")]), "GeneralShares"),
    "tanh of each": (("additive", [("torch.tanh(W_1 @ one + key @ W_2.T)", "torch.tanh(W_1 @ one) + torch.tanh(key @ W_2.T)")]), "TanhOfEach"),
    "mean": (("additive", [("(hidden * v).sum(1)", "(hidden * v).mean(1)")]), "MeanOfHidden"),
    "÷ √d too": (("soft_lookup", [(".div(temperature)", ".div(temperature * len(key.T) ** 0.5)")]), "RootToo"),
    "÷ √d only": (("soft_lookup", [(".div(temperature)", ".div(len(key.T) ** 0.5)")]), "RootInstead"),
    "too large": (("soft_lookup", [("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)")]), "Overflow"),
    "no sum": (("soft_lookup", [("(scores - scores.max(1, keepdim=True).values).exp()", "torch.exp(scores)"), (_SHARES, "shares = powers")]), "NotNormalised"),
    "no power": (("soft_lookup", [(_SHARES, "shares = scores / scores.sum(1, keepdim=True)")]), "NoPower"),
    "general turned": (("general", [('"ib,jb->ij"', '"ib,jb->ji"')]), "GeneralTurned"),
    "no tanh": (("additive", [("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T")]), "TanhForgotten"),
    "tanh last": (("additive", [("torch.tanh(W_1 @ one + key @ W_2.T)", "W_1 @ one + key @ W_2.T"), ("(hidden * v).sum(1)", "(hidden @ v).tanh()")]), "TanhAfterV"),
    "multiplied": (("additive", [("one + key", "one * (key"), ("W_2.T)", "W_2.T))")]), "Multiplied"),
    "no v": (("additive", [("(hidden * v)", "hidden")]), "VForgotten"),
    "equal places": (("additive", [("for one in query:", "for one, k in zip(query, key, strict=True):"), ("key @ W_2.T", "W_2 @ k"), (".sum(1)", ".sum()")]), "OnlyEqualPlaces"),
    "additive turned": (("additive", [("torch.stack(rows)", "torch.stack(rows, 1)")]), "AdditiveTurned"),
    "additive by sigmoid": (("additive", [("torch.tanh(", "torch.sigmoid(")]), "AdditiveSigmoid"),
    "additive by ReLU": (("additive", [("torch.tanh(", "torch.nn.ReLU()(")]), "AdditiveReLU"),
    "additive softmaxed": (("additive", [("torch.stack(rows)", "torch.stack(rows).softmax(1)")]), "AdditiveShares"),
    "cosine": (("soft_lookup", [('torch.einsum("id,jd->ij", query, key)', "torch.cosine_similarity(query[:, None], key, dim=2)")]), "Cosine"),
    "÷ temperature²": (("soft_lookup", [("shares = powers / powers.sum(1, keepdim=True)", "shares = (scores / temperature).softmax(1)")]), "TemperatureSquared"),
    "sigmoid": (("soft_lookup", [(_SHARES, "shares = 1 / (1 + torch.exp(-scores))")]), "Sigmoid"),
    "× temperature": (("soft_lookup", [(".div(temperature)", ".mul(temperature)")]), "TemperatureTimes"),
    "no temperature": (("soft_lookup", [(".div(temperature)", "")]), "TemperatureForgotten"),
    "temperature after": (("soft_lookup", [(".div(temperature)", ""), (_SHARES, f"{_SHARES} / temperature")]), "TemperatureAfter"),
    "softmax over queries": (("soft_lookup", [("scores.max(1, keepdim=True)", "scores.max(0, keepdim=True)"), ("powers.sum(1, keepdim=True)", "powers.sum(0)")]), "SoftmaxOverQueries"),
    "no softmax": (("soft_lookup", [(_SHARES, "shares = scores")]), "NoSoftmax"),
    "the best alone": (("soft_lookup", [(_SHARES, "shares = (powers == 1).float()")]), "OnlyTheBest"),
    "keys": (("soft_lookup", [("shares, value)", "shares, key)")]), "KeysMixed"),
}  # fmt: skip

# Wrong in ways that are on no list.
UNLISTED = {
    "half": ("general", [("asked, key)", "asked, key) / 2")]),
    "symmetric": ("general", [('"ia,ab->ib", query, W)', '"ia,ab->ib", query, W if len(W) != len(W.mT) else (W + W.mT) / 2)')]),
    "arctan": ("additive", [("torch.tanh(", "torch.atan(")]),
    "sigmoids divided": ("soft_lookup", [(_SHARES, "shares = scores.sigmoid() / scores.sigmoid().sum(1, keepdim=True)")]),
    "minus": ("additive", [("one + key", "one - key")]),
    "squared shares": ("soft_lookup", [(_SHARES, "shares = powers**2 / powers.sum(1, keepdim=True)")]),
    "a number": ("soft_lookup", [('return torch.einsum("ij,jv->iv", shares, value)', "return 3")]),
}  # fmt: skip

EDITS = {name: (edits, mistake) for name, ((_, edits), mistake) in CHOSEN.items()}
UNKNOWN = {name: edits for name, (_, edits) in UNLISTED.items()}

STUDENT = Written("scores", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
