"""Search: BM25 beside its formula done by hand, ranks with ties, the encoder, and what its measured table says."""

import json
import math

import pytest
import torch

from lessons.finetuning.measure import searching
from tests.kit.paths import ROOT
from transformer import weights
from transformer.families.searcher import FAMILY, Searcher, SearcherConfig
from transformer.objectives.matching import TEMPERATURE, Matching, RetrievalBatch
from transformer.retrieval.bm25 import BM25
from transformer.retrieval.order import product, ranks, recall, top
from transformer.retrieval.vectors import vectors
from transformer.tasks import TASKS
from transformer.tasks.collection import CONCEPTS, QUESTION_KINDS
from transformer.training import build
from transformer.training.settings import Settings

TABLE = json.loads((ROOT / "lessons" / "finetuning" / "search.json").read_text("utf-8"))


def test_bm25_is_the_formula_done_by_hand():
    """Three documents of 3, 3 and 6 words, so 4 on average; k1 = 1.5, b = 0.75."""
    collection = BM25(
        [["a", "dog", "barks"], ["a", "cat", "sleeps"], ["a", "dog", "sees", "a", "dog", "run"]]
    )
    idf = {
        "a": math.log(1 + 0.5 / 3.5),
        "dog": math.log(1 + 1.5 / 2.5),
        "cat": math.log(1 + 2.5 / 1.5),
    }
    short, long = 1.5 * (0.25 + 0.75 * 3 / 4), 1.5 * (0.25 + 0.75 * 6 / 4)
    by_hand = [
        idf["dog"] * 2.5 / (1 + short) + idf["a"] * 2.5 / (1 + short),
        idf["cat"] * 2.5 / (1 + short) + idf["a"] * 2.5 / (1 + short),
        idf["dog"] * 5 / (2 + long) + idf["a"] * 5 / (2 + long),
    ]  # fmt: skip
    scores = collection.scores(["a", "dog", "cat"])
    torch.testing.assert_close(scores, torch.tensor(by_hand))
    parts = collection.parts(["a", "dog", "dog", "owl"])
    assert [*parts] == ["a", "dog", "owl"] and not parts["owl"].any()
    torch.testing.assert_close(sum(parts.values()), collection.scores(["a", "dog", "dog", "owl"]))
    torch.testing.assert_close(parts["dog"], 2 * collection.parts(["dog"])["dog"])
    assert not collection.scores([]).any()


def test_equal_documents_share_their_ranks():
    scores = torch.tensor([[3.0, 1, 2], [1, 1, 1], [5, 5, 0], [0, 2, 1]])
    rank = ranks(scores, torch.tensor([0, 2, 1, 0]))
    assert rank.tolist() == [1, 2, 1.5, 3] and (recall(rank, 1), recall(rank, 3)) == (0.25, 1)
    assert top(scores[2], 2) == [0, 1] and top(scores[3], 2) == [1, 2]
    silent = product(torch.zeros(3), torch.tensor([0.2, 0.9, -1]))
    assert top(silent, 3) == [1, 0, 2], "where BM25 says nothing, the vectors decide"
    assert top(product(torch.tensor([4.0, 0, 0]), torch.tensor([0.0, 0.9, -1])), 1) == [0]


def test_the_loss_is_that_of_the_right_document_among_those_of_the_batch():
    model = build(TASKS["collection"](), 0)
    lots = torch.Generator().manual_seed(0)
    question, document = torch.randint(4, 99, (2, 5, 6), generator=lots)
    loss, _ = Matching().loss(model, RetrievalBatch(question, document), Settings(smoothing=0.0))
    by_hand = [
        -math.log(math.exp(row[n] / TEMPERATURE) / sum(math.exp(c / TEMPERATURE) for c in row))
        for n, row in enumerate((model(question) @ model(document).T).tolist())
    ]
    assert loss.item() == pytest.approx(sum(by_hand) / 5, rel=1e-4)


