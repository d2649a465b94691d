"""A student's solution of the exercise on pictures as text, and an edit for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "places": """\
    batch, width, rows, columns = features.shape
    moved = features.permute(0, 2, 3, 1)
    return moved.reshape(batch, rows * columns, width)
""",
    "place_weights": """\
    asked = torch.einsum("bh,mh->bm", state, W)
    found = torch.einsum("bpw,mw->bpm", places, U)
    scores = torch.einsum("bpm,m->bp", torch.tanh(asked.unsqueeze(1) + found), v)
    return torch.softmax(scores, dim=1)
""",
    "summary": """\
    return torch.einsum("bp,bpw->bw", weights, places)
""",
    "on_map": """\
    return weights.reshape(len(weights), rows, weights.shape[1] // rows)
""",
}
MOVED, LIST = "features.permute(0, 2, 3, 1)", "moved.reshape(batch, rows * columns, width)"
PAIRS, SOFTMAX = "torch.tanh(asked.unsqueeze(1) + found)", "torch.softmax(scores, dim=1)"
MEAN, MAP = (
    'torch.einsum("bp,bpw->bw", weights, places)',
    "weights.reshape(len(weights), rows, weights.shape[1] // rows)",
)

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "ColumnsFirst": [(MOVED, "features.permute(0, 3, 2, 1)")],
    "Reshaped": [(MOVED, "features")],
    "OverFeatures": [(PAIRS, f"torch.softmax({PAIRS}, dim=2)"), (SOFTMAX, "scores")],
    "OverBatch": [(SOFTMAX, "torch.softmax(scores, dim=0)")],
    "BestPlace": [(SOFTMAX, "(scores == scores.max(1, keepdim=True).values).float()")],
    "Sigmoid": [(SOFTMAX, "torch.sigmoid(scores)")],
    "NoSoftmax": [(SOFTMAX, "scores")],
    "NoTanh": [(PAIRS, "(asked.unsqueeze(1) + found)")],
    "NoState": [(PAIRS, "torch.tanh(found)")],
    "MeanOfMap": [(MEAN, "places.sum(1) / places.shape[1] + 0 * weights.sum()")],
    "OnlyBest": [(MEAN, "torch.stack([p[w.argmax()] for p, w in zip(places, weights)])")],
    "Divided": [(MEAN, f"{MEAN} / weights.shape[1]")],
    "Transposed": [(MAP, "weights.reshape(len(weights), -1, rows).transpose(1, 2)")],
    "RowsAsColumns": [(MAP, "weights.reshape(len(weights), -1, rows)")],
}

# The same mistakes, written in another way: the sentence must be true of them as well.
AGAIN = {
    "BestPlace": [
        [(SOFTMAX, "torch.softmax(1e6 * scores, dim=1)")],
        [
            (
                SOFTMAX,
                "(scores == scores.max(1, keepdim=True).values).float() + torch.softmax(scores, 1) "
                "- torch.softmax(scores, 1).detach()",
            )
        ],
    ],
    "NoState": [[(PAIRS, "(torch.tanh(asked.unsqueeze(1)) + torch.tanh(found))")]],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "backwards": [(LIST, f"{LIST}.flip(1)")],
    "a colder softmax": [(SOFTMAX, "torch.softmax(2 * scores, dim=1)")],
    "squared": [(MEAN, MEAN.replace("weights, places", "weights * weights, places"))],
    "upside down": [(MAP, f"{MAP}.flip(1)")],
}

STUDENT = ExerciseText("pictures", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
