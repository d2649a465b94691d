"""A student's solution of the exercise on sequences as text, and an edit for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "rnn_step": """\
    word = torch.einsum("...i,hi->...h", x, W_ih)
    kept = torch.einsum("...k,hk->...h", h, W_hh)
    total = word + kept + (b_ih + b_hh)
    return torch.tanh(total)
""",
    "gru_step": """\
    size = h.shape[-1]
    word = torch.einsum("...i,gi->...g", x, W_ih) + b_ih
    kept = torch.einsum("...k,gk->...g", h, W_hh) + b_hh
    first, second, third = (slice(k * size, (k + 1) * size) for k in range(3))
    r = 1 / (1 + torch.exp(-(word + kept)[..., first]))
    z = 1 / (1 + torch.exp(-(word + kept)[..., second]))
    n = torch.tanh(word[..., third] + r * kept[..., third])
    return n + z * (h - n)
""",
    "log_probability": """\
    powers = logits - logits.logsumexp(-1, keepdim=True)
    total = torch.zeros(target.shape[:-1], dtype=logits.dtype)
    for t in range(target.shape[-1]):
        word = target[..., t]
        at = torch.nn.functional.one_hot(word, logits.shape[-1])
        total = total + (powers[..., t, :] * at).sum(-1)
    return total
""",
}
# What the edits meet.
TANH, NEW, LAST = "return torch.tanh(total)", "return n + z * (h - n)", "return total\n"
R, Z = "torch.exp(-(word + kept)[..., first])", "torch.exp(-(word + kept)[..., second])"
N, POWERS = (
    "torch.tanh(word[..., third] + r * kept[..., third])",
    "logits - logits.logsumexp(-1, keepdim=True)",
)
SIZES = "(slice(k * size, (k + 1) * size) for k in range(3))"


def by(old: str, new: str) -> list:
    return [(old, new)]


# The mistake that should be recognised → edits of the solution.
EDITS = {
    "NoTanh": by(TANH, "return total"),
    "SigmoidState": by(TANH, "return 1 / (1 + torch.exp(-total))"),
    "ReLUState": by(TANH, "return total.clamp(min=0)"),
    "WordAlone": by(TANH, "return torch.tanh(word + b_ih)"),
    "OneBias": by("(b_ih + b_hh)", "b_ih"),
    "StateTurned": by('"...k,hk->...h"', '"...k,kh->...h"'),
    "TwoTanhs": by(TANH, "return torch.tanh(word + b_ih) + torch.tanh(kept + b_hh)"),
    "NoBias": by(" + (b_ih + b_hh)", ""),
    "AddsTheState": by(TANH, "return torch.tanh(total) + h"),
    "Swapped": by(NEW, "return h + z * (n - h)"),
    "ForgetsAll": by(NEW, "return n - z * n"),
    "ResetOnWord": by(N, "torch.tanh(r * word[..., third] + kept[..., third])"),
    "ResetOnBoth": by(N, "torch.tanh(r * (word + kept)[..., third])"),
    "ResetBeforeMatrix": by(
        N, 'torch.tanh(word[..., third] + torch.einsum("...k,gk->...g", r * h, W_hh[third]) + b_hh[third])'
    ),
    "NoReset": by(N, "torch.tanh((word + kept)[..., third])"),
    "NoCandidateTanh": by(N, "word[..., third] + r * kept[..., third]"),
    "SigmoidCandidate": by(N, "torch.sigmoid(word[..., third] + r * kept[..., third])"),
    "TanhGates": [("r = 1 /", "r = torch.tanh((word + kept)[..., first])  #"), ("z = 1 /", "z = torch.tanh((word + kept)[..., second])  #")],
    "GateOrder": by("first, second, third", "second, first, third"),
    "CandidateFirst": by("first, second, third", "third, first, second"),
    "NoWordBias": [("gru_step", " + b_ih", "")],
    "NoStateBias": [("gru_step", " + b_hh\n", "\n")],
    "NotNormalised": by(POWERS, "logits"),
    "NoLog": by(POWERS, "logits.softmax(-1)"),
    "LogOfSum": [*by(POWERS, "logits.softmax(-1)"), (LAST, "return total.log()\n")],
    "OverTime": by(POWERS, "logits - logits.logsumexp(-2, keepdim=True)"),
    "Product": by(LAST, "return torch.exp(total)\n"),
    "MeanOverWords": by(LAST, "return total / target.shape[-1]\n"),
    "IsLoss": by(LAST, "return -total\n"),
    "WithoutEnd": by("range(target.shape[-1])", "range(target.shape[-1] - 1)"),
}  # fmt: skip

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "half the state": by(TANH, "return torch.tanh(total) / 2"),
    "a hard tanh": by(TANH, "return total.clamp(-1, 1)"),
    "one gate for all": by(NEW, "return n + z.mean(-1, keepdim=True) * (h - n)"),
    "the next word": by("word = target[..., t]", "word = target.roll(-1, -1)[..., t]"),
    "in bits": by(LAST, "return total / 0.6931\n"),
}

STUDENT = ExerciseText("sequences", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
