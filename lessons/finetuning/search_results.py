"""The figures and texts of the part on search, computed with `transformer` and shared by all visitors."""

import json
from dataclasses import replace
from pathlib import Path

import torch

from lessons.figures.kit.figure import Figure
from lessons.finetuning import search_words as say
from lessons.finetuning.figures.search_orders import MOST_WORDS, search_orders
from lessons.finetuning.figures.search_orders.words import ORDERS
from lessons.finetuning.measure.searching import ASKED, NAME, bm25_mistakes, search
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction, from_reasons
from lessons.models.saved import trained
from transformer import corpus
from transformer.retrieval.order import ranks

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

TABLE = Path(__file__).with_name("search.json")
# The document of the five questions, and the kind of question that opens the part.
SHOWN, OPENS = 12, "italian"
MOST_BYTES, MOST_LINES = 2**20, 1000  # limits for a visitor's own documents


@shared_cache
def measured_recall() -> dict:
    """Return ranking or encoder → kind of question → fractions with the right document first, and among the first three."""
    return json.loads(TABLE.read_text(encoding="utf-8"))


@shared_cache
def known_questions() -> dict[str, tuple[str, int]]:
    """Return each question about the collection → its kind and its document."""
    task = trained(NAME).task
    return {" ".join(q): (kind, n) for kind in ASKED for n, q in enumerate(task.questions(kind))}


@shared_cache
def example_questions() -> dict[str, str]:
    """Return one question of each kind, all about the same document."""
    return {
        kind: next(q for q, of in known_questions().items() if of == (kind, SHOWN))
        for kind in ASKED
    }


def encode(name: str, typed: str) -> EncodedText:
    """Read a question; `problem` is the error. The figure lists the words that the encoder has never seen."""
    return replace(EncodedText.encode(trained(name), typed, MOST_WORDS, say.NOTHING), unknown=())


@shared_cache
def search_figure(typed: str) -> Figure:
    """Search the collection for a question."""
    task, words = trained(NAME).task, trained(NAME).task.split(typed)
    kind, right = known_questions().get(" ".join(words), ("", None))
    result = search(trained(NAME), words, task.documents)
    return search_orders(result, NAME, right, kind, measured_recall())


# ---- a visitor's own documents -------------------------------------------------------------------
def own_documents(text_or_file: str | bytes) -> tuple[list[list[str]], str]:
    """Split documents (one per line) into words; return them with an error, or with how many words are known."""
    if (
        size := len(text_or_file if isinstance(text_or_file, bytes) else text_or_file.encode())
    ) > MOST_BYTES:
        return [], say.OWN_SIZE.format(size=size / 2**20)
    try:
        text = (
            corpus.plain("you uploaded", text_or_file, [])
            if isinstance(text_or_file, bytes)
            else text_or_file
        )
    except corpus.Unreadable as error:
        return [], say.OWN_NO_TEXT.format(reason=error)
    split = trained(NAME).task.split
    documents = [words for line in text.splitlines() if (words := split(line))]
    if (count := len(documents)) > MOST_LINES:
        return [], say.OWN_LINES.format(count=count, most=MOST_LINES, spare=count - MOST_LINES)
    if count < 2:
        return [], say.OWN_FEW.format(count=count)
    words = {word for document in documents for word in document}
    seen = sum(word in trained(NAME).source_vocabulary for word in words)
    return documents, say.OWN_KNOWN.format(all=len(words), seen=seen)


def own_search_figure(typed: str, text_or_file: str | bytes) -> Figure:
    """Search these documents for a question. The result is not cached, because it can be a megabyte."""
    words, (documents, _) = trained(NAME).task.split(typed), own_documents(text_or_file)
    return search_orders(search(trained(NAME), words, documents), NAME)


# ---- the texts -------------------------------------------------------------------------------------
@shared_cache
def about_search() -> str:
    """Return the text “What to notice”."""
    first = {
        order: {kind: of[0] for kind, of in measured_recall()[order].items()} for order in ORDERS
    }
    alls, card = {f"{order}_all": of["all"] for order, of in first.items()}, trained(NAME).card
    about = {"pairs": card["sentences"]["trained"], "seconds": card["seconds"]}
    about |= bm25_mistakes(trained(NAME).task, "two") | {
        "count": len(known_questions()) // len(ASKED)
    }
    return say.NOTICE.format(differ=example_questions()["all"], **alls, **about)


@shared_cache
def predict() -> Prediction:
    """Ask which ranking finds the document of the Italian question."""
    task, question = trained(NAME).task, example_questions()[OPENS]
    scores = search(trained(NAME), task.split(question), task.documents).scores
    rank = {order: ranks(of[None], torch.tensor([SHOWN])).item() for order, of in scores.items()}
    ranked = ", ".join(f"{ORDERS[order]} {r:g}" for order, r in rank.items())
    ranking = say.TOLD.format(count=len(task.documents), ranks=ranked)
    right = say.OPTIONS[tuple(order for order, r in rank.items() if r == 1)]
    reasons = {option: f"{ranking} {say.BECAUSE[orders]}" for orders, option in say.OPTIONS.items()}
    return from_reasons(say.QUESTION.format(question=question), reasons, right, "")
