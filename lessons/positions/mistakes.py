"""Common mistakes in the sinusoidal encoding, each injected into the reference implementation.

Slides of the decks that this lesson follows contain several of them.
"""

from lessons.kit.mistakes import mutations
from transformer import positions

# The source lines that the edits change.
PLACES = "torch.arange(start, start + length, dtype=torch.float64)"
ANGLE = "positions(length, start)[:, None] * frequencies(d_model, base)"
WAVES = "return angle.sin(), angle.cos()"
TURNS = "[:, None] * frequencies(d_model, base)"
LAST_AT_BASE = f"{TURNS} ** (d_model / max(2, d_model - 2))"
TABLE = "torch.stack(waves(length, d_model, base, start), dim=-1).flatten(1)"
SHIFT = "angle = offset * frequencies(d_model, base)"
BLOCKS = "return torch.block_diag("

# In the order in which a table is computed, then those of `shift`.
MISTAKES = mutations(
    (
        positions.frequencies,
        positions.positions,
        positions.waves,
        positions.sinusoidal,
        positions.shift,
    ),
    ("sinusoidal", "shift"),
    FromOne=(
        "the positions start at 1; the first position must be 0",
        (PLACES, f"1 + {PLACES}"),
    ),
    Float32=(
        "the angles were computed in float32, which has too few digits for large positions; compute them with "
        "`dtype=torch.float64`",
        (PLACES, PLACES.replace("float64", "float32")),
        ("torch.arange(d_model // 2, dtype=torch.float64)", "torch.arange(d_model // 2)"),
    ),
    DividedByLength=(
        "the positions were divided by the length, so the vector of a position changes when the text grows",
        (PLACES, f"{PLACES} / length"),
    ),
    OddDimensionsOnTheirOwn=(
        "the exponent is also i/d_model for odd i, as on one slide; give each cosine the exponent of "
        "the sine before it, so that both have the same angle",
        (WAVES, "return angle.sin(), (angle * base ** (-1 / d_model)).cos()"),
    ),
    HalfTheExponent=(
        "the exponent is i/d_model; use 2i/d_model for pair i",
        (TURNS, f"{TURNS} ** 0.5"),
    ),
    TwiceTheExponent=(
        "the exponent is twice as large as it should be: 2i is already the column, so for columns "
        "0, 2, 4, … the exponent is column/d_model",
        (TURNS, f"{TURNS} ** 2"),
    ),
    PairsFromOne=(
        "the pairs start at 1, as on one slide; the first pair must be pair 0, with exponent 0",
        (TURNS, f"{TURNS} * base ** (-2 / d_model)"),
    ),
    OnePairPerColumn=(
        "the index ran over all d_model columns, so the table has 2 · d_model columns; there are only "
        "d_model/2 pairs, i = 0 … d_model/2 − 1",
        (ANGLE, "positions(length)[:, None] * base ** (-2 * torch.arange(d_model) / d_model)"),
    ),
    WholeExponents=(
        "the exponent was computed with floor division (//), so it is 0 for every pair; divide with /",
        (TURNS, f"{TURNS} ** 0"),
    ),
    LastPairAtTheBase=(
        "the exponent is i/(d_model/2 − 1), as in the tensor2tensor library; in the paper it is "
        "2i/d_model and never quite reaches 1",
        (TURNS, LAST_AT_BASE),
    ),
    Tensor2Tensor=(
        "this is the table of the tensor2tensor library, which concatenates sines and cosines and uses the exponent "
        "i/(d_model/2 − 1) instead of 2i/d_model",
        (TURNS, LAST_AT_BASE),
        (TABLE, "torch.cat(waves(length, d_model, base), dim=-1)"),
    ),
    DefaultThousand=(
        "the default base is 1000, as on one slide; the paper uses 10000",
        ("base: float = 10000.0,\n", "base: float = 1000.0,\n"),
    ),
    BaseThousand=(
        "the base is always 1000, as on one slide, and the argument is ignored; the paper uses 10000",
        (TABLE, TABLE.replace("base", "1000.0")),
    ),
    BaseIgnored=(
        "the formula contains 10000, so the argument `base` is never used",
        (TABLE, TABLE.replace("base", "10000.0")),
    ),
    Multiplied=(
        "the position was multiplied by base^(2i/d_model); divide the position by this power",
        (ANGLE, "positions(length)[:, None] / frequencies(d_model, base)"),
    ),
    RolesSwapped=(
        "position and pair are swapped: the position is in the exponent, and the pair is divided",
        (
            ANGLE,
            "torch.arange(d_model // 2) / base ** (2 * positions(length)[:, None] / d_model)",
        ),
    ),
    Turns=(
        "the angle was multiplied by 2π; it is already in radians",
        (WAVES, "return (2 * torch.pi * angle).sin(), (2 * torch.pi * angle).cos()"),
    ),
    Log10=(
        "log10 was used instead of the natural logarithm, and exp does not undo log10; use `math.log`",
        (TURNS, f"{TURNS} ** (1 / torch.tensor(10.0).double().log())"),
    ),
    Degrees=(
        "the angle was converted from degrees to radians; it is already in radians",
        (WAVES, "return angle.deg2rad().sin(), angle.deg2rad().cos()"),
    ),
    SineAndCosineSwapped=(
        "sine and cosine are swapped: the even columns must be the sines",
        (WAVES, "return angle.cos(), angle.sin()"),
    ),
    OnlySines=(
        "every column is a sine; the odd columns must be cosines",
        (WAVES, "return angle.sin(), angle.sin()"),
    ),
    Concatenated=(
        "all sines come first, then all cosines; the paper interleaves them: sine, cosine, sine, …",
        (TABLE, "torch.cat(waves(length, d_model, base), dim=-1)"),
    ),
    Transposed=(
        "the table is transposed; its rows should be positions, and its columns should be dimensions",
        ("flatten(1).to(dtype)", "flatten(1).to(dtype).mT"),
    ),
    TurnsBackwards=(
        "the matrix rotates backwards: it maps row p to row p − offset. The minus sign belongs in the "
        "second row of each block",
        ("(cos, sin, -sin, cos)", "(cos, -sin, sin, cos)"),
    ),
    NoMinus=(
        "both sines of a block have the same sign; cos(a + b) = cos a · cos b − sin a · sin b, so the sine in the "
        "second row needs a minus sign",
        ("(cos, sin, -sin, cos)", "(cos, sin, sin, cos)"),
    ),
    OneAngleForAll=(
        "every pair rotates by the same angle; rotate pair i by the offset times its frequency",
        (SHIFT, "angle = offset * torch.ones(d_model // 2)"),
    ),
    OffsetIgnored=(
        "the matrix always shifts by one position, whatever the offset is",
        (SHIFT, "angle = frequencies(d_model, base)"),
    ),
    ShiftIgnoresBase=(
        "`shift` always uses 10000; use its argument `base`, as the table does",
        (SHIFT, "angle = offset * frequencies(d_model)"),
    ),
    ShiftOfHalves=(
        "this matrix is for a table with all sines first; here each sine is next to its cosine, so "
        "the 2 × 2 blocks lie along the diagonal",
        (BLOCKS, f"order = [*range(0, d_model, 2), *range(1, d_model, 2)]; {BLOCKS}"),
        (").float()", ").float()[order][:, order]"),
    ),
)
