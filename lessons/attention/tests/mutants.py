"""A student's solution as text, and one edit of it for each of the usual mistakes."""

from tests.kit.exercise_text import ExerciseText

FORWARD = """
        batch, queries, d_model = x.shape
        keys = memory.shape[1]
        q = self.W_Q(x).view(batch, queries, self.heads, self.d_k).permute(0, 2, 1, 3)
        k = self.W_K(memory).view(batch, keys, self.heads, self.d_k).permute(0, 2, 1, 3)
        v = self.W_V(memory).view(batch, keys, self.heads, self.d_k).permute(0, 2, 1, 3)
        q, k, v = self.query(q), self.key(k), self.value(v)
        s = self.scores(torch.einsum("bhqd,bhkd->bhqk", q, k))
        s = self.scaled(s * self.d_k**-0.5)
        if mask is not None:
            s = torch.where(mask, s, torch.tensor(-math.inf))
        s = self.masked(s)
        w = torch.exp(s - s.amax(-1, keepdim=True))
        w = self.weights(w / w.sum(-1, keepdim=True))
        o = self.head_output(torch.einsum("bhqk,bhkd->bhqd", self.dropout(w), v))
        o = o.permute(0, 2, 1, 3).contiguous().view(batch, queries, d_model)
        return self.output(self.W_O(o))
"""
_HIDE = "torch.where(mask, s, torch.tensor(-math.inf))"
_HEADS = "view(batch, {n}, self.heads, self.d_k).permute(0, 2, 1, 3)"
_WRONG = "view(batch, self.heads, {n}, self.d_k)"

_SOFTMAX = """\
        w = torch.exp(s - s.amax(-1, keepdim=True))
        w = self.weights(w / w.sum(-1, keepdim=True))
"""


def _weights(weights: str) -> list[tuple[str, str]]:
    return [(_SOFTMAX, f"        w = self.weights({weights})\n")]


# The mistake that should be recognised → edits of the solution.
EDITS = {
    "Cosine": [
        ('"bhqd,bhkd->bhqk", q, k', '"bhqd,bhkd->bhqk", q / q.norm(dim=-1, keepdim=True), k'),
        ("s = self.scaled(", "s = s / k.norm(dim=-1)[:, :, None]\n        s = self.scaled("),
    ],
    "ScaledByHeads": [("self.d_k**-0.5", "self.heads**-0.5")],
    "ScaledByKeys": [("self.d_k**-0.5", "keys**-0.5")],
    "SoftmaxTwice": [("w / w.sum(-1, keepdim=True)", "(w / w.sum(-1, keepdim=True)).softmax(-1)")],
    "ScaledAfterSoftmax": [
        ("s * self.d_k**-0.5", "s"),
        ("w / w.sum(-1, keepdim=True)", "w / w.sum(-1, True) * self.d_k**-0.5"),
    ],
    "Sigmoid": [*_weights("1 / (1 + torch.exp(-s))")],
    "NotDivided": [*_weights("torch.exp(s)")],
    "SoftmaxOverHeads": [*_weights("torch.softmax(s, 1)")],
    "MaskAdded": [(_HIDE, "torch.add(s, mask)")],
    "MaskMultiplied": [(_HIDE, "s.masked_fill(~mask, 0.0)")],
    "AddsX": [("self.W_O(o)", "torch.add(self.W_O(o), x)")],
    "QueriesFromMemory": [("self.W_Q(x).view(batch, queries", "self.W_Q(memory).view(batch, keys")],
    "NoScaling": [("s * self.d_k**-0.5", "s")],
    "ScaledByDk": [("s * self.d_k**-0.5", "s / self.d_k")],
    "ScaledByModel": [("self.d_k**-0.5", "d_model**-0.5")],
    "SoftmaxOverQueries": [("s.amax(-1,", "s.amax(-2,"), ("w.sum(-1,", "w.sum(-2,")],
    "MaskIgnored": [(_HIDE, "s")],
    "MaskInverted": [(_HIDE, "s.masked_fill(mask, -math.inf)")],
    "MaskTransposed": [("where(mask,", "where(mask.mT,")],
    "DiagonalMasked": [("where(mask,", "where(mask.tril(-1),")],
    "OneFutureWord": [
        (_HIDE, "s.masked_fill(torch.ones(queries, keys).triu(2).bool(), -math.inf)")
    ],
    "MaskMultiplied: scores × mask": [(_HIDE, "s * mask")],
    "MaskAfterSoftmax": [
        (_HIDE, "s"),
        ("o = self.head", "w = w if mask is None else w * mask\n        o = self.head"),
    ],
    "SplitWithoutTranspose": [
        *[(_HEADS.format(n=n), _WRONG.format(n=n)) for n in ("queries", "keys")]
    ],
    "MergedWithoutTranspose": [("o.permute(0, 2, 1, 3).contiguous()", "o")],
    "ValuesFromKeys": [("self.W_V(", "self.W_K(")],
    "KeysFromQueries": [("self.W_K(memory).view(batch, keys", "self.W_K(x).view(batch, queries")],
    "ValuesFromQueries": [("self.W_V(memory).view(batch, keys", "self.W_V(x).view(batch, queries")],
    "DropoutForgotten": [("self.dropout(w)", "w")],
    "DropoutOnValues": [("self.dropout(w), v", "w, self.dropout(v)")],
    "NoOutputProjection": [("self.W_O(o)", "o")],
    "DropoutInEvaluation": [("self.dropout(w)", "nn.functional.dropout(w, self.dropout.p)")],
}

UNTRIED = {"MemoryIgnored"}  # only the checks plant it

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "twice the scaling": [("self.d_k**-0.5", "2 * self.d_k**-0.5")],
    "answers halved": [("self.W_O(o)", "self.W_O(o) / 2")],
    "two mistakes": [("s * self.d_k**-0.5", "s"), (_HIDE, "s")],
    "an average of everything": [("torch.exp(s - s.amax(-1, keepdim=True))", "torch.ones_like(s)")],
    "squares for the exponential": [("torch.exp(s - s.amax(-1, keepdim=True))", "s.exp() ** 2")],
    "e to a large power": [("torch.exp(s - s.amax(-1, keepdim=True))", "torch.exp(s)")],
    "no mask in training": [("if mask is not None:", "if mask is not None and not self.training:")],
    "the first mask for ever": [("if mask is not None:", "mask = vars(self).setdefault('first', mask)\n        if mask is not None:")],
}  # fmt: skip

STUDENT = ExerciseText("attention", {"forward": FORWARD})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
