"""A student's solution of the positions exercise as text, and one edit of it for each usual mistake.

Written apart from `lessons/positions/mistakes.py`, in another style (loops, one number at a time), so
that recognition is shown not to depend on the same code.
"""

from tests.kit.written import Written

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

Edit = tuple[str, str]
# name → ((the function, edits of its body), the mistake that should be recognised)
EDITS = {
    "from 1": (("sinusoidal", [(_TURN, f"(place + 1) / {_POWER}")]), "FromOne"),
    "float32": (
        (
            "sinusoidal",
            [(_TURN, "float(torch.tensor(place) / torch.tensor(base) ** (column / d_model))")],
        ),
        "Float32",
    ),
    "place / length": (("sinusoidal", [(_TURN, f"place / length / {_POWER}")]), "DividedByLength"),
    "odd dimensions on their own": (
        ("sinusoidal", [("math.cos(turn)", "math.cos(place / base ** ((column + 1) / d_model))")]),
        "OddDimensionsOnTheirOwn",
    ),
    "half the exponent": (
        ("sinusoidal", [("(column / d_model)", "(column / 2 / d_model)")]),
        "HalfTheExponent",
    ),
    "twice the exponent": (
        ("sinusoidal", [("(column / d_model)", "(2 * column / d_model)")]),
        "TwiceTheExponent",
    ),
    "pairs from 1": (
        ("sinusoidal", [("(column / d_model)", "((column + 2) / d_model)")]),
        "PairsFromOne",
    ),
    "a pair for each column": (
        (
            "sinusoidal",
            [("zeros(length, d_model)", "zeros(length, 2 * d_model)"), ("(0, d_m", "(0, 2 * d_m")],
        ),
        "OnePairPerColumn",
    ),
    "whole exponents": (
        ("sinusoidal", [("(column / d_model)", "(column // d_model)")]),
        "WholeExponents",
    ),
    "last pair at the base": (("sinusoidal", _LAST_AT_BASE), "LastPairAtTheBase"),
    "tensor2tensor": (("sinusoidal", [*_LAST_AT_BASE, *_HALVES]), "Tensor2Tensor"),
    "default 1000": (("sinusoidal", [("= 10000.0", "= 1e3")]), "DefaultThousand"),
    "1000 written in": (("sinusoidal", [("base **", "1000 **")]), "BaseThousand"),
    "10000 written in": (("sinusoidal", [("base **", "10_000 **")]), "BaseIgnored"),
    "multiplied": (("sinusoidal", [("place / base", "place * base")]), "Multiplied"),
    "roles swapped": (
        ("sinusoidal", [(_TURN, "column / 2 / base ** (2 * place / d_model)")]),
        "RolesSwapped",
    ),
    "whole turns": (("sinusoidal", [("(turn)", "(math.tau * turn)")]), "Turns"),
    "log10": (
        ("sinusoidal", [(_TURN, "place * math.exp(-column / d_model * math.log10(base))")]),
        "Log10",
    ),
    "degrees": (("sinusoidal", [("(turn)", "(math.radians(turn))")]), "Degrees"),
    "sine and cosine swapped": (
        ("sinusoidal", [("math.sin", "a"), ("math.cos", "math.sin"), ("= a", "= math.cos")]),
        "SineAndCosineSwapped",
    ),
    "only sines": (("sinusoidal", [("math.cos", "math.sin")]), "OnlySines"),
    "halves": (("sinusoidal", _HALVES), "Concatenated"),
    "transposed": (("sinusoidal", [("return table", "return table.T")]), "Transposed"),
    "turns backwards": (
        ("shift", [("= math.sin", "= +math.sin"), ("= -math", "= math"), ("= +math", "= -math")]),
        "TurnsBackwards",
    ),
    "no minus": (("shift", [("-math.sin", "math.sin")]), "NoMinus"),
    "one angle for all": (("shift", [(f" / {_POWER}", "")]), "OneAngleForAll"),
    "offset ignored": (("shift", [("offset /", "1 /")]), "OffsetIgnored"),
    "shift ignores its base": (("shift", [("base **", "10_000 **")]), "ShiftIgnoresBase"),
    "shift of halves": (
        (
            "shift",
            [
                ("[column", "[column // 2"),
                (", column]", ", column // 2]"),
                ("[column // 2 + 1", "[(d_model + column) // 2"),
                (", column + 1]", ", (d_model + column) // 2]"),
            ],
        ),
        "ShiftOfHalves",
    ),
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "twice as fast": ("sinusoidal", [(_TURN, f"2 * {_TURN}")]),
    "backwards": ("sinusoidal", [(_TURN, f"-{_TURN}")]),
    "squares": ("sinusoidal", [("place /", "place**2 /")]),
    "half as long": ("sinusoidal", [("return table", "return table / 2")]),
    "two mistakes": ("sinusoidal", [("(turn)", "(math.radians(turn))"), ("base **", "1000 **")]),
    "a step too far": ("shift", [("offset /", "(offset + 1) /")]),
    "half a turn": ("shift", [("return matrix", "return -matrix")]),
    "twice as long": ("shift", [("return matrix", "return 2 * matrix")]),
}

STUDENT = Written("positions", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
