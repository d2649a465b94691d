"""A student's three functions as text, and one edit of them for each of the usual mistakes."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "contributions": """
    batch, heads, words, size = head_output.shape
    parts = []
    for h in range(heads):
        block = W_O[:, h * size : (h + 1) * size]
        parts.append(torch.matmul(head_output[:, h], block.T))
    return torch.stack(parts, dim=1)
""",
    "score": """
    totals, count = torch.zeros(weights.shape[1]), 0
    for b in range(len(right)):
        for i in range(right.shape[1]):
            places = right[b, i].nonzero().flatten()
            if len(places) == 0:
                continue
            totals += weights[b, :, i, places].sum(-1)
            count += 1
    return totals / count
""",
    "after_copies": """
    found = torch.zeros(*tokens.shape, tokens.shape[1], dtype=torch.bool)
    for b, row in enumerate(tokens.tolist()):
        for i, token in enumerate(row):
            for k in range(i):
                if row[k] == token:
                    found[b, i, k + 1] = True
    return found
""",
}


_BLOCK = "W_O[:, h * size : (h + 1) * size]"
_STACK = "torch.stack(parts, dim=1)"
_ADD = "totals += weights[b, :, i, places].sum(-1)"
# The mistake that should be recognised → edits of the solution.
EDITS = {
    "Interleaved": [(_BLOCK, "W_O[:, h::heads]")],
    "Transposed": [(_BLOCK, "W_O[h * size : (h + 1) * size].T")],
    "Reshaped": [(_BLOCK, "W_O.view(heads, heads * size, size)[h]")],
    "NoOutputMatrix": [(_BLOCK, "torch.eye(heads * size)[:, h * size : (h + 1) * size]")],
    "ViewWithoutTranspose": [
        (
            "head_output[:, h], block",
            "head_output.reshape(batch, words, heads, size)[:, :, h], block",
        )
    ],
    "SummedAlready": [(_STACK, "sum(parts)")],
    "Averaged": [(_STACK, f"{_STACK} / heads")],
    "DownTheColumns": [(_ADD, "totals += (weights[b] * right[b]).sum(1)[:, i]")],
    "EveryRowCounts": [("continue", "pass")],
    "NotDivided": [("totals / count", "totals")],
    "ByColumns": [("count += 1", "count += len(places)")],
    "PerColumn": [(".sum(-1)", ".mean(-1)")],
    "LargestOfThem": [(".sum(-1)", ".amax(-1)")],
    "RightTurned": [("    totals, count", "    right = right.transpose(1, 2)\n    totals, count")],
    "StrongestOnly": [(_ADD, "totals += torch.isin(weights[b, :, i].argmax(-1), places).float()")],
    "SentenceMeans": [
        (_ADD, "totals += weights[b, :, i, places].sum(-1) / right[b].any(-1).sum()"),
        ("totals / count", "totals / len(right)"),
    ],
    "TheCopyItself": [("k + 1]", "k]")],
    "BeforeTheCopy": [("k + 1]", "k - 1]")],
    "RowsMoved": [("found[b, i, k + 1]", "found[b, (i + 1) % len(row), k]")],
    "LaterCopiesToo": [
        ("range(i)", "range(len(row))"),
        ("row[k] == token:", "row[k] == token and k != i:"),
        ("k + 1]", "(k + 1) % len(row)]"),
    ],
    "ItsOwnCopy": [("range(i)", "range(i + 1)"), ("k + 1]", "(k + 1) % len(row)]")],
    "NothingHidden": [("range(i)", "range(len(row) - 1)")],
    "ItselfLeftOut": [("row[k] == token", "row[k] == token and k + 1 < i")],
    "LatestOnly": [
        ("range(i)", "reversed(range(i))"),
        ("= True", "= True\n                    break"),
    ],
    "RowsForColumns": [("found[b, i, k + 1]", "found[b, k + 1, i]")],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "twice": [(_STACK, f"2 * {_STACK}")],
    "the blocks backwards": [("W_O[:, h * size", "W_O.flip(1)[:, h * size")],
    "heads backwards": [(_STACK, "torch.stack(parts[::-1], dim=1)")],
    "half a score": [("totals / count", "totals / count / 2")],
    "the first head for all": [("weights[b, :, i", "weights[b, :1, i")],
    "two further on": [("k + 1]", "min(k + 2, i)]")],
    "as numbers": [("return found", "return found.float()")],
    "only the first copy": [("= True", "= True\n                    break")],
}

STUDENT = ExerciseText("heads", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
