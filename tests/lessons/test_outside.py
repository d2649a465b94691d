"""Models from outside on the pages that show something of each: tiny folders, with random weights."""

import pytest
import torch
from torch.nn.functional import cosine_similarity

from lessons.bert import results as bert_page
from lessons.embeddings import results as maps
from lessons.figures import embedding_map
from lessons.masks import results as masks
from lessons.models import catalogue, saved
from tests.kit.visit import Visitor
from tests.transformer.test_pretrained import SENTENCE, bert, gpt2
from transformer import weights
from transformer.pretrained.command import keep

GPT, BERT = "my_tiny_gpt", "my_tiny_bert"


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """Cards of a folder of each kind."""
    where = tmp_path_factory.mktemp("cards")
    for name, make in ((GPT, gpt2), (BERT, bert)):
        folder = tmp_path_factory.mktemp(name)
        make(folder)
        keep(folder, name, where)
    return where


@pytest.fixture
def listed(cards, monkeypatch):
    monkeypatch.setattr(catalogue, "WEIGHTS", cards)
    where = dict.fromkeys((GPT, BERT), cards)
    monkeypatch.setattr(saved, "load", lambda n: weights.load(n, where.get(n, weights.FOLDER)))


@pytest.mark.parametrize("name", [GPT, BERT])
def test_of_a_large_table_the_sentence_and_what_is_near_it_are_drawn(listed, monkeypatch, name):
    """And the neighbours of its words are those of the whole table."""
    monkeypatch.setattr(embedding_map, "LARGE", 10)
    monkeypatch.setattr(embedding_map, "FEW", 12)
    monkeypatch.setattr(embedding_map, "NEAR", 4)
    trained = saved.trained(name)
    side, path = ("target", "target_embedding") if name == GPT else ("source", "embedding")
    (vocabulary,) = (v for v in trained.vocabularies if len(v) > 10)
    words = trained.task.split("the animal was")
    figure = embedding_map.embedding_map(trained, side, words)
    table = trained.model.get_parameter(f"{path}.table.weight").detach()
    drawn = [point["full"] for point in figure.header["points"]]
    assert {array.probe for array in figure.arrays.values()} == {f"{path}.table.weight"}
    assert f"**{len(drawn)} of {len(table)} rows**" in figure.header["caption"]
    row = vocabulary.encode(words)[-1]
    cosines = cosine_similarity(table, table[row]).masked_fill(torch.arange(len(table)) == row, -2)
    near = [vocabulary.words[n] for n in cosines.topk(4).indices.tolist()]
    found = figure.arrays["near"].values[drawn.index(words[-1])].astype(int)
    assert [drawn[n] for n in found] == near and set(near) <= set(drawn) < set(vocabulary.words)


def test_the_map_is_offered_and_each_model_has_its_own_tables(listed):
    visitor = Visitor("embeddings")
    for name, only in ((GPT, "target"), (BERT, "source")):
        assert maps.sides(name) == (only,)
        shown = visitor.go(model=name, text=SENTENCE)
        assert shown.figure.header["run"]["model"] == name and "A model from outside" in shown.said
    assert maps.sides("english_french") == ("source", "target")
    assert visitor.go(part="sum").at.session_state["embeddings-model"] == "english_french"


def test_its_own_mask_can_be_painted(listed):
    visitor = Visitor("masks")
    for name, attention, usual in ((GPT, "decoder", "causal"), (BERT, "self", "padding")):
        shown = visitor.go(model=name, text="the animal / it was too tire")
        assert shown.figure.header["attention"] == attention and [*masks.attentions(name)] == [attention]  # fmt: skip
        rows = [one["full"] for one in shown.figure.header["rows"][0]]
        pieces = saved.trained(name).task.split("the animal")
        assert rows[1 : 1 + len(pieces)] == pieces, "as they are cut, not cut again"
        assert shown.figure.header["preset"] == usual and shown.figure.header["model"] == name
    shown = visitor.go(model=BERT, text="the " * 40)
    assert "A sentence has 40 words; this page takes 30." in shown.said


def test_a_table_of_positions_that_it_learned_is_drawn_beside_ours(listed, cards):
    page = bert_page.tables((GPT, BERT, "my_gone"))
    ours = [*bert_page.TABLES, "sinusoids"]
    assert [n.removesuffix(".similar") for n in page.arrays if n.endswith(".similar")] == [
        *ours,
        GPT,
        BERT,
    ]
    table = saved.trained(GPT).model.get_parameter("target_embedding.position.table")[:16].detach()
    units = table / table.norm(dim=1, keepdim=True)
    torch.testing.assert_close(torch.tensor(page.arrays[f"{GPT}.similar"].values), units @ units.T)
    shown = Visitor("bert").go(part="tables", answered=True).figure
    assert {f"{GPT}.vectors", f"{BERT}.vectors"} <= set(shown.arrays)
