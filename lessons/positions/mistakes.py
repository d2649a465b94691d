"""The usual mistakes in sinusoidal positions, planted into the machine's own source one at a time.

Several stand on slides of the decks that this lesson follows.
"""

from lessons.kit.mistakes import planted
from transformer import positions

# What the edits meet: the line of the source that each of these mistakes changes.
PLACES = "torch.arange(start, start + length, dtype=torch.float64)"
ANGLE = "positions(length, start)[:, None] * frequencies(d_model, base)"
WAVES = "return angle.sin(), angle.cos()"
TURNS = "[:, None] * frequencies(d_model, base)"
LAST_AT_BASE = f"{TURNS} ** (d_model / max(2, d_model - 2))"
TABLE = "torch.stack(waves(length, d_model, base, start), dim=-1).flatten(1)"
SHIFT = "angle = offset * frequencies(d_model, base)"
BLOCKS = "return torch.block_diag("

# In the order in which a table is computed, then those of `shift`.
MISTAKES = planted(
    (
        positions.frequencies,
        positions.positions,
        positions.waves,
        positions.sinusoidal,
        positions.shift,
    ),
    ("sinusoidal", "shift"),
    FromOne=(
        "the positions count from 1; the first one is position 0",
        (PLACES, f"1 + {PLACES}"),
    ),
    Float32=(
        "the angles were computed in float32, whose seven digits are used up before the point when positions "
        "are large; compute them in float64: dtype=torch.float64",
        (PLACES, PLACES.replace("float64", "float32")),
        ("torch.arange(d_model // 2, dtype=torch.float64)", "torch.arange(d_model // 2)"),
    ),
    DividedByLength=(
        "the positions were divided by the length, so the same position changes when the text grows",
        (PLACES, f"{PLACES} / length"),
    ),
    OddDimensionsOnTheirOwn=(
        "the exponent is i/d_model for odd i too, as on one slide; a cosine needs the exponent of "
        "the sine before it, so that both see the same angle",
        (WAVES, "return angle.sin(), (angle * base ** (-1 / d_model)).cos()"),
    ),
    HalfTheExponent=(
        "the exponent is i/d_model; pair i has the exponent 2i/d_model",
        (TURNS, f"{TURNS} ** 0.5"),
    ),
    TwiceTheExponent=(
        "the exponent is twice too large: 2i is the number of the column already, so with columns "
        "0, 2, 4, … the exponent is column/d_model",
        (TURNS, f"{TURNS} ** 2"),
    ),
    PairsFromOne=(
        "the pairs count from 1, as on one slide; the first one is pair 0, with exponent 0",
        (TURNS, f"{TURNS} * base ** (-2 / d_model)"),
    ),
    OnePairPerColumn=(
        "the index ran over all d_model columns, so there are twice as many; there are only "
        "d_model/2 pairs, i = 0 … d_model/2 − 1",
        (ANGLE, "positions(length)[:, None] * base ** (-2 * torch.arange(d_model) / d_model)"),
    ),
    WholeExponents=(
        "the exponent was divided without a remainder (//), so it is 0 for every pair; divide with /",
        (TURNS, f"{TURNS} ** 0"),
    ),
    LastPairAtTheBase=(
        "the exponent is i/(d_model/2 − 1), as in the tensor2tensor library; in the paper it is "
        "2i/d_model and never quite reaches 1",
        (TURNS, LAST_AT_BASE),
    ),
    Tensor2Tensor=(
        "this is the table of the tensor2tensor library: halves instead of pairs, and the exponent "
        "i/(d_model/2 − 1) instead of 2i/d_model",
        (TURNS, LAST_AT_BASE),
        (TABLE, "torch.cat(waves(length, d_model, base), dim=-1)"),
    ),
    DefaultThousand=(
        "without an argument the base is 1000, as on one slide; the paper has 10000",
        ("base: float = 10000.0,\n", "base: float = 1000.0,\n"),
    ),
    BaseThousand=(
        "the base is 1000, as on one slide, whatever the argument says; the paper has 10000",
        (TABLE, TABLE.replace("base", "1000.0")),
    ),
    BaseIgnored=(
        "10000 stands in the formula itself, so the argument base is never used",
        (TABLE, TABLE.replace("base", "10000.0")),
    ),
    Multiplied=(
        "the position was multiplied by base^(2i/d_model); divide by it",
        (ANGLE, "positions(length)[:, None] / frequencies(d_model, base)"),
    ),
    RolesSwapped=(
        "position and pair changed places: the position stands in the exponent and the pair is "
        "divided",
        (
            ANGLE,
            "torch.arange(d_model // 2) / base ** (2 * positions(length)[:, None] / d_model)",
        ),
    ),
    Turns=(
        "the angle was multiplied by 2π; it is in radians already",
        (WAVES, "return (2 * torch.pi * angle).sin(), (2 * torch.pi * angle).cos()"),
    ),
    Log10=(
        "log10 took the place of the natural logarithm; e to its power does not give base back: math.log",
        (TURNS, f"{TURNS} ** (1 / torch.tensor(10.0).double().log())"),
    ),
    Degrees=(
        "the angle was turned from degrees into radians; it is in radians already",
        (WAVES, "return angle.deg2rad().sin(), angle.deg2rad().cos()"),
    ),
    SineAndCosineSwapped=(
        "sine and cosine changed places: the even columns are the sines",
        (WAVES, "return angle.cos(), angle.sin()"),
    ),
    OnlySines=(
        "every column is a sine; the odd ones need the cosine",
        (WAVES, "return angle.sin(), angle.sin()"),
    ),
    Concatenated=(
        "all sines come first, then all cosines; the paper interleaves them: sine, cosine, sine, …",
        (TABLE, "torch.cat(waves(length, d_model, base), dim=-1)"),
    ),
    Transposed=(
        "the table lies on its side; its rows should be positions, its columns dimensions",
        ("flatten(1).to(dtype)", "flatten(1).to(dtype).mT"),
    ),
    TurnsBackwards=(
        "the matrix turns backwards: it leads to position p − offset. The minus belongs into the "
        "second row of each block",
        ("(cos, sin, -sin, cos)", "(cos, -sin, sin, cos)"),
    ),
    NoMinus=(
        "both sines of a block have the same sign; cos(a + b) = cos a · cos b − sin a · sin b, so the "
        "one in the second row has a minus",
        ("(cos, sin, -sin, cos)", "(cos, sin, sin, cos)"),
    ),
    OneAngleForAll=(
        "every pair turns by the same angle; pair i turns by offset × its own frequency",
        (SHIFT, "angle = offset * torch.ones(d_model // 2)"),
    ),
    OffsetIgnored=(
        "the matrix leads one position on, whatever the offset is",
        (SHIFT, "angle = frequencies(d_model, base)"),
    ),
    ShiftIgnoresBase=(
        "shift takes 10000 whatever its argument base says; the table takes the argument",
        (SHIFT, "angle = offset * frequencies(d_model)"),
    ),
    ShiftOfHalves=(
        "this matrix fits a table with all sines first; here each sine stands beside its cosine, so "
        "the blocks of 2 × 2 lie along the diagonal",
        (BLOCKS, f"order = [*range(0, d_model, 2), *range(1, d_model, 2)]; {BLOCKS}"),
        (").float()", ").float()[order][:, order]"),
    ),
)