def test_a_vector_is_the_mean_of_its_words_whatever_else_is_in_the_batch():
    torch.manual_seed(0)
    model = Searcher(SearcherConfig(12, d_model=8, d_ff=8, self_heads=2)).eval()
    alone = torch.tensor([[4, 5, 6]])
    with torch.no_grad():
        padded = model(torch.tensor([[4, 5, 6, 0, 0], [7, 8, 9, 10, 11]]))[:1]
        mean = model.encode(alone).mean(1)
        torch.testing.assert_close(model(alone), padded)
        torch.testing.assert_close(padded, mean / mean.norm())
    assert FAMILY.objective.side_labels(RetrievalBatch(alone, alone), TRAINED.vocabularies)[
        "question"
    ]


TRAINED = weights.load("collection")


def test_what_is_unknown_is_left_out_and_what_is_empty_has_no_direction():
    words = TRAINED.source_vocabulary
    texts = [["dog", "k104", "finds"], ["dog", "finds"], ["k104"], []]
    known_only, same, *nothing = vectors(TRAINED.model, texts, words)
    assert torch.equal(known_only, same) and known_only.norm().item() == pytest.approx(1)
    assert all(not row.any() for row in nothing)
    # Also for an encoder that does not give zeros for a text of padding only.
    known_only, same, *nothing = vectors(lambda tokens: torch.ones(len(tokens), 3), texts, words)
    assert known_only.all() and all(not row.any() for row in nothing)


def test_questions_are_what_their_kind_says():
    task = TASKS["collection"]()
    assert len({*task.documents}) == len({d[-1] for d in task.documents}) == 250
    concept = {
        word: (n, k)
        for n, of in enumerate(CONCEPTS)
        for k, words in enumerate(of)
        for word in words
    }
    facts = {"trained": set(), "held out": set()}
    for name, examples in (("trained", task.train), ("held out", task.held_out)):
        for e in examples:
            meant = [[concept[w] for w in side if w in concept] for side in (e.source, e.target)]
            assert meant[0] == meant[1] and len(meant[0]) == 5
            replaced = sum(w in concept and w not in e.source for w in e.target)
            assert replaced == {"same": 0, "two": 2, "all": 5, "italian": 5}[e.kind]
            facts[name].add(tuple(meant[0]))
    assert not facts["trained"] & facts["held out"] and len(facts["held out"]) == 250
    for kind in QUESTION_KINDS:
        assert len(task.questions(kind)) == 250
    assert not {*task.questions("italian")[0]} & {*task.documents[0]}


def test_the_table_is_measured_again():
    """All but the minute of hidden words, of which the first steps are made again."""
    task, words = TRAINED.task, TRAINED.source_vocabulary
    recalls = searching.measure_recall(task, TRAINED.model, words)
    for order, rows in recalls.items():
        for kind, shares in rows.items():
            assert shares == pytest.approx(TABLE[order][kind], abs=0.01), (order, kind)
    fresh = build(task, TRAINED.card["settings"]["seed"])
    steps = searching.train_on_masked_words(fresh, task, words, searching.HIDDEN)
    assert [next(steps) for _ in range(3)] == pytest.approx(TABLE["first_losses"][:3], rel=1e-3)


def test_each_order_has_a_question_that_it_fails():
    first_place = {
        order: {k: v[0] for k, v in TABLE[order].items()}
        for order in ("bm25", "vectors", "product")
    }
    assert first_place["bm25"]["all"] == first_place["bm25"]["italian"] == 0
    assert first_place["vectors"]["all"] > 0.97
    assert first_place["vectors"]["code"] == 0 and first_place["bm25"]["code"] == 1
    assert first_place["product"]["all"] == 0 and first_place["product"]["italian"] > 0.97
    assert (
        TABLE["hidden"]["italian"][0] < 0.05
        and TABLE["hidden"]["two"][0] < first_place["vectors"]["two"]
    )
