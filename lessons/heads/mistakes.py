"""Common mistakes in measuring heads, injected into the reference source."""

from lessons.heads.measure.head_sum import contributions
from lessons.kit.mistakes import mutations
from transformer.measure.attention.head_roles import score
from transformer.measure.attention.patterns import after_copies

# The source text that the edits replace.
BLOCKS = "W_O.unflatten(1, (heads, d_v))"
EINSUM = 'torch.einsum("bhqv,dhv->bhqd", head_output, blocks)'
SUM = "(weights * right[:, None]).sum(-1)"
MEAN = "there.transpose(1, 2)[asked].mean(0)"
NEXT = "earlier.roll(1, dims=-1)"

MISTAKES = mutations(
    (contributions, score, after_copies),
    Interleaved=(
        (
            "the columns of W_O were assigned to the heads in turn; each head has d_v adjacent columns: "
            "`unflatten(1, (heads, d_v))`"
        ),
        (BLOCKS, "W_O.unflatten(1, (d_v, heads)).mT"),
    ),
    Transposed=(
        "W_O was cut along its rows; an `nn.Linear` stores (output, input), so each head owns a block of columns",
        (BLOCKS, "W_O.mT.unflatten(1, (heads, d_v))"),
    ),
    Reshaped=(
        (
            "W_O was cut with a `reshape`, which mixes up its entries; cut the last axis into blocks of d_v: "
            "`unflatten(1, (heads, d_v))`"
        ),
        (BLOCKS, "W_O.reshape(heads, -1, d_v).transpose(0, 1)"),
    ),
    NoOutputMatrix=(
        "W_O was never used: the heads were only concatenated",
        (BLOCKS, "torch.eye(len(W_O)).unflatten(1, (heads, d_v))"),
    ),
    ViewWithoutTranspose=(
        "a `view` or `reshape` mixed heads and words; move the head axis with `transpose` instead",
        (
            EINSUM,
            EINSUM.replace(
                "head_output",
                "head_output.reshape(len(head_output), -1, heads, d_v).transpose(1, 2)",
            ),
        ),
    ),
    SummedAlready=(
        "the heads were already added up; keep the head axis, so that each head’s contribution is visible",
        ("bhqd", "bqd"),
    ),
    Averaged=(
        "the contributions were divided by the number of heads; a layer adds up its heads instead of averaging them",
        (EINSUM, f"{EINSUM} / heads"),
    ),
    DownTheColumns=(
        "the weights were added up over the rows; the weights of one row lie along the last axis, the columns",
        (SUM, "(weights * right[:, None]).sum(-2)"),
    ),
    EveryRowCounts=(
        "rows without a correct column were also counted; leave these rows out",
        (MEAN, "there.mean((0, 2))"),
    ),
    NotDivided=(
        (
            "the weights of all rows were added up; the score is their mean, so divide by the number of rows that "
            "count"
        ),
        (MEAN, "there.transpose(1, 2)[asked].sum(0)"),
    ),
    ByColumns=(
        "the sum was divided by the number of correct columns; a row with two correct columns counts only once",
        (MEAN, "there.transpose(1, 2)[asked].sum(0) / right.sum()"),
    ),
    PerColumn=(
        "the weight was divided by the number of correct columns; add up the weights instead",
        (SUM, f"{SUM} / right.sum(-1).clamp(min=1)[:, None]"),
    ),
    LargestOfThem=(
        "only the largest weight on the correct columns was used; add up all these weights",
        (SUM, "(weights * right[:, None]).amax(-1)"),
    ),
    RightTurned=(
        "rows and columns of `right` are swapped; the row is the word that attends",
        (SUM, "(weights * right.mT[:, None]).sum(-1)"),
        ("right.any(-1)", "right.any(-2)"),
    ),
    StrongestOnly=(
        "the code counts how often the largest weight is in a correct column; the score is the weight itself",
        (SUM, "((weights == weights.amax(-1, keepdim=True)) & right[:, None]).float().sum(-1)"),
    ),
    SentenceMeans=(
        "each sentence was averaged separately; every row must count equally, whatever its sentence",
        (MEAN, "torch.stack([t.mT[a].mean(0) for t, a in zip(there, asked)]).mean(0)"),
    ),
    TheCopyItself=(
        "the earlier copy itself was marked; an induction head attends to the token after the copy",
        (NEXT, "earlier"),
    ),
    BeforeTheCopy=(
        "the token before each copy was marked; shift by one to the right, not to the left",
        (NEXT, "earlier.roll(-1, dims=-1)"),
    ),
    RowsMoved=(
        "the rows were shifted by one; shift the columns, the last axis",
        (NEXT, "earlier.roll(1, dims=1)"),
    ),
    LaterCopiesToo=(
        "later copies were also marked; only copies before the row’s position are known",
        ("same.tril(-1)", "same & ~torch.eye(same.shape[-1], dtype=torch.bool)"),
    ),
    ItsOwnCopy=(
        (
            "every token was treated as a copy of itself, so a token that is still unknown was marked; keep only "
            "earlier tokens: `tril(-1)`"
        ),
        ("same.tril(-1)", "same.tril()"),
    ),
    NothingHidden=(
        (
            "every equal token was treated as a copy, even the token itself and later tokens; keep only earlier "
            "tokens: `tril(-1)`"
        ),
        ("same.tril(-1)", "same"),
        (NEXT, "torch.cat((earlier[..., :1] & False, earlier[..., :-1]), dim=-1)"),
    ),
    ItselfLeftOut=(
        (
            "the row’s own position was left out; if a token occurs twice in succession, this position follows the "
            "copy"
        ),
        (NEXT, f"{NEXT}.tril(-1)"),
    ),
    LatestOnly=(
        "only the latest copy was marked; every earlier copy must be marked",
        (NEXT, "(earlier & (earlier.flip(-1).cumsum(-1).flip(-1) == 1)).roll(1, dims=-1)"),
    ),
    RowsForColumns=(
        "rows and columns are swapped: the row must be the token that attends",
        (NEXT, f"{NEXT}.mT"),
    ),
)
