"""Common mistakes in counting multiplications and layers, injected into the reference functions."""

from lessons.kit.mistakes import mutations
from transformer.measure.cost.counting import multiply_adds
from transformer.measure.cost.paths import layers_needed

# The code that the edits replace.
GRU, CONVOLUTION = "n * 3 * 2 * d * d", "n * k * d * d"
PROJECTIONS, BOTH = "projections = 4 * d * d", "2 * looked_at * d"
LOOKED_AT = 'r if kind == "restricted" else n'
STEP, WHILE, APART = "kernel // 2 * apart", "reach < n - 1", "apart *= growth"

MISTAKES = mutations(
    (multiply_adds, layers_needed),
    OneProduct=(
        "one of the two products in attention is missing: queries times keys and weights times values need n · n · d "
        "multiplications each",
        (BOTH, "looked_at * d"),
    ),
    NoProjections=(
        "the four matrices of attention are missing: W_Q, W_K, W_V and W_O need 4nd² multiplications in all",
        (PROJECTIONS, "projections = 0"),
    ),
    NoOutputMatrix=(
        "W_O is missing: attention has four d × d matrices, not three",
        (PROJECTIONS, "projections = 3 * d * d"),
    ),
    OnlyOutputMatrix=(
        "only one matrix is counted; attention has four d × d matrices: W_Q, W_K, W_V and W_O",
        (PROJECTIONS, "projections = d * d"),
    ),
    MatrixOfD=(
        "a matrix is counted as d multiplications; a d-dimensional vector times a (d, d) matrix needs d · d",
        (PROJECTIONS, "projections = 4 * d"),
        (GRU, "n * 3 * 2 * d"),
        (CONVOLUTION, "n * k * d"),
    ),
    ProjectionsOnce=(
        "the four matrices are counted once, but all n words are multiplied by them",
        ("n * (projections + 2 * looked_at * d)", "projections + n * 2 * looked_at * d"),
    ),
    AsPrinted=(
        "these are the entries of Table 1 (n²d, nd², knd², rnd), without factors or matrices; count every "
        "multiplication",
        (PROJECTIONS, "projections = 0"),
        (BOTH, "looked_at * d"),
        (GRU, "n * d * d"),
    ),
    TwoForEach=(
        "a multiplication and its addition are counted as two; a multiply-add counts as one",
        (PROJECTIONS, "projections = 8 * d * d"),
        (BOTH, "4 * looked_at * d"),
        (GRU, "n * 12 * d * d"),
        (CONVOLUTION, "n * 2 * k * d * d"),
    ),
    OneBlock=(
        "this is the count for a plain RNN; a GRU has three blocks (reset, update, candidate) with two matrices each",
        (GRU, "n * 2 * d * d"),
    ),
    WordOnly=(
        "the state is missing: each block has one matrix for the word and one for the state",
        (GRU, "n * 3 * d * d"),
    ),
    FourBlocks=(
        "this is the count for an LSTM with four blocks; a GRU has three blocks",
        (GRU, "n * 8 * d * d"),
    ),
    OneTap=(
        "k is not used: a convolution has one matrix for each of the k words that it reads",
        (CONVOLUTION, "n * d * d"),
    ),
    ChannelsApart=(
        "each component is combined only with itself (knd); a convolution combines all d components of k words",
        (CONVOLUTION, "n * k * d"),
    ),
    StillAll=(
        "restricted attention is counted like full attention with a mask; count only r scores per word",
        (LOOKED_AT, "n"),
    ),
    BothSides=(
        "2r + 1 words are counted; r is the number of words that each word attends to, not the distance to each side",
        (LOOKED_AT, '2 * r + 1 if kind == "restricted" else n'),
    ),
    SquareOfR=(
        "r replaces n twice, but each of the n words attends to r words, which gives 2rnd",
        ("return n * (projections + 2 * looked_at * d)", "return n * projections + 2 * looked_at * (looked_at if kind == 'restricted' else n) * d"),
    ),
    Logarithm=(
        "this is log_k n, which some slides state for any convolution; with contiguous kernels, each layer "
        "reaches `kernel // 2` positions further, so divide the distance by this number",
        ("    return layers\n", "    return math.ceil(round(math.log(n, kernel), 9))\n"),
    ),
    WholeKernel=(
        "each layer’s reach is counted as `kernel` − 1 positions, which includes both sides; use `kernel // 2`, the "
        "reach on one side",
        (STEP, "(kernel - 1) * apart"),
    ),
    AllOfKernel=(
        "each layer’s reach is counted as the whole kernel, but it is only `kernel // 2` positions on each side",
        (STEP, "kernel * apart"),
    ),
    OneTooFar=(
        "the distance is counted as n, but from word 1 to word n it is n − 1",
        (WHILE, "reach < n"),
    ),
    NeverGrows=(
        "`growth` is not used: positions are 1 apart in the first layer, `growth` in the second, and so on",
        (APART, "apart = 1"),
    ),
    GrowsByAdding=(
        "the distance grows by addition; multiply it by `growth` in each layer",
        (APART, "apart += growth - 1"),
    ),
    GrownAtFirst=(
        "the first layer already uses distance `growth`; start with distance 1",
        ("reach, apart, layers = 0, 1, 0", "reach, apart, layers = 0, growth, 0"),
    ),
    LastOnly=(
        "only the reach of the last layer is used; add up the reach of all layers",
        ("reach += kernel", "reach = kernel"),
        (WHILE, "reach < n - 1 and layers < n"),
    ),
    RoundedDown=(
        "the result is rounded down, but the last layer is needed even if only part of its reach is used",
        ("    return layers\n", "    return layers - (reach > n - 1)\n"),
    ),
)  # fmt: skip
