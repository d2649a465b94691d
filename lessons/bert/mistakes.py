"""The usual mistakes before and after a pass through BERT, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.objectives.masking import hide, pretraining_loss, segments_of

# What the edits meet.
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
LOSS = "return cross_entropy(words, asked) + cross_entropy(pairs, label, pad=-1)"

MISTAKES = planted(
    (segments_of, hide, pretraining_loss),
    SeparatorBehind=(
        "the first separator was given to the second sentence; it ends the first one",
        (ENDS, "before = ends"),
    ),
    PaddingIsSecond=(
        "padding got segment 1; it is in no sentence and gets 0",
        (BEFORE, "return (before > 0).long()"),
    ),
    TheOtherWayRound=(
        "the two sentences changed places: the first one is 0, the second one 1",
        (BEFORE, "return ((before == 0) & (tokens != PAD)).long()"),
    ),
    ChoosesMarks=(
        "[CLS], [SEP] or padding were chosen, too; only words can be, whose numbers are above that of mask",
        (CHOSEN, "chosen = lot < CHOSEN"),
    ),
    ChoosesTheRest=(
        "the words were chosen whose lot is above CHOSEN: 85 of a hundred in place of 15",
        (CHOSEN, "chosen = (tokens > mask) & (lot >= CHOSEN)"),
    ),
    AlwaysTheMask=(
        "every chosen word became the mask; of ten, one becomes another word and one stays",
        (MASKED, "read = tokens.masked_fill(chosen, mask)"),
        (OTHER, "read"),
    ),
    NoOther=(
        "no word became another one; of ten that are chosen, one does",
        (OTHER, "read"),
    ),
    NoneStays=(
        "all that did not become the mask became another word; half of these stay as they are",
        (OTHER, "torch.where(chosen & (lot >= MASKED), others, read)"),
    ),
    OthersEverywhere=(
        "words that nobody chose were exchanged, too",
        (OTHER, "torch.where((lot >= MASKED) & ((lot < KEPT) | ~chosen), others, read)"),
    ),
    AsksForAll=(
        "every token is asked for, also those that can be seen; ask for the chosen ones, and PAD elsewhere",
        (ASKED, "tokens"),
    ),
    AsksForMasks=(
        "only where the mask stands is a word asked for; those that became another word, or stayed, are asked for, too",
        (ASKED, "torch.where(read == mask, tokens, PAD)"),
    ),
    AsksForWhatIsRead=(
        "what is asked for is what the model reads; ask for the word that stood there before",
        (ASKED, "torch.where(chosen, read, PAD)"),
    ),
    SharedIgnore=(
        "label 0 was ignored among the pairs as PAD is among the words; but there 0 is an answer, “it comes next”, and is never learned",
        (LOSS, "return cross_entropy(words, asked) + cross_entropy(pairs, label)"),
    ),
    CountsPadding=(
        "the positions at which nothing is asked counted as well; leave PAD out",
        (LOSS, "return cross_entropy(words, asked, pad=-1) + cross_entropy(pairs, label, pad=-1)"),
    ),
    WordsAlone=(
        "the pairs are missing: add their loss to that of the words",
        (LOSS, "return cross_entropy(words, asked)"),
    ),
    MeanOfBoth=(
        "the two losses were averaged; they are added",
        (LOSS, "return (cross_entropy(words, asked) + cross_entropy(pairs, label, pad=-1)) / 2"),
    ),
    OverAllPositions=(
        "the sum over the words was divided by all positions; divide by those that are asked for",
        (LOSS, "return cross_entropy(words, asked) * (asked != PAD).float().mean() + cross_entropy(pairs, label, pad=-1)"),
    ),
)  # fmt: skip
