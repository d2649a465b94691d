"""Hints for the positions exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in sinusoidal say what comes next and which shape it has.",
    "torch.arange(length)[:, None] is a column of positions, torch.arange(d_model // 2) a row of "
    "pairs. A column times a row is a whole table.",
    "angle = position * base ** (-2 * pair / d_model), with pair = torch.arange(d_model // 2).",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "There are d_model / 2 angles for each position, and from each come two columns.",
    "torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1) is (length, d_model).",
)
FINITE = (
    "NaN or infinity comes out of a division by 0, or of a number too large for its type.",
    "Print base ** (2 * pair / d_model): it should lie between 1 and base.",
    "Divide the position by that power, or multiply by base ** (-2 * pair / d_model).",
)
FIRST_ROW = (
    "At position 0 every angle is 0, whatever the frequency. What are its sine and its cosine?",
    "sin 0 = 0 and cos 0 = 1. In which columns do they stand, and is your first position 0?",
    "torch.stack((sine, cosine), dim=-1).flatten(1) puts each cosine right after its sine.",
)
ROW_LENGTH = (
    "sin²a + cos²a = 1. How many such pairs has a row?",
    "That holds only where sine and cosine of a pair see the same angle. Do yours?",
    "Compute one table of angles, (length, d_model / 2), and take both from it.",
)
FIRST_PAIR = (
    "The first pair is i = 0. What is its exponent, and so its frequency?",
    "base^0 = 1: the angle of the first pair is the position itself, in radians.",
    "angle = position * base ** (-2 * pair / d_model), where pair begins with 0.",
)
LAST_PAIR = (
    "The last pair is i = d_model/2 − 1. What is its exponent?",
    "2i/d_model is a little less than 1 there, so the last wave is a little shorter than base · 2π.",
    "exponent = 2 * torch.arange(d_model // 2) / d_model, without rounding.",
)
BASE = (
    "The function has an argument called base. Where is it used?",
    "There should be no 10000 and no 1000 in the body of the function, only in its first line.",
    "base ** (-2 * pair / d_model).",
)
DISTANCE = (
    "Write out the dot product of two rows, pair by pair: sin a · sin b + cos a · cos b.",
    "It is cos(a − b). So only the difference of the angles may count, and the angle must grow by "
    "the same step from each position to the next.",
    "angle = position * frequency, and both columns of a pair are made from the same angle.",
)
REPEAT = (
    "Two positions have nearly the same row, so a model could not tell them apart.",
    "The first pair is nearly back after 44 positions (44 ≈ 7 · 2π). What keeps the rows apart is "
    "that the other pairs are slower.",
    "The frequencies are base ** (-2 * pair / d_model): 1, then smaller and smaller.",
)
LONGER = (
    "The same position has another row when the table is longer.",
    "Nothing in the formula knows how long the text is.",
    "position = torch.arange(length)[:, None], divided by nothing but the power of base.",
)
PARITY = (
    "It has all properties of the table and still other numbers: look at the exponent and the base.",
    "Compute row 1 by hand for d_model = 4: sin 1, cos 1, sin 0.01, cos 0.01.",
    "torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1), with "
    "angle = position * base ** (-2 * pair / d_model).",
)
FAR = (
    "All is right near the beginning. What is different far out?",
    "Angles grow with the position, and float32 has seven digits in all: of 2828.4271 it keeps 2828.427.",
    "position = torch.arange(length, dtype=torch.float64)[:, None]; at the end .float() if you like.",
)
SHIFT = (
    "Begin with d_model = 2: a single pair, (sin a, cos a). How do you get (sin(a + b), cos(a + b))?",
    "sin(a + b) = cos b · sin a + sin b · cos a. So the first row of the block is cos b, sin b.",
    "block = [[cos b, sin b], [−sin b, cos b]]; torch.block_diag(*blocks) puts them together.",
)
ROTATION = (
    "A rotation changes no length. What is M @ M.mT then?",
    "cos² + sin² = 1, and the two rows of a block stand at right angles: one sine has a minus.",
    "torch.tensor([[cos, sin], [-sin, cos]]) for each pair, zeros everywhere else.",
)
MOVES = (
    "Multiply M by row 0, which is 0 1 0 1 …: what should come out is row `offset`.",
    "The blocks must lie where their pair stands, rows and columns 2i and 2i + 1, and each must "
    "turn by offset × the frequency of its own pair.",
    "angle = offset * base ** (-2 * pair / d_model); block [[cos, sin], [−sin, cos]].",
)
