"""Search results for a question by BM25, by vectors and by their product: why a document has its rank, and
how often each of the three finds the right one."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from lessons.figures.kit.choices import by, choice
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import truncated, visible
from lessons.figures.panels import column, hits, picture, reveals_answer, row, sentence, table, text
from lessons.finetuning.figures.search_orders import words as say
from lessons.finetuning.measure.searching import LEAST, Search
from transformer.retrieval.order import ranks, top

MADE, MEASURED = (
    f"lessons.finetuning.measure.searching.{name}" for name in ("search", "measure_recall")
)
# Documents per list; words of a question, and of a document in the list.
LISTED, MOST_WORDS, SEEN = 5, 16, 14


def search_orders(
    result: Search, name: str, right: int | None = None, kind: str = "",
    recall: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
) -> Figure:  # fmt: skip
    """Build the figure. `name` of the encoder; `right`: the relevant document; `recall`: order, or encoder → kind of
    question → the fractions ranked first, and in the top three; `kind` is that of this question. Raises `ValueError`
    for a question that is empty or too long."""
    if not 1 <= (count := len(result.question)) <= MOST_WORDS:
        raise ValueError(f"the question has {count} words; this figure takes 1 to {MOST_WORDS}")
    orders, listed = list(say.ORDERS), min(LISTED, len(result.documents))
    best = torch.tensor(
        [top(result.scores[order], listed) for order in orders]
    )  # (order, document)
    word = [visible(shown_word) for shown_word in result.parts]
    arrays = {
        "parts": Array(
            torch.stack([part[best] for part in result.parts.values()], -1).numpy(), "order document word", MADE,
            labels={"word": word},
        ),
        "best": Array(np.array(result.scores["bm25"].max()), "", MADE),
        **{order: Array(scores[best].numpy(), "order document", MADE) for order, scores in result.scores.items()},
    }  # fmt: skip
    matching = {word for word, part in result.parts.items() if part.max() >= LEAST}

    def hit(number: int) -> dict:
        words = result.documents[number]
        shown = [visible(shown_word) for shown_word in words[:SEEN]] + ["…"] * (len(words) > SEEN)
        marks = "".join("or"[shown_word in matching] for shown_word in words[:SEEN])
        return {"words": shown, "marks": marks, "right": number == right}

    lists = [
        [
            text(say.HEADS[order], "label"),
            reveals_answer(text(_rank_text(result, order, right))),
            reveals_answer(hits(f"{order}[{n}, :]:2", [hit(k) for k in best[n].tolist()], ("order", n, "document"),
                       name=say.ORDERS[order], full=1 if order == "vectors" else None)),
        ]
        for n, order in enumerate(orders)
    ]  # fmt: skip
    gaps = {gap: f"{gap}[order, document]:2" for gap in orders}
    gaps |= {"cosine": "vectors[order, document]:2", "best": "best[]:2"}
    words = reveals_answer(
        table(say.WORD, word, [column(say.ADDS, "parts[order, document, :]:2", bar=True)])
    )
    adds = by(
        "order",
        [reveals_answer(text(say.NO_PARTS)) if name == "vectors" else words for name in orders],
    )
    why = [
        text(say.WHY, "label"),
        text(by("order", [by("document", [truncated(" ".join(result.documents[k]), 120) for k in row_]) for row_ in best.tolist()])),
        adds,
        text(say.SUM, **gaps),
        text(say.PRODUCT if result.scores["bm25"].any() else say.SILENT_PRODUCT, **gaps),
        text(say.UNKNOWN.format(words=", ".join(map(visible, result.unknown))), "caption") if result.unknown else None,
    ]  # fmt: skip
    # Not if all are 0.
    opens = next((n for n, order in enumerate(orders, 1) if result.scores[order].any()), 1)
    choices = [
        choice("order", say.ORDER, list(say.ORDERS.values()), control="", keys="←→", opens=opens),
        choice("document", say.DOCUMENT, say.PLACES[:listed], control="", keys="↑↓"),
    ]
    second: list[list] = [
        [panel if panel is adds else reveals_answer(panel) for panel in why if panel]
    ]
    if recall:
        methods = [method for method in say.COLUMNS if method in recall]
        shares = np.array([[recall[o][k] for k in say.KINDS] for o in methods], np.float32) * 100
        arrays["recall"] = Array(shares, "order kind share", MEASURED)
        choices.append(choice("share", say.SHARE, say.SHARES, keys="k"))
        kinds = [{"label": kind_title, "full": kind_title, "look": "best" if k == kind else ""} for k, kind_title in say.KINDS.items()]  # fmt: skip
        columns = [
            column(say.COLUMNS[o], f"recall[{n}, :, share]:1") for n, o in enumerate(methods)
        ]
        count_text = say.RECALL.format(count=len(result.documents))
        second.append([text(count_text, "label"), reveals_answer(table(say.KIND, kinds, columns))])
    panels = [
        sentence(say.QUESTION, list(map(visible, result.question))),
        row(*lists, least=720),
        text(say.HOW.format(least=LEAST, bold="" if right is None else say.BOLD), "caption hint"),
        row(*second, least=720),
    ]
    title = say.TITLE.format(question=truncated(" ".join(result.question), 60))
    return picture("search_orders", title, choices, panels, arrays, say.ORIGIN.format(name=name))


def _rank_text(result: Search, order: str, right: int | None) -> str:
    """Return the line above a list: the rank of the right document, or that the ranking means nothing."""
    scores = result.scores[order]
    if order in say.SILENT and not scores.any():
        return say.SILENT[order]
    if right is None:
        return say.OPEN.format(count=len(scores))
    rank = ranks(scores[None], torch.tensor([right])).item()
    if others := int((scores == scores[right]).sum()) - 1:
        return say.TIED.format(others=others)
    return say.RANK.format(rank=int(rank), count=len(scores))
