"""The usual mistakes in a mask, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from transformer import masks
from transformer.measure.masks import masking

# What the edits meet.
BACK = "return key <= query"
KEYS = "keys = queries if keys is None else keys"
WORDS = "(tokens != pad)[:, None, None, :]"
BOTH = "causal(tokens.shape[-1], device=tokens.device) & padding(tokens, pad)"
HIDDEN = "scores.masked_fill(~mask, -math.inf)"
SHARES = "weights = hidden.softmax(dim=-1)"
ZEROS = "weights.masked_fill(~mask, 0.0)"

# In the order in which they are written.
MISTAKES = planted(
    (masks.causal, masks.padding, masking.both, masking.masked_softmax),
    Inverted=(
        "True and False are swapped in causal: here True means may look. What you return is what "
        "nn.MultiheadAttention wants",
        (BACK, "return key > query"),
    ),
    Strict=(
        "a word may not look at itself; with ≤ it may, and the first word has somewhere to look",
        (BACK, "return key < query"),
    ),
    Transposed=(
        "rows and columns changed places: each word sees what comes after it; rows are queries",
        (BACK, "return key >= query"),
    ),
    OneAhead=(
        "off by one: each word also sees the next one, which it is to predict",
        (BACK, "return key <= query + 1"),
    ),
    TopLeft=(
        "with fewer queries than keys the queries are the last positions, not the first ones: they begin "
        "at keys − queries",
        (
            "torch.arange(keys - queries, keys, device=device)",
            "torch.arange(queries, device=device)",
        ),
    ),
    KeysIgnored=(
        "the number of keys was never used; with fewer queries than keys the mask is (query, key)",
        (KEYS, "keys = queries"),
    ),
    KeysMissing=(
        "without keys there are as many as queries; keys is None then, and no number",
        (KEYS, "pass"),
        ("if queries > keys:", "if False:"),
    ),
    OnesAndZeros=(
        "causal gives 1 and 0; asked for is bool, which is what a comparison gives by itself",
        (BACK, "return (key <= query).float()"),
    ),
    Numbers=(
        "causal gives numbers to add, 0 and −∞; asked for is bool, True = may look",
        (BACK, "return torch.zeros(queries, keys).masked_fill(key > query, -torch.inf)"),
    ),
    PaddingInverted=(
        "True and False are swapped in padding: only padding may be looked at; True means may look, so "
        "compare with !=",
        (WORDS, WORDS.replace("!=", "==")),
    ),
    PaddingOnQueries=(
        "padding was put on the axis of the queries: it looks nowhere, and is still looked at by all; the "
        "keys are the last axis",
        (WORDS, "(tokens != pad)[:, None, :, None]"),
    ),
    PaddingWithoutAxes=(
        "the padding mask is (batch, key): torch will take the sentences for queries where the sizes "
        "happen to fit; give it an axis for the heads and one for the queries",
        (WORDS, "tokens != pad"),
    ),
    PaddingWithoutHeads=(
        "the padding mask is (batch, 1, key): torch will take the sentences for heads where the sizes "
        "happen to fit; one more axis is missing",
        (WORDS, "(tokens != pad)[:, None, :]"),
    ),
    PadIsZero=(
        "padding was looked for as token 0, whatever pad is; compare with the argument",
        (WORDS, WORDS.replace("pad", "0")),
    ),
    Either=(
        "the two masks were joined with |: one of them is enough to look then; both have to allow it, so &",
        (BOTH, BOTH.replace("&", "|")),
    ),
    PythonAnd=(
        "`and` asks whether a whole tensor is True; & compares cell by cell",
        (BOTH, BOTH.replace("&", "and")),
    ),
    RowsOfSentences=(
        "the causal mask has a row for each sentence; it needs one for each place, tokens.shape[-1]",
        (BOTH, BOTH.replace("tokens.shape[-1]", "len(tokens)")),
    ),
    CausalForgotten=(
        "both lets words look ahead: the causal mask is not in it",
        (BOTH, "padding(tokens, pad).expand(-1, 1, tokens.shape[-1], -1)"),
    ),
    PaddingForgotten=(
        "both lets words look at padding: the padding mask is not in it",
        (BOTH, "causal(tokens.shape[-1]).expand(len(tokens), 1, -1, -1)"),
    ),
    PaddingBothWays=(
        "the rows of padding are hidden too, so they have nowhere to look; only its columns are, and nobody "
        "reads what padding finds",
        (BOTH, f"{BOTH} & padding(tokens, pad).mT"),
    ),
    SoftmaxInverted=(
        "masked_softmax hides what may be looked at; fill where the mask is False, ~mask",
        (HIDDEN, HIDDEN.replace("~", "")),
        (ZEROS, ZEROS.replace("~", "")),
    ),
    ZeroScores=(
        "the hidden scores became 0 and not −∞; e to the power of 0 is 1, so they still get a share",
        (HIDDEN, "scores.masked_fill(~mask, 0.0)"),
        (ZEROS, "weights"),
    ),
    ZeroWeights=(
        "the weights were set to 0 after the softmax, so the rest of a row no longer sums to 1; hide the "
        "scores before it",
        (HIDDEN, "scores"),
    ),
    Renormalised=(
        "the weights were hidden after the softmax and then divided by what was left; beside a hidden score that is "
        "much larger nothing is left, 0/0. Hide the scores before the softmax",
        (HIDDEN, "scores"),
        (ZEROS, f"({ZEROS} / ({ZEROS}).sum(-1, keepdim=True)).nan_to_num(0.0)"),
    ),
    Added=(
        "True and False were added to the scores as 1 and 0, which hides nothing",
        (HIDDEN, "scores + mask"),
        (ZEROS, "weights"),
    ),
    ZeroTimesInfinity=(
        "0 · −∞ is NaN, so what may be looked at is lost too; put −∞ in with masked_fill or torch.where",
        (HIDDEN, "scores + ~mask * -math.inf"),
        (ZEROS, "weights"),
    ),
    DividedAgain=(
        "the scores were divided once more; they come as they are to be used",
        (HIDDEN, "(scores / scores.shape[-1] ** 0.5).masked_fill(~mask, -math.inf)"),
    ),
    Overflow=(
        "e to the power of a large score is infinite, and ∞/∞ is NaN; take the largest score of the row off "
        "first, as torch’s softmax does",
        (SHARES, "weights = hidden.exp() / hidden.exp().sum(-1, keepdim=True)"),
    ),
    Sigmoid=(
        "each weight is a sigmoid of its own score; a softmax shares 1 out among the keys of a row",
        (SHARES, "weights = hidden.sigmoid()"),
    ),
    NotDivided=(
        "e to the power of the scores was not divided by the sum of its row, so a row does not sum to 1",
        (SHARES, "weights = hidden.exp()"),
    ),
    OverHeads=(
        "the softmax ran over the heads; the keys are the last axis, dim=-1",
        (SHARES, "weights = hidden.softmax(dim=1)"),
    ),
    WrongAxis=(
        "the softmax ran over the queries; the keys are the last axis, dim=-1",
        (SHARES, "weights = hidden.softmax(dim=-2)"),
    ),
    NothingLeft=(
        "a row in which everything is masked gives NaN, which is 0/0; make zeros of it",
        (ZEROS, "weights"),
    ),
    AlmostInfinity=(
        "a row in which everything is masked shares itself out evenly among what it may not see, as it does with a "
        "large negative number in place of −∞; make zeros of it",
        (HIDDEN, "scores * 0 + torch.where(mask, scores, -1e9)"),
        (ZEROS, "weights"),
    ),
)
