"""A student's solution of the memory exercise as text, and one edit of it for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "look": """\
    match = torch.einsum("bd,bfd->bf", u, m)
    high = match.exp()
    return high / high.sum(1, keepdim=True)
""",
    "hop": """\
    p = look(u, m)
    o = torch.einsum("bf,bfd->bd", p, c)
    return torch.add(o, u)
""",
    "answer": """\
    for k in range(len(memory) - 1):
        u = hop(u, memory[k], memory[k + 1])
    scores = torch.einsum("bd,ad->ba", u, W)
    return torch.softmax(scores, dim=1)
""",
}
# The code that the edits replace.
SHARED, FOUND, SUM = (
    "high / high.sum(1, keepdim=True)",
    'torch.einsum("bf,bfd->bd", p, c)',
    "torch.add(o, u)",
)
AGAIN = "hop(u, memory[k], memory[k + 1])"

# Mistake that should be recognised → edits of the solution.
EDITS = {
    "OverTheBatch": [("high.sum(1, ", "high.sum(0, ")],
    "NoSoftmax": [(SHARED, "match")],
    "Scaled": [("    high = match", "    high = (match / u.shape[1] ** 0.5)")],
    "Cosine": [
        ("    high", '    match = match / u.norm(dim=1)[:, None] / m.norm(dim=2)\n    high', )
    ],
    "Sigmoid": [(SHARED, "high / (1 + high)")],
    "Hard": [(SHARED, "(match == match.amax(1, keepdim=True)).float()")],
    "Swapped": [("look(u, m)", "look(u, c)"), (FOUND, FOUND.replace("p, c", "p, m"))],
    "ReadsM": [(FOUND, FOUND.replace("p, c", "p, m"))],
    "FindsWithC": [("look(u, m)", "look(u, c)")],
    "NoQuestion": [(SUM, "o")],
    "NothingFound": [(SUM, "0 * o + u")],
    "Plain": [(FOUND, "c.sum(1) / c.shape[1]")],
    "TimesU": [(SUM, "torch.mul(o, u)")],
    "AlwaysTheFirst": [(AGAIN, "hop(u, memory[0], memory[1])")],
    "OneHop": [("range(len(memory) - 1)", "range(1)")],
    "NoNeighbours": [
        ("range(len(memory) - 1)", "range(len(memory) // 2)"),
        (AGAIN, "hop(u, memory[2 * k], memory[2 * k + 1])"),
    ],
    "WrongOrder": [(AGAIN, "hop(u, memory[k + 1], memory[k])")],
    "AlwaysTheQuestion": [
        ("    for k", "    first = u\n    for k"),
        (AGAIN, "hop(first, memory[k], memory[k + 1])"),
    ],
    "Scores": [("torch.softmax(scores, dim=1)", "scores")],
    "AnswersOverTheBatch": [("dim=1", "dim=0")],
}  # fmt: skip

# Mistakes that are not on the list: the checks must catch them, and must not name them.
UNKNOWN = {
    "a power of two": [("match.exp()", "2**match")],
    "u twice": [(SUM, "torch.add(o, 2 * u)")],
    "half of it": [(SUM, "torch.add(o / 2, u)")],
    "the largest of each number": [(FOUND, "(p[..., None] * c).amax(1)")],
    "one hop too few": [("range(len(memory) - 1)", "range(len(memory) - 2)")],
    "in place": [(SUM, "u.add_(o)")],
}

STUDENT = ExerciseText("memory", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
