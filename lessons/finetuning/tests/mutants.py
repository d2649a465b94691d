"""A student's solution of the exercise on fine-tuning as text, and one edit of it for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "tag_loss": """\
    logs = scores - scores.logsumexp(-1, keepdim=True)
    asked = right != -100
    each = -logs.gather(-1, right.clamp(min=0)[..., None])[..., 0]
    return (each * asked).sum() / asked.sum()
""",
    "span_loss": """\
    total = 0
    for row in range(scores.shape[0]):
        places = torch.nonzero(inside[row]).flatten()
        for side in (0, 1):
            some = scores[row, places, side]
            total = total + some.logsumexp(0) - scores[row, right[row, side], side]
    return total / (2 * scores.shape[0])
""",
    "best_span": """\
    found = []
    for row in range(scores.shape[0]):
        places = torch.nonzero(inside[row]).flatten().tolist()
        best, at = -float("inf"), (0, 0)
        for i in places:
            for j in places:
                value = (scores[row, i, 0] + scores[row, j, 1]).item()
                if i <= j and value > best:
                    best, at = value, (i, j)
        found.append(at)
    return torch.tensor(found)
""",
}
# The lines that the edits replace.
ASKED, MEAN = "asked = right != -100", "return (each * asked).sum() / asked.sum()"
PLACES = "places = torch.nonzero(inside[row]).flatten()\n        for side"
ZERO, EVERY = "    total = 0\n", "places = torch.arange(inside.shape[1])\n        for side"
SIDES, TOTAL = "for side in (0, 1):", "return total / (2 * scores.shape[0])"
RIGHT = "- scores[row, right[row, side], side]"
IF, FOUND = "if i <= j and value > best:", "found.append(at)"


def by(old: str, new: str) -> list:
    return [(old, new)]


# Mistake to recognise → edits of the solution.
EDITS = {
    "IgnoresFirstLabel": by(ASKED, "asked = right > 0"),
    "CountsAll": by(MEAN, "return (each * asked).mean()"),
    "MeanOfTexts": by(MEAN, "return ((each * asked).sum(1) / asked.sum(1)).mean()"),
    "SumOfTags": by(MEAN, "return (each * asked).sum()"),
    "AllPositions": by(PLACES, EVERY),
    "OutsideAlone": [(ZERO, f"{ZERO}    scores = scores.masked_fill(inside[..., None], -1e4)\n"), (PLACES, EVERY)],
    "ZeroOutside": [(ZERO, f"{ZERO}    scores = scores * inside[..., None]\n"), (PLACES, EVERY)],
    "StartAlone": [(SIDES, "for side in (0,):"), (TOTAL, "return total / scores.shape[0]")],
    "SumOfEnds": by(TOTAL, "return total / scores.shape[0]"),
    "EndsExchanged": by(RIGHT, "- scores[row, right[row, 1 - side], side]"),
    "EachForItself": by(FOUND, "found.append([max(places, key=lambda p: scores[row, p, side].item()) for side in (0, 1)])"),
    "StartFirst": by(FOUND, "i = max(places, key=lambda p: scores[row, p, 0].item())\n        found.append((i, max((p for p in places if p >= i), key=lambda p: scores[row, p, 1].item())))"),
    "Sorted": by(FOUND, "found.append(sorted(max(places, key=lambda p: scores[row, p, side].item()) for side in (0, 1)))"),
    "Clamped": by(FOUND, "i, j = (max(places, key=lambda p: scores[row, p, side].item()) for side in (0, 1))\n        found.append((i, max(i, j)))"),
    "NoOneWord": by(IF, "if i < j and value > best:"),
    "TurnedRound": by(IF, "if i >= j and value > best:"),
    "AnswersInTheQuestion": by("torch.nonzero(inside[row]).flatten().tolist()", "list(range(inside.shape[1]))"),
    "RowForColumn": by(FOUND, "found.append(at[::-1])"),
}  # fmt: skip

# Mistakes that are on no list: the checks must catch them without naming a mistake.
UNKNOWN = {
    "the first text alone": by(MEAN, "return (each * asked)[0].sum() / asked[0].sum()"),
    "a product of scores": by("scores[row, i, 0] +", "scores[row, i, 0] *"),
    "two words at most": by(IF, "if i <= j <= i + 1 and value > best:"),
}

STUDENT = ExerciseText("finetuning", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
