"""The usual mistakes in a feed-forward layer, in an encoder layer, and in a LayerNorm taken apart, planted
one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.stream.encoder_layer import encoder_layer, feed_forward
from transformer.measure.stream.residual_stream import through_norm

# What the edits meet.
HIDDEN, OUT = "(x @ W_1 + b_1).relu()", "return hidden @ W_2 + b_2"
PRE_1, PRE_2 = "x = x + attention(norm_1(x))", "return x + feed_forward(norm_2(x))"
POST_1, POST_2 = "x = norm_1(x + attention(x))", "return norm_2(x + feed_forward(x))"
DIVISOR = "x.var(-1, correction=0, keepdim=True)"
SHARES = "gamma * centred / divisor"

MISTAKES = planted(
    (feed_forward, encoder_layer, through_norm),
    NoReLU=(
        "nothing stands between the two matrices; without the ReLU they are one matrix, and the layer "
        "could as well be left out",
        (HIDDEN, "x @ W_1 + b_1"),
    ),
    ReLULast=(
        "the ReLU came after the second matrix; it belongs between the two, or the layer could add "
        "nothing negative",
        (HIDDEN, "x @ W_1 + b_1"),
        (OUT, "return (hidden @ W_2 + b_2).relu()"),
    ),
    ReLUTwice=(
        "a ReLU after each matrix; only the hidden numbers pass through one",
        (OUT, "return (hidden @ W_2 + b_2).relu()"),
    ),
    BiasAfterReLU=(
        "b_1 was added after the ReLU; it says from where on a hidden unit fires, so it comes before",
        (HIDDEN, "(x @ W_1).relu() + b_1"),
    ),
    NoFirstBias=("b_1 was never added", (HIDDEN, "(x @ W_1).relu()")),
    NoSecondBias=("b_2 was never added", (OUT, "return hidden @ W_2")),
    AddsItself=(
        "feed_forward adds x already; the residual around it does that, and then x counts twice",
        (OUT, "return x + hidden @ W_2 + b_2"),
    ),
    OverWords=(
        "softmax took the place of the ReLU and the words were weighed against each other; a feed-forward layer "
        "works on each position by itself",
        (HIDDEN, "(x @ W_1 + b_1).softmax(-2)"),
    ),
    GELU=(
        "GELU took the place of the ReLU, as in BERT; here, as in the paper, it is max(0, …)",
        (HIDDEN, "torch.nn.functional.gelu(x @ W_1 + b_1)"),
    ),
    GELUByTanh=(
        "this is GELU as GPT-2 computes it, with a tanh; here, as in the paper, it is max(0, …)",
        (HIDDEN, 'torch.nn.functional.gelu(x @ W_1 + b_1, approximate="tanh")'),
    ),
    Sigmoid=(
        "a sigmoid took the place of the ReLU; that never gives 0, so every unit always fires. Here it is max(0, …)",
        (HIDDEN, "(x @ W_1 + b_1).sigmoid()"),
    ),
    AlwaysPre=(
        "LayerNorm always comes first; where `pre` is False it comes after each sum",
        ("if pre:", "if True:"),
    ),
    AlwaysPost=(
        "LayerNorm always comes after the sum; where `pre` is True it comes before each sub-layer",
        ("if pre:", "if False:"),
    ),
    TheOtherWay=(
        "pre and post are the wrong way round: `pre` means LayerNorm before the sub-layer",
        ("if pre:", "if not pre:"),
    ),
    OneNorm=(
        "norm_1 was used twice; each sub-layer has a LayerNorm of its own, with its own γ and β",
        (PRE_2, PRE_2.replace("norm_2", "norm_1")),
        (POST_2, POST_2.replace("norm_2", "norm_1")),
    ),
    NoResidual=(
        "there is no residual: x itself is lost; each sub-layer is added to what it was given",
        (PRE_1, "x = attention(norm_1(x))"),
        (PRE_2, "return feed_forward(norm_2(x))"),
        (POST_1, "x = norm_1(attention(x))"),
        (POST_2, "return norm_2(feed_forward(x))"),
    ),
    NoNorm=(
        "norm_1 and norm_2 were never called; pre: before each sub-layer, otherwise after each sum",
        (PRE_1, "x = x + attention(x)"),
        (PRE_2, "return x + feed_forward(x)"),
        (POST_1, "x = x + attention(x)"),
        (POST_2, "return x + feed_forward(x)"),
    ),
    SecondWithoutResidual=(
        "the second sub-layer has no residual: what the attention added is lost, as is x itself",
        (PRE_2, "return feed_forward(norm_2(x))"),
        (POST_2, "return norm_2(feed_forward(x))"),
    ),
    BothFromTheStart=(
        "both sub-layers read x as it came in; the second one reads what the first one has made of it",
        (PRE_1, "start, x = x, x + attention(norm_1(x))"),
        (PRE_2, "return x + feed_forward(norm_2(start))"),
        (POST_1, "start, x = x, norm_1(x + attention(x))"),
        (POST_2, "return norm_2(x + feed_forward(start))"),
    ),
    FeedForwardFirst=(
        "feed-forward came first; the order is attention, then feed-forward",
        (PRE_1, "x = x + feed_forward(norm_1(x))"),
        (PRE_2, "return x + attention(norm_2(x))"),
        (POST_1, "x = norm_1(x + feed_forward(x))"),
        (POST_2, "return norm_2(x + attention(x))"),
    ),
    AddsNormed=(
        "with `pre` True, norm(x) was kept and added; only the sub-layer sees norm(x), and what it finds is added to x "
        "as it came",
        (PRE_1, "x = norm_1(x); x = x + attention(x)"),
        (PRE_2, "x = norm_2(x); return x + feed_forward(x)"),
    ),
    SecondAddsX=(
        "the second residual adds x as it came into the layer; it adds what the first one has made of it",
        (PRE_1, "start, x = x, x + attention(norm_1(x))"),
        (PRE_2, "return start + feed_forward(norm_2(x))"),
        (POST_1, "start, x = x, norm_1(x + attention(x))"),
        (POST_2, "return norm_2(start + feed_forward(x))"),
    ),
    PreOnTheChange=(
        "with `pre` True, what the sub-layer found was normalised; what it reads is to be: x + sublayer(norm(x))",
        (PRE_1, "x = x + norm_1(attention(x))"),
        (PRE_2, "return x + norm_2(feed_forward(x))"),
    ),
    PostOnTheChange=(
        "with `pre` False only what the sub-layer found was normalised, and then added; the whole sum is "
        "normalised: norm(x + sublayer(x))",
        (POST_1, "x = x + norm_1(attention(x))"),
        (POST_2, "return x + norm_2(feed_forward(x))"),
    ),
    EachItsOwnDivisor=(
        "each part was divided by its own √(σ² + ε); all are divided by that of x, the sum, or they no "
        "longer add up",
        (DIVISOR, "parts.var(-1, correction=0, keepdim=True)"),
    ),
    NotCentred=(
        "no mean was subtracted; LayerNorm takes the mean away, so each part loses its own",
        ("parts - parts.mean(-1, keepdim=True)", "parts"),
    ),
    MeanOfX=(
        "the mean of x was subtracted from every part, so it is gone several times; each part loses its own",
        ("parts.mean(-1, keepdim=True)", "x.mean(-1, keepdim=True)"),
    ),
    DividedByOneLess=(
        "the variance was divided by d_model − 1, which is what torch does unless told otherwise: correction=0",
        (DIVISOR, "x.var(-1, keepdim=True)"),
    ),
    EpsOutside=(
        "ε was added to the root; it belongs to the variance, inside it: √(σ² + ε)",
        (f"torch.sqrt({DIVISOR} + eps)", f"(torch.sqrt({DIVISOR}) + eps)"),
    ),
    StdPlusEps=(
        "the divisor is x.std() + ε, as in The Annotated Transformer: its variance is divided by d_model − 1, and ε "
        "stands outside the root",
        (f"torch.sqrt({DIVISOR} + eps)", "(x.std(-1, keepdim=True) + eps)"),
    ),
    NoRoot=(
        "the root was left out, so all is divided by σ² and not by σ; one deck prints it so too",
        (f"torch.sqrt({DIVISOR} + eps)", f"({DIVISOR} + eps)"),
    ),
    BetaFirst=(
        "β stands before the other parts; it belongs at the end",
        ("(shares, beta.expand_as(x)[None])", "(beta.expand_as(x)[None], shares)"),
    ),
    NoGamma=("γ was never used; it stretches every part", (SHARES, "centred / divisor")),
    BetaInEach=(
        "β was added to every part; LayerNorm adds it once, and it belongs to none of them",
        (SHARES, "gamma * centred / divisor + beta"),
    ),
    NoBeta=(
        "the last part is 0; it should be β, which no part of x brings",
        ("(shares, beta.expand_as(x)[None])", "(shares, 0 * x[None])"),
    ),
    NoEps=("ε was left out; it stands inside the root", (f"{DIVISOR} + eps", DIVISOR)),
)
