"""Hints for the positions exercise: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "The comments in `sinusoidal` list each step and its shape.",
    "`torch.arange(length)[:, None]` is a column of positions, and `torch.arange(d_model // 2)` is a row of pairs. "
    "A column times a row produces a whole table.",
    "`angle = position * base ** (-2 * pair / d_model)`, with `pair = torch.arange(d_model // 2)`.",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "There are d_model/2 angles for each position, and each angle fills two columns.",
    "`torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)` has shape (length, d_model).",
)
FINITE = (
    "NaN or infinity results from a division by 0, or from a number too large for its type.",
    "Print `base ** (2 * pair / d_model)`: its values should lie between 1 and `base`.",
    "Divide the position by this power, or multiply it by `base ** (-2 * pair / d_model)`.",
)
FIRST_ROW = (
    "At position 0, every angle is 0, whatever the frequency. What are the sine and cosine of 0?",
    "sin 0 = 0 and cos 0 = 1. Which columns are sines and which are cosines, and is your first position 0?",
    "`torch.stack((sine, cosine), dim=-1).flatten(1)` puts each cosine immediately after its sine.",
)
ROW_LENGTH = (
    "sin²a + cos²a = 1. How many pairs does a row contain?",
    "The sum is 1 only if the sine and cosine of a pair have the same angle. Is this true in your table?",
    "Compute one table of angles, (length, d_model/2), and use it for both sines and cosines.",
)
FIRST_PAIR = (
    "The first pair is i = 0. What are its exponent and its frequency?",
    "base^0 = 1, so the angle of the first pair is the position itself, in radians.",
    "`angle = position * base ** (-2 * pair / d_model)`, where `pair` starts at 0.",
)
LAST_PAIR = (
    "The last pair is i = d_model/2 − 1. What is its exponent?",
    "For the last pair, 2i/d_model is slightly less than 1, so its wavelength is slightly shorter than base · 2π.",
    "`exponent = 2 * torch.arange(d_model // 2) / d_model`, without rounding.",
)
BASE = (
    "The function takes an argument called `base`. Where is `base` used?",
    "Write neither 10000 nor 1000 in the function body; use `base`.",
    "`base ** (-2 * pair / d_model)`.",
)
DISTANCE = (
    "Write out the dot product of two rows, pair by pair: sin a · sin b + cos a · cos b.",
    "The sum is cos(a − b). So only the difference between the angles matters, and the angle must grow by the same "
    "step from each position to the next.",
    "`angle = position * frequency`, and both columns of a pair use the same angle.",
)
REPEAT = (
    "Two positions have nearly identical rows, so a model could not tell them apart.",
    "The first pair nearly returns to its start after 44 positions (44 ≈ 7 · 2π). The slower pairs distinguish the "
    "rows.",
    "The frequencies are `base ** (-2 * pair / d_model)`: they start at 1 and decrease.",
)
LONGER = (
    "The same position has a different row when the table is longer.",
    "The formula does not depend on the text length.",
    "`position = torch.arange(length)[:, None]`; divide it only by the power of `base`.",
)
PARITY = (
    "Your table has the correct properties but the wrong numbers. Check the exponent and the base.",
    "Compute row 1 by hand for d_model = 4: sin 1, cos 1, sin 0.01, cos 0.01.",
    "`torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)`, with `angle = position * base ** (-2 * pair / "
    "d_model)`.",
)
FAR = (
    "The first positions are correct. What is different at large positions?",
    "Angles grow with the position, and float32 has only seven significant digits, so 2828.4271 becomes 2828.427.",
    "`position = torch.arange(length, dtype=torch.float64)[:, None]`; converting the table with `.float()` is "
    "optional.",
)
SHIFT = (
    "Begin with d_model = 2: a single pair, (sin a, cos a). How do you get (sin(a + b), cos(a + b))?",
    "sin(a + b) = cos b · sin a + sin b · cos a. So the first row of the block is cos b, sin b.",
    "`block = [[cos b, sin b], [−sin b, cos b]]`; `torch.block_diag(*blocks)` puts the blocks together.",
)
ROTATION = (
    "A rotation preserves lengths. What is `M @ M.mT` for a rotation?",
    "cos² + sin² = 1, and the two rows of a block are orthogonal because one sine has a minus sign.",
    "Use `torch.tensor([[cos, sin], [-sin, cos]])` for each pair, and zeros everywhere else.",
)
MOVES = (
    "Multiply M by row 0, which is 0 1 0 1 …: the result should be row `offset`.",
    "Each block belongs in the rows and columns of its pair, 2i and 2i + 1, and must "
    "rotate by `offset` × the frequency of that pair.",
    "`angle = offset * base ** (-2 * pair / d_model)`; each block is `[[cos, sin], [−sin, cos]]`.",
)
