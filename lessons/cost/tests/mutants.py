"""A student's two functions as text, and one edit of them for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "multiply_adds": """
    matrix = d * d
    if kind == "convolution":
        each = k * matrix
    elif kind == "gru":
        each = 6 * matrix
    else:
        others = {"attention": n, "restricted": r}[kind]
        each = 4 * matrix + others * d + others * d
    return n * each
""",
    "layers_needed": """
    steps = [kernel // 2]
    while sum(steps) < n - 1:
        steps.append(steps[-1] * growth)
    return len(steps) if n > 1 else 0
""",
}
_BOTH, _FOUR = "others * d + others * d", "4 * matrix"
_RETURN = "return len(steps) if n > 1 else 0"
# Mistake that should be recognised → edits of the solution.
EDITS = {
    "OneProduct": [(_BOTH, "others * d")],
    "NoProjections": [(f"{_FOUR} + ", "")],
    "NoOutputMatrix": [(_FOUR, "3 * matrix")],
    "OnlyOutputMatrix": [(_FOUR, "matrix")],
    "MatrixOfD": [("matrix = d * d", "matrix = d")],
    "ProjectionsOnce": [(_FOUR, "4 * matrix / n")],
    "AsPrinted": [(f"{_FOUR} + {_BOTH}", "others * d"), ("6 * matrix", "matrix")],
    "TwoForEach": [("n * each", "2 * n * each")],
    "OneBlock": [("6 * matrix", "2 * matrix")],
    "WordOnly": [("6 * matrix", "3 * matrix")],
    "FourBlocks": [("6 * matrix", "8 * matrix")],
    "OneTap": [("k * matrix", "matrix")],
    "ChannelsApart": [("k * matrix", "k * d")],
    "StillAll": [('"restricted": r', '"restricted": n')],
    "BothSides": [('"restricted": r', '"restricted": r + r + 1')],
    "SquareOfR": [(_BOTH, 'others * d * 2 * (r / n if kind == "restricted" else 1)')],
    "Logarithm": [
        (_RETURN, "import math\n    return math.ceil(round(math.log(n) / math.log(kernel), 6))")
    ],
    "WholeKernel": [("[kernel // 2]", "[kernel - 1]")],
    "AllOfKernel": [("[kernel // 2]", "[kernel]")],
    "OneTooFar": [("< n - 1", "< n"), (" if n > 1 else 0", "")],
    "NeverGrows": [("steps[-1] * growth", "steps[-1]")],
    "GrowsByAdding": [("steps[-1] * growth", "steps[-1] + (growth - 1) * steps[0]")],
    "GrownAtFirst": [("[kernel // 2]", "[kernel // 2 * growth]")],
    "LastOnly": [("sum(steps) < n - 1", "steps[-1] < n - 1 and len(steps) < n")],
    "RoundedDown": [(_RETURN, "return (len(steps) - (sum(steps) > n - 1)) if n > 1 else 0")],
}

# Mistakes that are not on the list: the checks must catch them, and must not name them.
UNKNOWN = {
    "five matrices": [(_FOUR, "5 * matrix")],
    "softmax, too": [(_BOTH, f"{_BOTH} + others")],
    "a bias": [("k * matrix", "k * matrix + d")],
    "one layer more": [("len(steps) if", "len(steps) + 1 if")],
    "tripled": [("steps[-1] * growth", "steps[-1] * growth * growth")],
    "seven matrices": [("6 * matrix", "7 * matrix")],
}

STUDENT = ExerciseText("cost", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
