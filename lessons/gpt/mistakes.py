"""Common mistakes with a loss mask and in counting parameters, injected one at a time."""

from lessons.kit.mistakes import mutations
from transformer.measure.cost.sizes import count_parameters
from transformer.objectives.next_word import loss_mask, next_word_loss

# Code that the edits replace.
MASK = "(place >= given[:, None]) & (after != PAD)"
RIGHT, LOG, MEAN = "right = tokens[:, 1:, None]", "logits.log_softmax(-1)", "loss[mask].mean()"
TABLES = "(config.target_vocabulary + config.max_length) * d"
ATTENTION, FORWARD = "4 * (d * d + d)", "d * wide + wide + wide * d + d"
ALL = "config.decoder_layers * (attention + feed_forward + 2 * norm) + last"

MISTAKES = mutations(
    (loss_mask, next_word_loss, count_parameters),
    TokenLearned=(
        "the task token counts, but it belongs to the prompt and is given. The answer begins after it",
        (MASK, "(place >= given[:, None] - 1) & (after != PAD)"),
    ),
    FirstWordMissed=(
        "the first word of the answer does not count; the word after the task token must count",
        (MASK, "(place > given[:, None]) & (after != PAD)"),
    ),
    PromptLearned=(
        "all words count, including the prompt; the prompt is given, so it must not count",
        (MASK, "after != PAD"),
    ),
    PromptAlone=(
        "the mask is reversed: the prompt counts, and the answer does not. True means that a word counts",
        (MASK, "(place < given[:, None]) & (after != PAD)"),
    ),
    PaddingLearned=(
        "padding counts; it is not text, so there is nothing to learn from it",
        (MASK, "place >= given[:, None]"),
    ),
    NoStop=(
        "END does not count, so the model never learns when to stop",
        (MASK, "(place >= given[:, None]) & (after > 2)"),
    ),
    OneForAll=(
        "all sequences use the prompt length of the first sequence; each sequence has its own number of given words",
        (MASK, "(place >= given[0]) & (after != PAD)"),
    ),
    NoShift=(
        "the loss compares each position with its own word, but the logits predict the next word",
        (RIGHT, "right = tokens[:, :-1, None]"),
    ),
    NoLogSoftmax=(
        "the logits were used as log-probabilities; apply `log_softmax` first",
        (LOG, "logits"),
    ),
    Probability=(
        "the loss was computed as 1 − p; it must be −ln p, which has no upper bound",
        ("loss = -log_p.gather(-1, right).squeeze(-1)", "loss = 1 - log_p.exp().gather(-1, right).squeeze(-1)"),
    ),
    OtherSign=(
        "the minus sign is missing: ln p is negative, and the loss is −ln p",
        (MEAN, "-loss[mask].mean()"),
    ),
    EverythingCounts=(
        "the mask was not used; take the mean only over positions in the mask",
        (MEAN, "loss.mean()"),
    ),
    DividedByAll=(
        "the sum over the mask was divided by the number of all positions; divide by the number of positions that "
        "count",
        (MEAN, "loss.where(mask, 0).mean()"),
    ),
    Sum=(
        "the losses were added; take their mean, because otherwise a longer batch would have a larger loss",
        (MEAN, "loss[mask].sum()"),
    ),
    MeanOfRows=(
        "each sequence was averaged separately; average over all positions, so that each word counts equally",
        (MEAN, "(loss.where(mask, 0).sum(-1) / mask.sum(-1)).mean()"),
    ),
    NoPositions=(
        "the position table is missing: it contains `max_length` learned position embeddings",
        (TABLES, "config.target_vocabulary * d"),
    ),
    OutputAgain=(
        "the embedding table was counted twice; the logits for the next word use the same table",
        (TABLES, "(2 * config.target_vocabulary + config.max_length) * d"),
    ),
    NoOutputMatrix=(
        "attention has four matrices, not three: W_O is missing",
        (ATTENTION, "3 * (d * d + d)"),
    ),
    NoBiases=(
        "the biases are missing: each of the six matrices of a layer has a bias",
        (ATTENTION, "4 * d * d"),
        (FORWARD, "d * wide + wide * d"),
    ),
    FourTimes=(
        "the feed-forward width was assumed to be 4d; here, it is `config.d_ff`",
        ("wide = config.d_model, config.d_ff", "wide = config.d_model, 4 * config.d_model"),
    ),
    NoNorms=(
        "4d parameters are missing in each layer: its two norms have a weight and a bias each, and the four attention matrices have a bias each. Count both",
        (ALL, "config.decoder_layers * (attention + feed_forward) + last"),
    ),
    NoLastNorm=(
        "the norm after the last layer is missing",
        (ALL, "config.decoder_layers * (attention + feed_forward + 2 * norm)"),
    ),
    OneLayer=(
        "only one layer was counted; there are `config.decoder_layers` layers",
        (ALL, "(attention + feed_forward + 2 * norm) + last"),
    ),
)  # fmt: skip
