"""Common mistakes in a feed-forward network, an encoder layer and the parts of LayerNorm, injected one at a time."""

from lessons.block.measure.encoder_layer import encoder_layer, feed_forward
from lessons.block.measure.residual_stream import through_norm
from lessons.kit.mistakes import mutations

# The source text that the edits replace.
HIDDEN, OUT = "(x @ W_1 + b_1).relu()", "return hidden @ W_2 + b_2"
PRE_1, PRE_2 = "x = x + attention(norm_1(x))", "return x + feed_forward(norm_2(x))"
POST_1, POST_2 = "x = norm_1(x + attention(x))", "return norm_2(x + feed_forward(x))"
DIVISOR = "x.var(-1, correction=0, keepdim=True)"
SHARES = "gamma * centred / divisor"

MISTAKES = mutations(
    (feed_forward, encoder_layer, through_norm),
    NoReLU=(
        "the ReLU between the two matrices is missing; without it, they are equivalent to one matrix",
        (HIDDEN, "x @ W_1 + b_1"),
    ),
    ReLULast=(
        (
            "the ReLU came after the second matrix; it belongs between the two matrices, because otherwise the "
            "layer can add only positive values"
        ),
        (HIDDEN, "x @ W_1 + b_1"),
        (OUT, "return (hidden @ W_2 + b_2).relu()"),
    ),
    ReLUTwice=(
        "there is a ReLU after each matrix; it belongs only after the first",
        (OUT, "return (hidden @ W_2 + b_2).relu()"),
    ),
    BiasAfterReLU=(
        "b_1 was added after the ReLU; b_1 sets the threshold at which a hidden unit fires, so add it before the "
        "ReLU",
        (HIDDEN, "(x @ W_1).relu() + b_1"),
    ),
    NoFirstBias=("b_1 was never added", (HIDDEN, "(x @ W_1).relu()")),
    NoSecondBias=("b_2 was never added", (OUT, "return hidden @ W_2")),
    AddsItself=(
        "`feed_forward` adds x; the residual connection also adds x, so x is added twice",
        (OUT, "return x + hidden @ W_2 + b_2"),
    ),
    OverWords=(
        "a softmax over the words was used instead of the ReLU; a feed-forward network processes each position "
        "separately",
        (HIDDEN, "(x @ W_1 + b_1).softmax(-2)"),
    ),
    GELU=(
        "GELU was used instead of ReLU, as in BERT; the paper and this exercise use max(0, …)",
        (HIDDEN, "torch.nn.functional.gelu(x @ W_1 + b_1)"),
    ),
    GELUByTanh=(
        "GELU with tanh was used, as in GPT-2; the paper and this exercise use max(0, …)",
        (HIDDEN, 'torch.nn.functional.gelu(x @ W_1 + b_1, approximate="tanh")'),
    ),
    Sigmoid=(
        "a sigmoid is never 0, so every unit always fires; use the ReLU, max(0, …)",
        (HIDDEN, "(x @ W_1 + b_1).sigmoid()"),
    ),
    AlwaysPre=(
        "LayerNorm always comes before the sub-layer; if `pre` is False, it must come after each sum",
        ("if pre:", "if True:"),
    ),
    AlwaysPost=(
        "LayerNorm always comes after the sum; if `pre` is True, it must come before each sub-layer",
        ("if pre:", "if False:"),
    ),
    TheOtherWay=(
        "pre-norm and post-norm are swapped; if `pre` is True, LayerNorm comes before the sub-layer",
        ("if pre:", "if not pre:"),
    ),
    OneNorm=(
        "`norm_1` was used twice; each sub-layer has its own LayerNorm, with its own γ and β",
        (PRE_2, PRE_2.replace("norm_2", "norm_1")),
        (POST_2, POST_2.replace("norm_2", "norm_1")),
    ),
    NoResidual=(
        "the residual connections are missing, so x itself is lost; add each sub-layer’s output to x",
        (PRE_1, "x = attention(norm_1(x))"),
        (PRE_2, "return feed_forward(norm_2(x))"),
        (POST_1, "x = norm_1(attention(x))"),
        (POST_2, "return norm_2(feed_forward(x))"),
    ),
    NoNorm=(
        (
            "`norm_1` and `norm_2` were never called; they belong before each sub-layer if `pre` is True, otherwise "
            "after each sum"
        ),
        (PRE_1, "x = x + attention(x)"),
        (PRE_2, "return x + feed_forward(x)"),
        (POST_1, "x = x + attention(x)"),
        (POST_2, "return x + feed_forward(x)"),
    ),
    SecondWithoutResidual=(
        "the second sub-layer has no residual connection, so x and the attention output are lost",
        (PRE_2, "return feed_forward(norm_2(x))"),
        (POST_2, "return norm_2(feed_forward(x))"),
    ),
    BothFromTheStart=(
        "both sub-layers read the layer’s input x; the second sub-layer must read the result of the first",
        (PRE_1, "start, x = x, x + attention(norm_1(x))"),
        (PRE_2, "return x + feed_forward(norm_2(start))"),
        (POST_1, "start, x = x, norm_1(x + attention(x))"),
        (POST_2, "return norm_2(x + feed_forward(start))"),
    ),
    FeedForwardFirst=(
        "`feed_forward` was called first; call `attention` first, then `feed_forward`",
        (PRE_1, "x = x + feed_forward(norm_1(x))"),
        (PRE_2, "return x + attention(norm_2(x))"),
        (POST_1, "x = norm_1(x + feed_forward(x))"),
        (POST_2, "return norm_2(x + attention(x))"),
    ),
    AddsNormed=(
        (
            "with `pre=True`, norm(x) replaced x; only the sub-layer reads norm(x), and its output is added to x "
            "itself"
        ),
        (PRE_1, "x = norm_1(x); x = x + attention(x)"),
        (PRE_2, "x = norm_2(x); return x + feed_forward(x)"),
    ),
    SecondAddsX=(
        "the second residual connection adds the layer’s input x; it must add the result of the first sub-layer",
        (PRE_1, "start, x = x, x + attention(norm_1(x))"),
        (PRE_2, "return start + feed_forward(norm_2(x))"),
        (POST_1, "start, x = x, norm_1(x + attention(x))"),
        (POST_2, "return norm_2(start + feed_forward(x))"),
    ),
    Parallel=(
        (
            "both sub-layers read the same LayerNorm(x) in parallel, as in GPT-J; here `feed_forward` must read the "
            "result of `attention`"
        ),
        (PRE_1, "start = x; x = x + attention(norm_1(start))"),
        (PRE_2, "return x + feed_forward(norm_1(start))"),
        (POST_1, "start = x; x = x + attention(start)"),
        (POST_2, "return norm_1(x + feed_forward(start))"),
    ),
    NormAfterTheLayer=(
        (
            "with `pre=True`, LayerNorm was also applied at the end of the layer; a pre-norm stack applies it once, "
            "after the last layer"
        ),
        (PRE_2, "return norm_2(x + feed_forward(norm_2(x)))"),
    ),
    PreOnTheChange=(
        (
            "with `pre=True`, the output of the sub-layer was normalised; normalise its input instead: x + "
            "sublayer(norm(x))"
        ),
        (PRE_1, "x = x + norm_1(attention(x))"),
        (PRE_2, "return x + norm_2(feed_forward(x))"),
    ),
    PostOnTheChange=(
        (
            "with `pre=False`, only the output of the sub-layer was normalised; normalise the whole sum: norm(x + "
            "sublayer(x))"
        ),
        (POST_1, "x = x + norm_1(attention(x))"),
        (POST_2, "return x + norm_2(feed_forward(x))"),
    ),
    EachItsOwnDivisor=(
        (
            "each part was divided by its own √(σ² + ε); divide every part by the √(σ² + ε) of x, or the parts "
            "will not add up"
        ),
        (DIVISOR, "parts.var(-1, correction=0, keepdim=True)"),
    ),
    NotCentred=(
        "no mean was subtracted; LayerNorm subtracts the mean, so subtract each part’s own mean",
        ("parts - parts.mean(-1, keepdim=True)", "parts"),
    ),
    MeanOfX=(
        "the mean of x was subtracted once per part; subtract each part’s own mean",
        ("parts.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True)"),
    ),
    DividedByOneLess=(
        "the variance was computed with d_model − 1, the default in PyTorch; set `correction=0`",
        (DIVISOR, "x.var(-1, keepdim=True)"),
    ),
    EpsOutside=(
        "ε was added after taking the root; add it to the variance inside the root: √(σ² + ε)",
        (f"torch.sqrt({DIVISOR} + eps)", f"(torch.sqrt({DIVISOR}) + eps)"),
    ),
    StdPlusEps=(
        (
            "the divisor is `x.std()` + ε, as in The Annotated Transformer; use √(σ² + ε), with `correction=0` in "
            "the variance"
        ),
        (f"torch.sqrt({DIVISOR} + eps)", "(x.std(-1, keepdim=True) + eps)"),
    ),
    NoRoot=(
        (
            "the root was left out, so everything is divided by σ² instead of σ; one set of lecture slides contains "
            "the same error"
        ),
        (f"torch.sqrt({DIVISOR} + eps)", f"({DIVISOR} + eps)"),
    ),
    BetaFirst=(
        "β comes before the other parts; it belongs at the end",
        ("(shares, beta.expand_as(x)[None])", "(beta.expand_as(x)[None], shares)"),
    ),
    NoGamma=("γ was never used; multiply every part by γ", (SHARES, "centred / divisor")),
    BetaInEach=(
        "β was added to every part; LayerNorm adds it once, as a separate part",
        (SHARES, "gamma * centred / divisor + beta"),
    ),
    NoBeta=(
        "the last part is 0; it should be β",
        ("(shares, beta.expand_as(x)[None])", "(shares, 0 * x[None])"),
    ),
    SecondMoment=(
        (
            "the divisor is the root of the mean of x²; subtract the mean of x first, because the variance is the "
            "mean of (x − μ)²"
        ),
        (DIVISOR, "x.square().mean(-1, keepdim=True)"),
    ),
    FixedEps=(
        "ε is always 0.00001; use the argument `eps`",
        (f"{DIVISOR} + eps", f"{DIVISOR} + 1e-5"),
    ),
    NoEps=("ε was left out; it belongs inside the root", (f"{DIVISOR} + eps", DIVISOR)),
)
