"""The usual mistakes in LayerNorm, in a residual, and in the statistics, planted one at a time."""

from lessons.ablations.mistakes_statistics import STATISTICS
from lessons.ablations.solution import real_residual
from lessons.kit.mistakes import planted
from transformer.layers import Residual, layer_norm

# What the edits meet in `layer_norm`, then in `Residual`.
MEAN, SQUARES = "x.mean(-1, keepdim=True)", ".square().mean(-1, keepdim=True)"
ROOT = "torch.sqrt(variance + eps)"
PRE = "return self.add(x, self.dropout(sublayer(self.normed(self.norm(x)))))"


def over(axes: str) -> tuple:
    """Mean and variance over other axes."""
    keep = f"{axes}, keepdim=True"
    return (MEAN, f"x.mean({keep})"), (SQUARES, f".square().mean({keep})")


# First those of `layer_norm`, then those of `residual`.
LAYERS = planted(
    (layer_norm, Residual, real_residual),
    ("layer_norm", "real_residual"),
    OverBatch=(
        "mean and variance were taken over the sentences (axis 0), which is batch normalisation; each "
        "vector is normalised by itself, over the last axis",
        *over("0"),
    ),
    OverWords=(
        "mean and variance were taken over the words (axis 1); each vector is normalised by itself, over "
        "the last axis",
        *over("1"),
    ),
    WholeSentence=(
        "one mean and one variance for a whole sentence; every word needs its own: the last axis only",
        *over("(-2, -1)"),
    ),
    WholeBatch=(
        "one mean and one variance for all numbers together; every vector needs its own: the last axis",
        (MEAN, "x.mean()"),
        (SQUARES, ".square().mean()"),
    ),
    Unbiased=(
        "the variance was divided by n − 1, as x.var() and x.std() do; LayerNorm divides by n, which is "
        "correction=0",
        (SQUARES, ".square().sum(-1, keepdim=True) / (x.shape[-1] - 1)"),
    ),
    StdPlusEps=(
        "this divides by x.std() + ε, as The Annotated Transformer does: its variance is divided by "
        "n − 1 in place of n, and ε stands outside the root",
        (SQUARES, ".square().sum(-1, keepdim=True) / (x.shape[-1] - 1)"),
        (ROOT, "(torch.sqrt(variance) + eps)"),
    ),
    EpsOutside=(
        "ε was added to the root; it belongs to the variance, inside it: √(σ² + ε)",
        (ROOT, "(torch.sqrt(variance) + eps)"),
    ),
    FixedEps=(
        "1e-5 stands in the formula itself, so the argument eps is never used",
        (ROOT, "torch.sqrt(variance + 1e-5)"),
    ),
    NoEps=(
        "ε is missing; a vector of equal numbers has variance 0, and 0/0 is no number",
        (ROOT, "torch.sqrt(variance)"),
    ),
    VarianceForSigma=(
        "this divides by σ², the variance, as Vitay’s deck prints it; the root of it is needed: σ",
        (ROOT, "(variance + eps)"),
    ),
    RootTwice=(
        "the root was taken twice: the standard deviation is the root of the variance already",
        (ROOT, "torch.sqrt(torch.sqrt(variance) + eps)"),
    ),
    SumOfSquares=(
        "this divides by the sum of the squared distances, as Militsis and Pitas print σ; it is their "
        "mean, and the root of that",
        (SQUARES, ".square().sum(-1, keepdim=True)"),
        (ROOT, "(variance + eps)"),
    ),
    Length=(
        "the squared distances were added up but not divided by d_model, so each vector gets length 1, "
        "not variance 1",
        (SQUARES, ".square().sum(-1, keepdim=True)"),
    ),
    OnlyCentred=(
        "the mean is gone, but nothing was divided by √(σ² + ε)",
        (f" / {ROOT}", ""),
    ),
    NoMean=(
        "no mean was subtracted: this is RMSNorm (Zhang and Sennrich 2019), another layer",
        (MEAN, "0 * x[..., :1]"),
    ),
    MeanKept=(
        "the mean was subtracted in the variance only; the vector itself still has it",
        ("weight * (x - mean)", "weight * x"),
    ),
    NoGamma=(
        "γ is missing: each feature is multiplied by its own number of gamma",
        ("weight * (x", "(x"),
    ),
    NoBeta=(
        "β is missing: at the end each feature gets its own number of beta added",
        (f"{ROOT} + bias", ROOT),
    ),
    GammaForBeta=(
        "γ and β changed places: γ multiplies, β is added",
        (
            "weight * (x - mean) / torch.sqrt(variance + eps) + bias",
            "bias * (x - mean) / torch.sqrt(variance + eps) + weight",
        ),
    ),
    BetaStretched=(
        "γ multiplied β too; β is added last",
        (
            "weight * (x - mean) / torch.sqrt(variance + eps) + bias",
            "weight * ((x - mean) / torch.sqrt(variance + eps) + bias)",
        ),
    ),
    Frozen=(
        "the numbers are right, but mean and variance were cut off from the gradient (detach, no_grad or "
        "item); in training they change with x",
        (MEAN, "x.detach().mean(-1, keepdim=True)"),
        (SQUARES, ".detach().square().mean(-1, keepdim=True)"),
    ),
    NoX=(
        "x itself is missing: what the sub-layer found takes its place, and is to be added to it",
        ("self.sum(x + change)", "self.sum(change)"),
    ),
    AddsNormed=(
        "norm(x) was kept and added; the sub-layer sees norm(x), but added is x as it came",
        (PRE, "x = self.norm(x); return self.add(x, self.dropout(sublayer(x)))"),
    ),
    Post=(
        "LayerNorm came after the sum, the paper’s order (“post”); asked for is “pre”: the sub-layer gets "
        "norm(x), and the sum stays as it is",
        ('self.pre = norm_order == "pre"', "self.pre = False"),
    ),
    PreAndPost=(
        "LayerNorm came before the sub-layer and once more after the sum; with “pre” the sum stays as it is",
        (PRE, f"return self.norm({PRE.removeprefix('return ')})"),
    ),
    NormAfterSublayer=(
        "what the sub-layer found was normalised; its input is to be: sublayer(norm(x))",
        (PRE, "return self.add(x, self.dropout(self.norm(sublayer(x))))"),
    ),
    NoNorm=(
        "norm was never used: the sub-layer gets norm(x)",
        (PRE, "return self.add(x, self.dropout(sublayer(x)))"),
    ),
    NoDropout=(
        "dropout was never used; it comes after the sub-layer and before the sum",
        (PRE, "return self.add(x, sublayer(self.norm(x)))"),
    ),
    DropoutOnSum=(
        "dropout met the sum, x too; it belongs to the change alone, or the way past the layer has holes",
        (PRE, "return self.dropout(self.add(x, sublayer(self.norm(x))))"),
    ),
    DropoutBefore=(
        "dropout came before the sub-layer; it comes after it",
        (PRE, "return self.add(x, sublayer(self.dropout(self.norm(x))))"),
    ),
    Twice=(
        "x was added twice; once is enough",
        ("self.sum(x + change)", "self.sum(x + x + change)"),
    ),
    InPlace=(
        "x += … writes into the tensor that was handed in, which others still use; x + … makes a new one",
        ("self.sum(x + change)", "self.sum(x.add_(change))"),
    ),
)

MISTAKES = LAYERS | STATISTICS
