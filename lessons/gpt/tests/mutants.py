"""A student's solution of the exercise on GPT as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "loss_mask": """\
    rows = []
    for row, count in zip(tokens, given):
        later = torch.ones(len(row) - 1, dtype=torch.bool)
        later[: int(count)] = False
        later[row[1:] == PAD] = False
        rows.append(later)
    return torch.stack(rows)
""",
    "next_word_loss": """\
    high = logits.exp()
    share = high / high.sum(-1, keepdim=True)
    picked = torch.take_along_dim(share, tokens[:, 1:].unsqueeze(-1), -1)[..., 0]
    lost = -picked.log()
    return (lost * mask).sum() / mask.sum()
""",
    "count_parameters": """\
    d, f = config.d_model, config.d_ff
    attention = 4 * d * (d + 1)
    both = f * (d + 1) + d * (f + 1)
    norms = 4 * d
    words = config.target_vocabulary * d
    places = config.max_length * d
    return words + places + config.decoder_layers * (attention + both + norms) + 2 * d
""",
}
# What the edits meet.
GIVEN, PADDED = "later[: int(count)] = False", "later[row[1:] == PAD] = False"
MEAN, SUM = "(lost * mask).sum() / mask.sum()", "words + places +"
ALL = "(attention + both + norms) + 2 * d"

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "TokenLearned": [(GIVEN, "later[: max(0, int(count) - 1)] = False")],
    "FirstWordMissed": [(GIVEN, "later[: int(count) + 1] = False")],
    "PromptLearned": [(GIVEN, "pass")],
    "PromptAlone": [(GIVEN, "later[int(count) :] = False")],
    "PaddingLearned": [(PADDED, "pass")],
    "NoStop": [(PADDED, "later[row[1:] <= 2] = False")],
    "OneForAll": [("int(count)", "int(given[0])")],
    "NoShift": [("tokens[:, 1:].unsqueeze", "tokens[:, :-1].unsqueeze")],
    "NoLogSoftmax": [("high / high.sum(-1, keepdim=True)", "high")],
    "Probability": [("-picked.log()", "1 - picked")],
    "OtherSign": [("-picked.log()", "picked.log()")],
    "EverythingCounts": [(MEAN, "lost.mean()")],
    "DividedByAll": [(MEAN, "(lost * mask).mean()")],
    "Sum": [(MEAN, "(lost * mask).sum()")],
    "MeanOfRows": [(MEAN, "((lost * mask).sum(1) / mask.sum(1)).mean()")],
    "NoPositions": [(SUM, "words +")],
    "OutputAgain": [(SUM, "words + words + places +")],
    "NoOutputMatrix": [("4 * d * (d + 1)", "3 * d * (d + 1)")],
    "NoBiases": [("4 * d * (d + 1)", "4 * d * d"), ("f * (d + 1) + d * (f + 1)", "2 * f * d")],
    "FourTimes": [("config.d_ff", "4 * config.d_model")],
    "NoNorms": [(ALL, "(attention + both) + 2 * d")],
    "NoLastNorm": [(ALL, "(attention + both + norms)")],
    "OneLayer": [("config.decoder_layers * ", "")],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "two words more": [(GIVEN, "later[: int(count) + 2] = False")],
    "to the power of two": [("logits.exp()", "2**logits")],
    "half of it": [(MEAN, "(lost * mask).sum() / mask.sum() / 2")],
    "squared": [("-picked.log()", "picked.log() ** 2")],
    "a norm of d": [("norms = 4 * d", "norms = 2 * d")],
    "heads counted": [("4 * d * (d + 1)", "4 * d * (d + 1) * config.self_heads")],
}

STUDENT = ExerciseText("gpt", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
