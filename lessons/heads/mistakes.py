"""The usual mistakes of somebody who measures heads, planted into the machine's own source."""

from lessons.kit.mistakes import planted
from transformer.measure.attention.head_roles import score
from transformer.measure.attention.head_sum import contributions
from transformer.measure.attention.patterns import after_copies

# What the edits meet.
BLOCKS = "W_O.unflatten(1, (heads, d_v))"
EINSUM = 'torch.einsum("bhqv,dhv->bhqd", head_output, blocks)'
SUM = "(weights * right[:, None]).sum(-1)"
MEAN = "there.transpose(1, 2)[asked].mean(0)"
NEXT = "earlier.roll(1, dims=-1)"

MISTAKES = planted(
    (contributions, score, after_copies),
    Interleaved=(
        "the columns of W_O were dealt out to the heads in turn; each head has d_v columns that stand "
        "side by side: unflatten(1, (heads, d_v))",
        (BLOCKS, "W_O.unflatten(1, (d_v, heads)).mT"),
    ),
    Transposed=(
        "W_O was cut along its rows; an nn.Linear keeps (output, input), so the heads are its columns",
        (BLOCKS, "W_O.mT.unflatten(1, (heads, d_v))"),
    ),
    Reshaped=(
        "W_O was cut with a reshape, which re-reads its numbers in a row; cut its columns, the last axis, into "
        "blocks of d_v: unflatten(1, (heads, d_v))",
        (BLOCKS, "W_O.reshape(heads, -1, d_v).transpose(0, 1)"),
    ),
    NoOutputMatrix=(
        "W_O was never used: each head was only put at its place in the concatenation",
        (BLOCKS, "torch.eye(len(W_O)).unflatten(1, (heads, d_v))"),
    ),
    ViewWithoutTranspose=(
        "heads and words were mixed by a view or reshape; move the head axis with transpose, which "
        "reshape does not do",
        (
            EINSUM,
            EINSUM.replace(
                "head_output",
                "head_output.reshape(len(head_output), -1, heads, d_v).transpose(1, 2)",
            ),
        ),
    ),
    SummedAlready=(
        "the heads were added up already; keep the head axis, so that each can be seen",
        ("bhqd", "bqd"),
    ),
    Averaged=(
        "the parts were divided by the number of heads; a layer adds its heads up, it takes no mean",
        (EINSUM, f"{EINSUM} / heads"),
    ),
    DownTheColumns=(
        "the weight was added up over the rows; one row is shared out over the columns, the last axis",
        (SUM, "(weights * right[:, None]).sum(-2)"),
    ),
    EveryRowCounts=(
        "rows with nowhere to look were counted too; leave out those without a right column",
        (MEAN, "there.mean((0, 2))"),
    ),
    NotDivided=(
        "the weight of all rows was added up; the score is their mean, so divide by how many rows count",
        (MEAN, "there.transpose(1, 2)[asked].sum(0)"),
    ),
    ByColumns=(
        "the sum was divided by the number of right columns; a row with two of them counts once, as a row",
        (MEAN, "there.transpose(1, 2)[asked].sum(0) / right.sum()"),
    ),
    PerColumn=(
        "the weight was divided by the number of right columns; add it up, they share one look",
        (SUM, f"{SUM} / right.sum(-1).clamp(min=1)[:, None]"),
    ),
    LargestOfThem=(
        "only the largest of the weights on right columns was taken; add them up, they share one look",
        (SUM, "(weights * right[:, None]).amax(-1)"),
    ),
    RightTurned=(
        "rows and columns of `right` are swapped; the row is the word that looks",
        (SUM, "(weights * right.mT[:, None]).sum(-1)"),
        ("right.any(-1)", "right.any(-2)"),
    ),
    StrongestOnly=(
        "it was counted how often the strongest column is right; the score is the weight itself",
        (SUM, "((weights == weights.amax(-1, keepdim=True)) & right[:, None]).float().sum(-1)"),
    ),
    SentenceMeans=(
        "each sentence was averaged by itself first; every row counts the same, whichever its sentence",
        (MEAN, "torch.stack([t.mT[a].mean(0) for t, a in zip(there, asked)]).mean(0)"),
    ),
    TheCopyItself=(
        "the earlier copy itself was marked; an induction head looks at what came after it",
        (NEXT, "earlier"),
    ),
    BeforeTheCopy=(
        "the token before each copy was marked; shift by one to the right, not to the left",
        (NEXT, "earlier.roll(-1, dims=-1)"),
    ),
    RowsMoved=(
        "the rows were shifted by one; it is the columns that move, the last axis",
        (NEXT, "earlier.roll(1, dims=1)"),
    ),
    LaterCopiesToo=(
        "copies that come later were marked too; only those before the row are known yet",
        ("same.tril(-1)", "same & ~torch.eye(same.shape[-1], dtype=torch.bool)"),
    ),
    ItsOwnCopy=(
        "every token was taken for a copy of itself, so its next one is marked, which it may not see; "
        "keep only what stands before: tril(-1)",
        ("same.tril(-1)", "same.tril()"),
    ),
    NothingHidden=(
        "every token was taken for a copy, itself and later ones too; only those before the row are known yet: "
        "tril(-1)",
        ("same.tril(-1)", "same"),
        (NEXT, "torch.cat((earlier[..., :1] & False, earlier[..., :-1]), dim=-1)"),
    ),
    ItselfLeftOut=(
        "the place of the row itself was left out; where a token stands twice in a row, it is what came after the copy",
        (NEXT, f"{NEXT}.tril(-1)"),
    ),
    LatestOnly=(
        "only the latest copy was marked; every earlier one counts",
        (NEXT, "(earlier & (earlier.flip(-1).cumsum(-1).flip(-1) == 1)).roll(1, dims=-1)"),
    ),
    RowsForColumns=(
        "rows and columns are swapped: the row is the token that looks",
        (NEXT, f"{NEXT}.mT"),
    ),
)
