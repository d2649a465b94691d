"""Common mistakes in LayerNorm, in a residual connection, and in the statistics, injected one at a time."""

from lessons.ablations.mistakes_statistics import STATISTICS
from lessons.ablations.solution import real_residual
from lessons.kit.mistakes import mutations
from transformer.layers import Residual, layer_norm

# Code that the edits replace in `layer_norm`, then in `Residual`.
MEAN, SQUARES = "x.mean(-1, keepdim=True)", ".square().mean(-1, keepdim=True)"
ROOT = "torch.sqrt(variance + eps)"
PRE = "return self.add(x, self.dropout(sublayer(self.normed(self.norm(x)))))"


def over(axes: str) -> tuple:
    """Edits that take mean and variance over other axes."""
    keep = f"{axes}, keepdim=True"
    return (MEAN, f"x.mean({keep})"), (SQUARES, f".square().mean({keep})")


# First those of `layer_norm`, then those of `residual`.
LAYERS = mutations(
    (layer_norm, Residual, real_residual),
    ("layer_norm", "real_residual"),
    OverBatch=(
        "mean and variance were taken over the sentences (axis 0), which is batch normalisation; each "
        "vector must be normalised separately, over the last axis",
        *over("0"),
    ),
    OverWords=(
        "mean and variance were taken over the words (axis 1); each vector must be normalised separately, over "
        "the last axis",
        *over("1"),
    ),
    WholeSentence=(
        "there is one mean and one variance per sentence; every word needs its own: use only the last axis",
        *over("(-2, -1)"),
    ),
    WholeBatch=(
        "there is one mean and one variance for all numbers; every vector needs its own: use the last axis",
        (MEAN, "x.mean()"),
        (SQUARES, ".square().mean()"),
    ),
    Unbiased=(
        "the variance uses the divisor n − 1, as in `x.var()` and `x.std()`; LayerNorm divides by n, which is "
        "`correction=0`",
        (SQUARES, ".square().sum(-1, keepdim=True) / (x.shape[-1] - 1)"),
    ),
    StdPlusEps=(
        "the code divides by `x.std()` + ε, as The Annotated Transformer does: its variance uses the "
        "divisor n − 1, not n, and ε is outside the root",
        (SQUARES, ".square().sum(-1, keepdim=True) / (x.shape[-1] - 1)"),
        (ROOT, "(torch.sqrt(variance) + eps)"),
    ),
    EpsOutside=(
        "ε was added to the root; add it to the variance, under the root: √(σ² + ε)",
        (ROOT, "(torch.sqrt(variance) + eps)"),
    ),
    FixedEps=(
        "the formula contains `1e-5`, so the argument `eps` is never used",
        (ROOT, "torch.sqrt(variance + 1e-5)"),
    ),
    NoEps=(
        "ε is missing; a vector of equal numbers has variance 0, and 0/0 is not a number",
        (ROOT, "torch.sqrt(variance)"),
    ),
    VarianceForSigma=(
        "the code divides by σ², the variance, as Vitay’s deck prints it; divide by its root, σ",
        (ROOT, "(variance + eps)"),
    ),
    RootTwice=(
        "the root was taken twice: the standard deviation is already the root of the variance",
        (ROOT, "torch.sqrt(torch.sqrt(variance) + eps)"),
    ),
    SumOfSquares=(
        "the code divides by the sum of the squared deviations, which Militsis and Pitas print as σ; σ is the "
        "root of their mean",
        (SQUARES, ".square().sum(-1, keepdim=True)"),
        (ROOT, "(variance + eps)"),
    ),
    Length=(
        "the squared deviations were added up but not divided by `d_model`, so each vector gets norm 1, "
        "not variance 1",
        (SQUARES, ".square().sum(-1, keepdim=True)"),
    ),
    OnlyCentred=(
        "the mean was subtracted, but the result was not divided by √(σ² + ε)",
        (f" / {ROOT}", ""),
    ),
    NoMean=(
        "no mean was subtracted; this is a different layer, RMSNorm (Zhang and Sennrich 2019)",
        (MEAN, "0 * x[..., :1]"),
    ),
    SecondMoment=(
        "the divisor is the root of the mean of x²; the variance is the mean of (x − μ)², so subtract the mean of x first",
        (f"deviation{SQUARES}", f"x{SQUARES}"),
    ),
    MeanKept=(
        "the mean was subtracted only in the variance; subtract it from the vector too",
        ("weight * deviation", "weight * x"),
    ),
    NoGamma=(
        "γ is missing: multiply each feature by its own γ",
        ("weight * deviation", "deviation"),
    ),
    NoBeta=(
        "β is missing: at the end, add each feature’s own β",
        (f"{ROOT} + bias", ROOT),
    ),
    GammaForBeta=(
        "γ and β are swapped; multiply by γ and add β",
        (
            f"weight * deviation / {ROOT} + bias",
            f"bias * deviation / {ROOT} + weight",
        ),
    ),
    BetaStretched=(
        "β was multiplied by γ; add β last",
        (
            f"weight * deviation / {ROOT} + bias",
            f"weight * (deviation / {ROOT} + bias)",
        ),
    ),
    Frozen=(
        "the values are correct, but no gradient flows through the mean and variance (`detach`, `no_grad` or "
        "`item`); in training, they depend on x",
        (MEAN, "x.detach().mean(-1, keepdim=True)"),
        (SQUARES, ".detach().square().mean(-1, keepdim=True)"),
    ),
    NoX=(
        "x itself is missing: add the output of the sub-layer to x",
        ("self.sum(x + change)", "self.sum(change)"),
    ),
    AddsNormed=(
        "the output was added to `norm(x)`; the sub-layer gets `norm(x)`, but its output must be added to x",
        (PRE, "x = self.norm(x); return self.add(x, self.dropout(sublayer(x)))"),
    ),
    Post=(
        "LayerNorm came after the sum, as in the paper (post-norm); use pre-norm: the sub-layer gets "
        "`norm(x)`, and the sum is not normalised",
        ('self.pre = norm_order == "pre"', "self.pre = False"),
    ),
    PreAndPost=(
        "LayerNorm came before the sub-layer and again after the sum; in pre-norm, the sum is not normalised",
        (PRE, f"return self.norm({PRE.removeprefix('return ')})"),
    ),
    NormAfterSublayer=(
        "the output of the sub-layer was normalised; normalise its input: `sublayer(norm(x))`",
        (PRE, "return self.add(x, self.dropout(self.norm(sublayer(x))))"),
    ),
    NoNorm=(
        "`norm` was never used; the sub-layer must get `norm(x)`",
        (PRE, "return self.add(x, self.dropout(sublayer(x)))"),
    ),
    NoDropout=(
        "dropout was never used; it comes after the sub-layer and before the sum",
        (PRE, "return self.add(x, sublayer(self.norm(x)))"),
    ),
    DropoutOnSum=(
        "dropout acted on the sum, including x; apply it only to the output of the sub-layer",
        (PRE, "return self.dropout(self.add(x, sublayer(self.norm(x))))"),
    ),
    DropoutBefore=(
        "dropout was applied before the sub-layer; apply it afterwards",
        (PRE, "return self.add(x, sublayer(self.dropout(self.norm(x))))"),
    ),
    Twice=(
        "x was added twice; add it once",
        ("self.sum(x + change)", "self.sum(x + x + change)"),
    ),
    InPlace=(
        "`x += …` overwrites the input tensor, which other code still uses; `x + …` creates a new tensor",
        ("self.sum(x + change)", "self.sum(x.add_(change))"),
    ),
)

MISTAKES = LAYERS | STATISTICS
