"""Common mistakes in the losses and the answers of heads, one at a time."""

from lessons.kit.mistakes import mutations
from transformer.finetuning.heads import best_span, span_loss, tag_loss

# The lines that the edits replace.
TAGS = "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED)"
ALLOWED = "allowed = scores.masked_fill(~inside[..., None], -torch.inf)"
START, END = (f"cross_entropy(allowed[..., {n}], right[:, {n}])" for n in (0, 1))
MEAN = "return (start + end) / 2"
UNBIND = "start, end = scores.masked_fill(~inside[..., None], -torch.inf).unbind(-1)"
ORDERED = "ordered = every.triu()"
READ = "return torch.stack((best // places, best % places), -1)"

MISTAKES = mutations(
    (tag_loss, span_loss, best_span),
    IgnoresFirstLabel=(
        "label 0 was left out of the loss; it is a label like any other and would never be learned",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten().where(right.flatten() != 0, NOT_ASKED), ignore_index=NOT_ASKED)")),
    CountsAll=(
        "the sum was divided by the total number of positions; divide by the number of words with a label",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED) * (right != NOT_ASKED).float().mean()")),
    MeanOfTexts=(
        "the means of the texts were averaged; take one mean over all words of all texts",
        (TAGS, "return torch.stack([cross_entropy(s, r, ignore_index=NOT_ASKED) for s, r in zip(scores, right)]).mean()")),
    SumOfTags=(
        "the losses of the tags were added up; return their mean, so that long texts do not have a larger loss",
        (TAGS, "return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED, reduction='sum')")),
    AllPositions=(
        "the question, [CLS] and [SEP] were part of the softmax over positions; set their logits to `-inf`",
        (ALLOWED, "allowed = scores")),
    OutsideAlone=(
        "the text was masked instead of the rest; `inside` is True where an answer can be",
        (ALLOWED, "allowed = scores.masked_fill(inside[..., None], -1e4)")),
    ZeroOutside=(
        "positions outside the text got the logit 0, which still counts in the softmax; use `-inf`",
        (ALLOWED, "allowed = scores.masked_fill(~inside[..., None], 0.0)")),
    StartAlone=(
        "only the start counts in the loss; add the loss for the end",
        (MEAN, "return start")),
    SumOfEnds=(
        "the losses of start and end were added; return their mean",
        (MEAN, "return start + end")),
    EndsExchanged=(
        "start and end are swapped in the loss; column 0 of the scores is the start",
        (START, "cross_entropy(allowed[..., 1], right[:, 0])"),
        (END, "cross_entropy(allowed[..., 0], right[:, 1])")),
    EachForItself=(
        "start and end were chosen independently, so an answer can end before it starts; choose the pair with the largest sum",
        (READ, "return torch.stack((start.argmax(-1), end.argmax(-1)), -1)")),
    StartFirst=(
        "the best start was chosen first and then the best end after it; the pair with the largest sum can have a different start",
        (READ, "first = start.argmax(-1)\n    early = torch.arange(places) < first[:, None]\n    return torch.stack((first, end.masked_fill(early, -torch.inf).argmax(-1)), -1)")),
    Sorted=(
        "start and end were chosen independently and then sorted; choose the pair with the largest sum",
        (READ, "return torch.stack((start.argmax(-1), end.argmax(-1)), -1).sort(-1).values")),
    Clamped=(
        "an end before the start was moved to the start; choose the pair with the largest sum",
        (READ, "return torch.stack((start.argmax(-1), torch.maximum(start.argmax(-1), end.argmax(-1))), -1)")),
    NoOneWord=(
        "one-word answers were ruled out; start and end can be the same position",
        (ORDERED, "ordered = every.triu(1)")),
    TurnedRound=(
        "only pairs with the end before the start were kept; keep the other pairs instead",
        (ORDERED, "ordered = every.tril()")),
    AnswersInTheQuestion=(
        "an answer was found outside the text; choose only positions in the text",
        (UNBIND, "start, end = scores.unbind(-1)")),
    RowForColumn=(
        "the row and the column of the best cell are swapped; `//` computes the row, which is the start",
        (READ, "return torch.stack((best % places, best // places), -1)")),
)  # fmt: skip
