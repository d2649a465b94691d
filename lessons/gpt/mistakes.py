"""The usual mistakes with a mask of the loss, and in counting a model, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.cost.sizes import count_parameters
from transformer.objectives.next_word import loss_mask, next_word_loss

# What the edits meet.
MASK = "(place >= given[:, None]) & (after != PAD)"
RIGHT, LOG, MEAN = "right = tokens[:, 1:, None]", "logits.log_softmax(-1)", "loss[mask].mean()"
TABLES = "(config.target_vocabulary + config.max_length) * d"
ATTENTION, FORWARD = "4 * (d * d + d)", "d * wide + wide + wide * d + d"
ALL = "config.decoder_layers * (attention + feed_forward + 2 * norm) + last"

MISTAKES = planted(
    (loss_mask, next_word_loss, count_parameters),
    TokenLearned=(
        "the last word of the prompt, the task token, counts as well; it is given. The answer begins after it",
        (MASK, "(place >= given[:, None] - 1) & (after != PAD)"),
    ),
    FirstWordMissed=(
        "the first word of the answer does not count; what comes after the task token is the first to be learned",
        (MASK, "(place > given[:, None]) & (after != PAD)"),
    ),
    PromptLearned=(
        "all words count, the prompt as well; it is given, and nobody has to write it",
        (MASK, "after != PAD"),
    ),
    PromptAlone=(
        "the mask is the wrong way round: the prompt counts, and the answer does not. True = counts",
        (MASK, "(place < given[:, None]) & (after != PAD)"),
    ),
    PaddingLearned=(
        "padding counts, too; nothing stands there, so there is nothing to learn",
        (MASK, "place >= given[:, None]"),
    ),
    NoStop=(
        "END does not count, so the model never learns when to stop",
        (MASK, "(place >= given[:, None]) & (after > 2)"),
    ),
    OneForAll=(
        "all rows have the prompt of the first one; each row has its own number of given words",
        (MASK, "(place >= given[0]) & (after != PAD)"),
    ),
    NoShift=(
        "the model was asked for the word that it had just read; what it says at a place is about the next one",
        (RIGHT, "right = tokens[:, :-1, None]"),
    ),
    NoLogSoftmax=(
        "the scores themselves were taken for log-probabilities; log_softmax makes them that",
        (LOG, "logits"),
    ),
    Probability=(
        "this is 1 − p; a loss is −ln p, which has no upper end",
        ("loss = -log_p.gather(-1, right).squeeze(-1)", "loss = 1 - log_p.exp().gather(-1, right).squeeze(-1)"),
    ),
    OtherSign=(
        "the sign is missing: ln p is below 0, and a loss is −ln p",
        (MEAN, "-loss[mask].mean()"),
    ),
    EverythingCounts=(
        "the mask was not used: all places are in the mean",
        (MEAN, "loss.mean()"),
    ),
    DividedByAll=(
        "the sum over the mask was divided by all places; divide by those that count",
        (MEAN, "loss.where(mask, 0).mean()"),
    ),
    Sum=(
        "this is the sum of the losses; take their mean, else a longer batch has a larger loss",
        (MEAN, "loss[mask].sum()"),
    ),
    MeanOfRows=(
        "each row was averaged by itself, and then the rows; a mean over all places counts each word alike",
        (MEAN, "(loss.where(mask, 0).sum(-1) / mask.sum(-1)).mean()"),
    ),
    NoPositions=(
        "the table of places is missing: positions are learned, max_length of them",
        (TABLES, "config.target_vocabulary * d"),
    ),
    OutputAgain=(
        "the table of words was counted twice; the scores of the next word use the same one",
        (TABLES, "(2 * config.target_vocabulary + config.max_length) * d"),
    ),
    NoOutputMatrix=(
        "attention has four matrices, not three: W_O is one, too",
        (ATTENTION, "3 * (d * d + d)"),
    ),
    NoBiases=(
        "the biases are missing: each of the six matrices of a layer has one",
        (ATTENTION, "4 * d * d"),
        (FORWARD, "d * wide + wide * d"),
    ),
    FourTimes=(
        "feed-forward was taken to be four times as wide as d; here it is config.d_ff",
        ("wide = config.d_model, config.d_ff", "wide = config.d_model, 4 * config.d_model"),
    ),
    NoNorms=(
        "the norms of the layers are missing: two in each, with a weight and a bias of d numbers",
        (ALL, "config.decoder_layers * (attention + feed_forward) + last"),
    ),
    NoLastNorm=(
        "the norm after the last layer is missing",
        (ALL, "config.decoder_layers * (attention + feed_forward + 2 * norm)"),
    ),
    OneLayer=(
        "the layers were counted once; there are config.decoder_layers of them",
        (ALL, "(attention + feed_forward + 2 * norm) + last"),
    ),
)  # fmt: skip
