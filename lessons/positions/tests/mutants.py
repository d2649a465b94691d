"""A student's solution of the positions exercise as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "sinusoidal": """\
    table = torch.zeros(length, d_model)
    for place in range(length):
        for column in range(0, d_model, 2):
            turn = place / base ** (column / d_model)
            table[place, column] = math.sin(turn)
            table[place, column + 1] = math.cos(turn)
    return table
""",
    "shift": """\
    matrix = torch.zeros(d_model, d_model)
    for column in range(0, d_model, 2):
        turn = offset / base ** (column / d_model)
        matrix[column, column] = math.cos(turn)
        matrix[column, column + 1] = math.sin(turn)
        matrix[column + 1, column] = -math.sin(turn)
        matrix[column + 1, column + 1] = math.cos(turn)
    return matrix
""",
}
_TURN, _POWER = "place / base ** (column / d_model)", "base ** (column / d_model)"
_HALVES = [("table[place, column]", "table[place, column // 2]")] + [
    ("table[place, column + 1]", "table[place, (d_model + column) // 2]")
]
_LAST_AT_BASE = [("(column / d_model)", "(column / max(1, d_model - 2))")]

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "FromOne": [(_TURN, f"(place + 1) / {_POWER}")],
    "Float32": [(_TURN, "float(torch.tensor(place) / torch.tensor(base) ** (column / d_model))")],
    "DividedByLength": [(_TURN, f"place / length / {_POWER}")],
    "OddDimensionsOnTheirOwn": [
        ("sinusoidal", "math.cos(turn)", "math.cos(place / base ** ((column + 1) / d_model))")
    ],
    "HalfTheExponent": [("sinusoidal", "(column / d_model)", "(column / 2 / d_model)")],
    "TwiceTheExponent": [("sinusoidal", "(column / d_model)", "(2 * column / d_model)")],
    "PairsFromOne": [("sinusoidal", "(column / d_model)", "((column + 2) / d_model)")],
    "OnePairPerColumn": [
        ("zeros(length, d_model)", "zeros(length, 2 * d_model)"),
        ("sinusoidal", "(0, d_m", "(0, 2 * d_m"),
    ],
    "WholeExponents": [("sinusoidal", "(column / d_model)", "(column // d_model)")],
    "LastPairAtTheBase": [*_LAST_AT_BASE],
    "Tensor2Tensor": [*_LAST_AT_BASE, *_HALVES],
    "DefaultThousand": [("sinusoidal", "= 10000.0", "= 1e3")],
    "BaseThousand": [("sinusoidal", "base **", "1000 **")],
    "BaseIgnored": [("sinusoidal", "base **", "10_000 **")],
    "Multiplied": [("place / base", "place * base")],
    "RolesSwapped": [(_TURN, "column / 2 / base ** (2 * place / d_model)")],
    "Turns": [("sinusoidal", "(turn)", "(math.tau * turn)")],
    "Log10": [(_TURN, "place * math.exp(-column / d_model * math.log10(base))")],
    "Degrees": [("sinusoidal", "(turn)", "(math.radians(turn))")],
    "SineAndCosineSwapped": [
        ("sinusoidal", "math.sin", "a"),
        ("sinusoidal", "math.cos", "math.sin"),
        ("sinusoidal", "= a", "= math.cos"),
    ],
    "OnlySines": [("sinusoidal", "math.cos", "math.sin")],
    "Concatenated": [*_HALVES],
    "Transposed": [("return table", "return table.T")],
    "TurnsBackwards": [
        ("shift", "= math.sin", "= +math.sin"),
        ("= -math", "= math"),
        ("shift", "= +math", "= -math"),
    ],
    "NoMinus": [("-math.sin", "math.sin")],
    "OneAngleForAll": [("shift", f" / {_POWER}", "")],
    "OffsetIgnored": [("offset /", "1 /")],
    "ShiftIgnoresBase": [("shift", "base **", "10_000 **")],
    "ShiftOfHalves": [
        ("[column", "[column // 2"),
        ("shift", ", column]", ", column // 2]"),
        ("shift", "[column // 2 + 1", "[(d_model + column) // 2"),
        ("shift", ", column + 1]", ", (d_model + column) // 2]"),
    ],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "twice as fast": [(_TURN, f"2 * {_TURN}")],
    "backwards": [(_TURN, f"-{_TURN}")],
    "squares": [("place /", "place**2 /")],
    "half as long": [("return table", "return table / 2")],
    "two mistakes": [
        ("sinusoidal", "(turn)", "(math.radians(turn))"),
        ("sinusoidal", "base **", "1000 **"),
    ],
    "another table, and a shift that turns backwards": [
        ("turn = place", "turn = 2 * place"),
        *EDITS["TurnsBackwards"],
    ],
    "a step too far": [("offset /", "(offset + 1) /")],
    "half a turn": [("return matrix", "return -matrix")],
    "twice as long": [("return matrix", "return 2 * matrix")],
}

STUDENT = ExerciseText("positions", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
