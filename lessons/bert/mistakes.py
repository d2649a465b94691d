"""Common mistakes in the input and in the pretraining loss of BERT, one at a time."""

from lessons.kit.mistakes import mutations
from transformer.objectives.masking import hide, pretraining_loss, segments_of

# The lines that the edits replace.
ENDS, BEFORE = (
    "before = ends - (tokens == separator).long()",
    "return ((before > 0) & (tokens != PAD)).long()",
)
CHOSEN, MASKED = (
    "chosen = (tokens > mask) & (lot < CHOSEN)",
    "read = tokens.masked_fill(chosen & (lot < MASKED), mask)",
)
OTHER = "torch.where(chosen & (lot >= MASKED) & (lot < KEPT), others, read)"
ASKED = "torch.where(chosen, tokens, PAD)"
RETURN = f"return read, {ASKED}"
LOSS = "return cross_entropy(words, asked) + cross_entropy(pairs, label, pad=-1)"

MISTAKES = mutations(
    (segments_of, hide, pretraining_loss),
    SeparatorBehind=(
        "the first separator got segment 1; it belongs to the first sentence and must get 0",
        (ENDS, "before = ends"),
    ),
    Counted=(
        "the sentences were numbered 0, 1, 2; every token after the first separator must get 1",
        (BEFORE, "return before * (tokens != PAD)"),
    ),
    PaddingIsSecond=(
        "padding got segment 1; it belongs to no sentence, so it must get 0",
        (BEFORE, "return (before > 0).long()"),
    ),
    TheOtherWayRound=(
        "the two segments are swapped; the first sentence must get 0, and the second must get 1",
        (BEFORE, "return ((before == 0) & (tokens != PAD)).long()"),
    ),
    ChoosesMarks=(
        "[CLS], [SEP] or padding was chosen as well; choose only words, whose IDs are greater than `mask`",
        (CHOSEN, "chosen = lot < CHOSEN"),
    ),
    ChoosesTheRest=(
        "words whose `lot` is above `CHOSEN` were chosen, so 85% were chosen instead of 15%",
        (CHOSEN, "chosen = (tokens > mask) & (lot >= CHOSEN)"),
    ),
    AlwaysTheMask=(
        "every chosen word was masked; of ten chosen words, one must be replaced by another word and one must stay "
        "the same. The limits are 0.8 · `CHOSEN` and 0.9 · `CHOSEN`",
        (MASKED, "read = tokens.masked_fill(chosen, mask)"),
        (OTHER, "read"),
    ),
    NoOther=(
        "no chosen word was replaced by another word; one in ten must be",
        (OTHER, "read"),
    ),
    NoneStays=(
        "every chosen word that was not masked was replaced; half of these words must stay the same",
        (OTHER, "torch.where(chosen & (lot >= MASKED), others, read)"),
    ),
    OthersEverywhere=(
        "words that were not chosen were replaced as well",
        (OTHER, "torch.where((lot >= MASKED) & ((lot < KEPT) | ~chosen), others, read)"),
    ),
    MasksCountAsWords=(
        "a [MASK] in the text was chosen; only tokens with an ID greater than `mask` are words",
        (CHOSEN, "chosen = (tokens >= mask) & (lot < CHOSEN)"),
    ),
    Exchanged=(
        "the two results are swapped: return `read` first, then `asked`",
        (RETURN, "return torch.where(chosen, tokens, PAD), read"),
    ),
    NotPad=(
        "`asked` is −100 where there is nothing to predict; use PAD, which is 0",
        (ASKED, "torch.where(chosen, tokens, -100)"),
    ),
    AsksForAll=(
        "`asked` contains every token, even the visible ones; it must contain the chosen words, and PAD elsewhere",
        (ASKED, "tokens"),
    ),
    AsksForMasks=(
        "`asked` contains only the masked words; add the chosen words that were replaced or stayed the same",
        (ASKED, "torch.where(chosen & (lot < MASKED), tokens, PAD)"),
    ),
    AsksForWhatIsRead=(
        "`asked` contains what the model reads, but it must contain the original words",
        (ASKED, "torch.where(chosen, read, PAD)"),
    ),
    SharedIgnore=(
        "label 0 of the pairs was ignored like PAD, but for pairs, 0 means “comes next”, which is then never learned",
        (LOSS, "return cross_entropy(words, asked) + cross_entropy(pairs, label)"),
    ),
    CountsPadding=(
        "positions without a word to predict were counted as well; leave them out",
        (LOSS, "return cross_entropy(words, asked, pad=-1) + cross_entropy(pairs, label, pad=-1)"),
    ),
    WordsAlone=(
        "the loss for the pairs is missing; add it to the loss for the words",
        (LOSS, "return cross_entropy(words, asked)"),
    ),
    MeanOfBoth=(
        "the two losses were averaged; add them",
        (LOSS, "return (cross_entropy(words, asked) + cross_entropy(pairs, label, pad=-1)) / 2"),
    ),
    OverAllPositions=(
        "the sum over the words was divided by the total number of positions; divide by the number of words to "
        "predict",
        (LOSS, "return cross_entropy(words, asked) * (asked != PAD).float().mean() + cross_entropy(pairs, label, pad=-1)"),
    ),
)  # fmt: skip
