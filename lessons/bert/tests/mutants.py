"""A student's solution of the exercise on BERT as text, and one edit of it for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "segments_of": """\
    rows = []
    for row in tokens.tolist():
        now, numbers = 0, []
        for token in row:
            numbers.append(now if token else 0)
            if token == separator:
                now = 1
        rows.append(numbers)
    return torch.tensor(rows)
""",
    "hide": """\
    read, asked = tokens.clone(), torch.zeros_like(tokens)
    for b in range(tokens.shape[0]):
        for t in range(tokens.shape[1]):
            word, drawn = tokens[b, t].item(), lot[b, t].item()
            if word <= mask or drawn >= 0.15:
                continue
            asked[b, t] = word
            if drawn < 0.12:
                read[b, t] = mask
            elif drawn < 0.135:
                read[b, t] = others[b, t]
    return read, asked
""",
    "pretraining_loss": """\
    real = asked != 0
    powers = words - words.logsumexp(-1, keepdim=True)
    each = powers.gather(-1, asked[..., None])[..., 0]
    told = -(each * real).sum() / real.sum()
    sure = pairs - pairs.logsumexp(-1, keepdim=True)
    judged = -sure.gather(-1, label[:, None])[:, 0].mean()
    return told + judged
""",
}
# The lines that the edits replace.
NUMBER, TURN = (
    "numbers.append(now if token else 0)",
    "            if token == separator:\n                now = 1\n",
)
MARKS, CONTINUE = "if word <= mask or drawn >= 0.15:", "                continue\n"
ASKED, OTHER = (
    "            asked[b, t] = word\n",
    "            elif drawn < 0.135:\n                read[b, t] = others[b, t]\n",
)
MASKED, TOLD, BOTH = (
    "if drawn < 0.12:",
    "told = -(each * real).sum() / real.sum()",
    "return told + judged",
)
JUDGED = "judged = -sure.gather(-1, label[:, None])[:, 0].mean()"


def by(old: str, new: str) -> list:
    return [(old, new)]


# Mistake to recognise → edits of the solution.
EDITS = {
    "SeparatorBehind": [(NUMBER, "pass"), (TURN, TURN + "            numbers.append(now if token else 0)\n")],
    "Counted": by("                now = 1\n", "                now += 1\n"),
    "PaddingIsSecond": by("now if token else 0", "now"),
    "TheOtherWayRound": by("now if token else 0", "1 - now if token else 0"),
    "ChoosesMarks": by(MARKS, "if drawn >= 0.15:"),
    "ChoosesTheRest": by(MARKS, "if word <= mask or drawn < 0.15:"),
    "AlwaysTheMask": by(MASKED, "if drawn < 0.15:"),
    "NoOther": by(OTHER, ""),
    "NoneStays": by("elif drawn < 0.135:", "else:"),
    "OthersEverywhere": by(CONTINUE, "                if drawn >= 0.12:\n                    read[b, t] = others[b, t]\n                continue\n"),
    "MasksCountAsWords": by("if word <= mask or", "if word < mask or"),
    "Exchanged": by("    return read, asked\n", "    return asked, read\n"),
    "NotPad": by("torch.zeros_like(tokens)", "torch.full_like(tokens, -100)"),
    "AsksForAll": by("torch.zeros_like(tokens)", "tokens.clone()"),
    "AsksForMasks": [(ASKED, ""), ("                read[b, t] = mask\n", "                read[b, t] = mask\n                asked[b, t] = word\n")],
    "AsksForWhatIsRead": [(ASKED, ""), ("    return read, asked\n", "    return read, read * ((tokens > mask) & (lot < 0.15))\n")],
    "SharedIgnore": by(JUDGED, "judged = -(sure.gather(-1, label[:, None])[:, 0] * label).sum() / label.sum().clamp(1)"),
    "CountsPadding": by(TOLD, "told = -each.mean()"),
    "WordsAlone": by(BOTH, "return told"),
    "MeanOfBoth": by(BOTH, "return (told + judged) / 2"),
    "OverAllPositions": by(TOLD, "told = -(each * real).mean()"),
}  # fmt: skip

# Mistakes that are on no list: the checks must catch them without naming a mistake.
UNKNOWN = {
    "a smaller share": by("if drawn < 0.12:", "if drawn < 0.1:"),
    "the first word again": by("read[b, t] = others[b, t]", "read[b, t] = others[0, 0]"),
    "a sum": by(TOLD, "told = -(each * real).sum()"),
}

STUDENT = ExerciseText("bert", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
