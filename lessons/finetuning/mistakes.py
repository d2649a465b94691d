"""The usual mistakes with the answers of heads, planted one at a time."""

from lessons.kit.mistakes import planted
from transformer.finetuning.heads import best_span, span_loss, tag_loss

# What the edits meet.
TAGS = "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED)"
ALLOWED = "allowed = scores.masked_fill(~inside[..., None], -torch.inf)"
START, END = (f"cross_entropy(allowed[..., {n}], right[:, {n}])" for n in (0, 1))
MEAN = "return (start + end) / 2"
UNBIND = "start, end = scores.masked_fill(~inside[..., None], -torch.inf).unbind(-1)"
ORDERED = "ordered = every.triu()"
READ = "return torch.stack((best // places, best % places), -1)"

MISTAKES = planted(
    (tag_loss, span_loss, best_span),
    IgnoresFirstLabel=(
        "label 0 was left out of the tags' loss; it is a label like any other, and without it is never learned",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten().where(right.flatten() != 0, NOT_ASKED), ignore_index=NOT_ASKED)")),
    CountsAll=(
        "the tags' sum was divided by all positions; divide by the words that have a label",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED) * (right != NOT_ASKED).float().mean()")),
    MeanOfTexts=(
        "each text got its own mean, and these were averaged; the mean is over all words of all texts",
        (TAGS, "return torch.stack([cross_entropy(s, r, ignore_index=NOT_ASKED) for s, r in zip(scores, right)]).mean()")),
    SumOfTags=(
        "the tags' losses were added up; their mean is wanted, so that long texts do not cost more",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED, reduction='sum')")),
    AllPositions=(
        "question, [CLS] and [SEP] took part in the span's softmax; give them -inf first",
        (ALLOWED, "allowed = scores")),
    OutsideAlone=(
        "the text was taken out and the rest was kept: inside is True where an answer may stand",
        (ALLOWED, "allowed = scores.masked_fill(inside[..., None], -1e4)")),
    ZeroOutside=(
        "positions outside got the score 0, which takes part in the softmax; -inf does not",
        (ALLOWED, "allowed = scores.masked_fill(~inside[..., None], 0.0)")),
    StartAlone=(
        "only the start was asked for; the end is the second question",
        (MEAN, "return start")),
    SumOfEnds=(
        "the losses of start and end were added; their mean is wanted",
        (MEAN, "return start + end")),
    EndsExchanged=(
        "start and end changed places in the span's loss: column 0 of the scores is the start",
        (START, "cross_entropy(allowed[..., 1], right[:, 0])"),
        (END, "cross_entropy(allowed[..., 0], right[:, 1])")),
    EachForItself=(
        "start and end were chosen each for itself, so an answer can end before it starts; choose the pair with the largest sum",
        (READ, "return torch.stack((start.argmax(-1), end.argmax(-1)), -1)")),
    NoOneWord=(
        "answers of one word were ruled out: start and end may be the same position",
        (ORDERED, "ordered = every.triu(1)")),
    TurnedRound=(
        "only pairs were kept whose end stands before their start; it is the other way round",
        (ORDERED, "ordered = every.tril()")),
    AnswersInTheQuestion=(
        "an answer was found outside the text: only positions that are inside count",
        (UNBIND, "start, end = scores.unbind(-1)")),
    RowForColumn=(
        "row and column of the best cell changed places: // gives the row, which is the start",
        (READ, "return torch.stack((best % places, best // places), -1)")),
)  # fmt: skip
