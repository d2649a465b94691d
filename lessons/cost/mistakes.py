"""The usual mistakes of somebody who counts products and layers, planted into the machine's own source."""

from lessons.kit.mistakes import planted
from transformer.measure.cost.counting import multiply_adds
from transformer.measure.cost.paths import layers_needed

# What the edits meet.
GRU, CONVOLUTION = "n * 3 * 2 * d * d", "n * k * d * d"
PROJECTIONS, BOTH = "projections = 4 * d * d", "2 * looked_at * d"
LOOKED_AT = 'r if kind == "restricted" else n'
STEP, WHILE, APART = "kernel // 2 * apart", "reach < n - 1", "apart *= growth"

MISTAKES = planted(
    (multiply_adds, layers_needed),
    OneProduct=(
        "one of attention’s two products is missing: queries with keys give the scores, then weights with values "
        "give the mixture, each n · n · d",
        (BOTH, "looked_at * d"),
    ),
    NoProjections=(
        "the four matrices of attention are missing: each word is multiplied by W_Q, W_K, W_V and W_O, 4nd² in all",
        (PROJECTIONS, "projections = 0"),
    ),
    NoOutputMatrix=(
        "W_O was forgotten: attention has four matrices of d × d, not three",
        (PROJECTIONS, "projections = 3 * d * d"),
    ),
    MatrixOfD=(
        "a matrix was counted as d products; a vector of d numbers times a matrix (d, d) takes d · d",
        (PROJECTIONS, "projections = 4 * d"),
        (GRU, "n * 3 * 2 * d"),
        (CONVOLUTION, "n * k * d"),
    ),
    ProjectionsOnce=(
        "the four matrices were counted once; every one of the n words is multiplied by them",
        ("n * (projections + 2 * looked_at * d)", "projections + n * 2 * looked_at * d"),
    ),
    AsPrinted=(
        "these are the entries of Table 1, n²d, nd², knd², rnd; they leave out factors and matrices, and here "
        "each product counts",
        (PROJECTIONS, "projections = 0"),
        (BOTH, "looked_at * d"),
        (GRU, "n * d * d"),
    ),
    TwoForEach=(
        "a product and the addition after it were counted as two; here one multiplication counts as one",
        (PROJECTIONS, "projections = 8 * d * d"),
        (BOTH, "4 * looked_at * d"),
        (GRU, "n * 12 * d * d"),
        (CONVOLUTION, "n * 2 * k * d * d"),
    ),
    OneBlock=(
        "this is a plain RNN; a GRU has three blocks, reset, update and candidate, each with both matrices",
        (GRU, "n * 2 * d * d"),
    ),
    WordOnly=(
        "the state was forgotten: each of the three blocks has a matrix for the word and one for the state",
        (GRU, "n * 3 * d * d"),
    ),
    FourBlocks=(
        "these are the four blocks of an LSTM; a GRU has three",
        (GRU, "n * 8 * d * d"),
    ),
    OneTap=(
        "k was never used: a convolution has a matrix for each of the k words that it reads",
        (CONVOLUTION, "n * d * d"),
    ),
    ChannelsApart=(
        "each number was mixed with itself alone, knd; a convolution makes each of d numbers of all d numbers of k words",
        (CONVOLUTION, "n * k * d"),
    ),
    StillAll=(
        "restricted attention was counted like full attention; that is what a mask costs. Here only r scores a word "
        "are computed",
        (LOOKED_AT, "n"),
    ),
    SquareOfR=(
        "r took the place of n twice; all n words still look, each at r others: 2rnd",
        ("return n * (projections + 2 * looked_at * d)", "return n * projections + 2 * looked_at * (looked_at if kind == 'restricted' else n) * d"),
    ),
    Logarithm=(
        "this is log_k n, which slides give for any convolution; neighbouring places move on by kernel // 2 a layer, and "
        "that is a division, not a logarithm",
        ("    return layers\n", "    return math.ceil(round(math.log(n, kernel), 9))\n"),
    ),
    WholeKernel=(
        "each layer was taken to move on by kernel − 1, which is enough for the word in the middle to know both ends; to one "
        "side it is kernel // 2",
        (STEP, "(kernel - 1) * apart"),
    ),
    AllOfKernel=(
        "each layer was taken to move on by the whole kernel; it reads kernel // 2 places to each side",
        (STEP, "kernel * apart"),
    ),
    OneTooFar=(
        "the way was taken for n steps; from word 1 to word n there are n − 1",
        (WHILE, "reach < n"),
    ),
    NeverGrows=(
        "`growth` was never used: the places stand 1 apart in the first layer, then growth, growth², …",
        (APART, "apart = 1"),
    ),
    GrowsByAdding=(
        "the distance grows by adding; it is multiplied by `growth` from layer to layer",
        (APART, "apart += growth - 1"),
    ),
    GrownAtFirst=(
        "the first layer already stands `growth` apart; it begins with 1",
        ("reach, apart, layers = 0, 1, 0", "reach, apart, layers = 0, growth, 0"),
    ),
    LastOnly=(
        "the reach of the last layer alone was compared; what the layers before have come is added to it",
        ("reach += kernel", "reach = kernel"),
        (WHILE, "reach < n - 1 and layers < n"),
    ),
    RoundedDown=(
        "it was rounded down: the last layer is needed even where it is not used wholly",
        ("    return layers\n", "    return layers - (reach > n - 1)\n"),
    ),
)  # fmt: skip
