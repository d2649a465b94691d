"""Common mistakes in a mask, each injected into the reference implementation."""

from lessons.kit.mistakes import mutations
from lessons.masks.measure import masking
from transformer import masks

# The source text that the edits replace.
BACK = "return key <= query"
KEYS = "keys = queries if keys is None else keys"
WORDS = "(tokens != pad)[:, None, None, :]"
BOTH = "causal(tokens.shape[-1], device=tokens.device) & padding(tokens, pad)"
HIDDEN = "scores.masked_fill(~mask, -math.inf)"
SHARES = "weights = hidden.softmax(dim=-1)"
ZEROS = "weights.masked_fill(~mask, 0.0)"

# In the order of the exercise.
MISTAKES = mutations(
    (masks.causal, masks.padding, masking.both, masking.masked_softmax),
    Inverted=(
        "True and False are swapped in `causal`: here True means “may attend”. Your mask follows the convention of "
        "`nn.MultiheadAttention`",
        (BACK, "return key > query"),
    ),
    Strict=(
        "a word cannot attend to itself, so the first word cannot attend to anything; use `<=` instead of `<`",
        (BACK, "return key < query"),
    ),
    Transposed=(
        "rows and columns are swapped: each word attends to the words after it; rows must be queries",
        (BACK, "return key >= query"),
    ),
    OneAhead=(
        "the mask is off by one: each word also sees the next word, which it should predict",
        (BACK, "return key <= query + 1"),
    ),
    TopLeft=(
        "with fewer queries than keys, the queries are the last positions, not the first: start them at `keys − "
        "queries`",
        (
            "torch.arange(keys - queries, keys, device=device)",
            "torch.arange(queries, device=device)",
        ),
    ),
    KeysIgnored=(
        "the number of keys was never used; with fewer queries than keys, the mask must have shape (query, key)",
        (KEYS, "keys = queries"),
    ),
    KeysMissing=(
        "if the argument is missing, `keys` is None; in that case, use as many keys as queries",
        (KEYS, "pass"),
        ("if queries > keys:", "if False:"),
    ),
    OnesAndZeros=(
        "`causal` returns ones and zeros; return booleans, which a comparison produces directly",
        (BACK, "return (key <= query).float()"),
    ),
    Numbers=(
        "`causal` returns an additive mask (0 and −∞); return a boolean mask, in which True means “may attend”",
        (BACK, "return torch.zeros(queries, keys).masked_fill(key > query, -torch.inf)"),
    ),
    PaddingInverted=(
        "True and False are swapped in `padding`: only padding is visible; True means “may attend”, so compare with "
        "`!=`",
        (WORDS, WORDS.replace("!=", "==")),
    ),
    PaddingOnQueries=(
        "padding was masked on the query axis: padding attends to nothing, and all words still attend to it; mask "
        "the keys, the last axis",
        (WORDS, "(tokens != pad)[:, None, :, None]"),
    ),
    PaddingWithoutAxes=(
        "the padding mask has shape (batch, key): if the sizes happen to match, PyTorch treats the sentences as "
        "queries; add an axis for the heads and one for the queries",
        (WORDS, "tokens != pad"),
    ),
    PaddingWithoutHeads=(
        "the padding mask has shape (batch, 1, key): if the sizes happen to match, PyTorch treats the sentences as "
        "heads; add one more axis",
        (WORDS, "(tokens != pad)[:, None, :]"),
    ),
    PadIsZero=(
        "tokens were compared with 0, not with the argument `pad`; compare with `pad`",
        (WORDS, WORDS.replace("pad", "0")),
    ),
    Either=(
        "the two masks were combined with `|`, so a cell is open if either mask allows it; both must allow it: use "
        "`&`",
        (BOTH, BOTH.replace("&", "|")),
    ),
    PythonAnd=(
        "`and` asks whether a whole tensor is True; `&` compares cell by cell",
        (BOTH, BOTH.replace("&", "and")),
    ),
    RowsOfSentences=(
        "the causal mask has one row per sentence; give it one per position, `tokens.shape[-1]`",
        (BOTH, BOTH.replace("tokens.shape[-1]", "len(tokens)")),
    ),
    CausalForgotten=(
        "`both` lets words attend to later words; it must also apply the causal mask",
        (BOTH, "padding(tokens, pad).expand(-1, 1, tokens.shape[-1], -1)"),
    ),
    PaddingForgotten=(
        "`both` lets words attend to padding; it must also apply the padding mask",
        (BOTH, "causal(tokens.shape[-1]).expand(len(tokens), 1, -1, -1)"),
    ),
    PaddingBothWays=(
        "the rows of padding are also masked, so padding attends to nothing; mask only its columns, because no "
        "output of padding is used",
        (BOTH, f"{BOTH} & padding(tokens, pad).mT"),
    ),
    SoftmaxInverted=(
        "`masked_softmax` masks the allowed cells; insert −∞ where the mask is False: `~mask`",
        (HIDDEN, HIDDEN.replace("~", "")),
        (ZEROS, ZEROS.replace("~", "")),
    ),
    ZeroScores=(
        "the masked scores became 0, not −∞; e⁰ is 1, so they still get a weight",
        (HIDDEN, "scores.masked_fill(~mask, 0.0)"),
        (ZEROS, "weights"),
    ),
    ZeroIsHidden=(
        "every score of exactly 0 was masked; use the mask, not the scores, to decide which cells to mask",
        (HIDDEN, "scores.masked_fill(~mask | (scores == 0), -math.inf)"),
    ),
    ZeroWeights=(
        "the weights were set to 0 after the softmax, so the rest of a row no longer sums to 1; mask the scores "
        "before the softmax",
        (HIDDEN, "scores"),
    ),
    Renormalised=(
        "the weights were masked after the softmax and then divided by the sum of the remaining weights; if a masked "
        "score is much larger, this sum is 0, and 0/0 is NaN. Mask the scores before the softmax",
        (HIDDEN, "scores"),
        (ZEROS, f"({ZEROS} / ({ZEROS}).sum(-1, keepdim=True)).nan_to_num(0.0)"),
    ),
    Added=(
        "True and False were added to the scores as 1 and 0, which masks nothing",
        (HIDDEN, "scores + mask"),
        (ZEROS, "weights"),
    ),
    ZeroTimesInfinity=(
        "0 · −∞ is NaN, so the allowed cells are also lost; insert −∞ with `masked_fill` or `torch.where`",
        (HIDDEN, "scores + ~mask * -math.inf"),
        (ZEROS, "weights"),
    ),
    DividedAgain=(
        "the scores were divided again; use them unchanged",
        (HIDDEN, "(scores / scores.shape[-1] ** 0.5).masked_fill(~mask, -math.inf)"),
    ),
    Overflow=(
        "e to the power of a large score overflows to infinity, and ∞/∞ is NaN; first subtract the largest score of "
        "the row, as PyTorch’s softmax does",
        (SHARES, "weights = hidden.exp() / hidden.exp().sum(-1, keepdim=True)"),
    ),
    Sigmoid=(
        "each weight is a sigmoid of its own score; use a softmax over the keys of a row",
        (SHARES, "weights = hidden.sigmoid()"),
    ),
    NotDivided=(
        "the exponentials were not divided by the sum of their row, so a row does not sum to 1",
        (SHARES, "weights = hidden.exp()"),
    ),
    OverHeads=(
        "the softmax ran over the heads; it must run over the keys, the last axis (dim=-1)",
        (SHARES, "weights = hidden.softmax(dim=1)"),
    ),
    WrongAxis=(
        "the softmax ran over the queries; it must run over the keys, the last axis (dim=-1)",
        (SHARES, "weights = hidden.softmax(dim=-2)"),
    ),
    NothingLeft=(
        "a fully masked row becomes 0/0, which is NaN; set its weights to 0",
        (ZEROS, "weights"),
    ),
    AlmostInfinity=(
        "a fully masked row spreads its weight evenly over masked keys, as happens with a large negative number "
        "instead of −∞; set its weights to 0",
        (HIDDEN, "scores * 0 + torch.where(mask, scores, -1e9)"),
        (ZEROS, "weights"),
    ),
)
