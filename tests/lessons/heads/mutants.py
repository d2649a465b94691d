"""A student's three functions as text, and one edit of them for each of the usual mistakes.

Written apart from `lessons/heads/mistakes.py`, in another style, with loops.
"""

from tests.kit.written import Written

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


def _in(name: str, *edits: tuple[str, str]) -> list:
    return [(name, *edit) for edit in edits]


_BLOCK = "W_O[:, h * size : (h + 1) * size]"
_STACK = "torch.stack(parts, dim=1)"
_ADD = "totals += weights[b, :, i, places].sum(-1)"
# name → (edits of the solution, the mistake that should be recognised)
EDITS = {
    "every third column": (_in("contributions", (_BLOCK, "W_O[:, h::heads]")), "Interleaved"),
    "rows of W_O": (
        _in("contributions", (_BLOCK, "W_O[h * size : (h + 1) * size].T")),
        "Transposed",
    ),
    "reshaped": (
        _in("contributions", (_BLOCK, "W_O.view(heads, heads * size, size)[h]")),
        "Reshaped",
    ),
    "concatenated only": (
        _in("contributions", (_BLOCK, "torch.eye(heads * size)[:, h * size : (h + 1) * size]")),
        "NoOutputMatrix",
    ),
    "a view": (
        _in(
            "contributions",
            (
                "head_output[:, h], block",
                "head_output.reshape(batch, words, heads, size)[:, :, h], block",
            ),
        ),
        "ViewWithoutTranspose",
    ),
    "added up": (_in("contributions", (_STACK, "sum(parts)")), "SummedAlready"),
    "a mean": (_in("contributions", (_STACK, f"{_STACK} / heads")), "Averaged"),
    "down a column": (
        _in("score", (_ADD, "totals += (weights[b] * right[b]).sum(1)[:, i]")),
        "DownTheColumns",
    ),
    "all rows": (_in("score", ("continue", "pass")), "EveryRowCounts"),
    "a sum": (_in("score", ("totals / count", "totals")), "NotDivided"),
    "by columns": (_in("score", ("count += 1", "count += len(places)")), "ByColumns"),
    "a mean of columns": (_in("score", (".sum(-1)", ".mean(-1)")), "PerColumn"),
    "the largest": (_in("score", (".sum(-1)", ".amax(-1)")), "LargestOfThem"),
    "right turned": (
        _in("score", ("    totals, count", "    right = right.transpose(1, 2)\n    totals, count")),
        "RightTurned",
    ),
    "hits": (
        _in("score", (_ADD, "totals += torch.isin(weights[b, :, i].argmax(-1), places).float()")),
        "StrongestOnly",
    ),
    "sentence by sentence": (
        _in(
            "score",
            (_ADD, "totals += weights[b, :, i, places].sum(-1) / right[b].any(-1).sum()"),
            ("totals / count", "totals / len(right)"),
        ),
        "SentenceMeans",
    ),
    "the copy": (_in("after_copies", ("k + 1]", "k]")), "TheCopyItself"),
    "the one before": (_in("after_copies", ("k + 1]", "k - 1]")), "BeforeTheCopy"),
    "rows moved": (
        _in("after_copies", ("found[b, i, k + 1]", "found[b, (i + 1) % len(row), k]")),
        "RowsMoved",
    ),
    "later ones too": (
        _in(
            "after_copies",
            ("range(i)", "range(len(row))"),
            ("row[k] == token:", "row[k] == token and k != i:"),
            ("k + 1]", "(k + 1) % len(row)]"),
        ),
        "LaterCopiesToo",
    ),
    "itself": (
        _in("after_copies", ("range(i)", "range(i + 1)"), ("k + 1]", "(k + 1) % len(row)]")),
        "ItsOwnCopy",
    ),
    "nothing is hidden": (
        _in("after_copies", ("range(i)", "range(len(row) - 1)")),
        "NothingHidden",
    ),
    "not itself": (
        _in("after_copies", ("row[k] == token", "row[k] == token and k + 1 < i")),
        "ItselfLeftOut",
    ),
    "the latest": (
        _in(
            "after_copies",
            ("range(i)", "reversed(range(i))"),
            ("= True", "= True\n                    break"),
        ),
        "LatestOnly",
    ),
    "rows for columns": (
        _in("after_copies", ("found[b, i, k + 1]", "found[b, k + 1, i]")),
        "RowsForColumns",
    ),
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "twice": _in("contributions", (_STACK, f"2 * {_STACK}")),
    "the blocks backwards": _in("contributions", ("W_O[:, h * size", "W_O.flip(1)[:, h * size")),
    "heads backwards": _in("contributions", (_STACK, "torch.stack(parts[::-1], dim=1)")),
    "half a score": _in("score", ("totals / count", "totals / count / 2")),
    "the first head for all": _in("score", ("weights[b, :, i", "weights[b, :1, i")),
    "two further on": _in("after_copies", ("k + 1]", "min(k + 2, i)]")),
    "as numbers": _in("after_copies", ("return found", "return found.float()")),
    "only the first copy": _in("after_copies", ("= True", "= True\n                    break")),
}

STUDENT = Written("heads", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
