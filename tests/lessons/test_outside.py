"""Models from outside on the pages that show something of each: tiny folders, with random weights."""

import pytest
import torch
from torch.nn.functional import cosine_similarity

from lessons.bert import results as bert_page
from lessons.bert.figures.input_sum import input_sum
from lessons.bert.figures.position_tables import position_tables
from lessons.embeddings import results as maps
from lessons.embeddings.figures import embedding_map
from lessons.masks import results as masks
from lessons.models import catalogue, open_model, saved, start
from tests.kit.visit import Visitor
from tests.transformer.test_pretrained import SENTENCE, bert, gpt2, marian
from transformer import weights
from transformer.pretrained.command import list_model
from transformer.weights.outside import open_folder

GPT, BERT, MARIAN = KINDS = "my_tiny_gpt", "my_tiny_bert", "my_tiny_marian"


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """Cards of a folder of each kind."""
    where = tmp_path_factory.mktemp("cards")
    for name, make in ((GPT, gpt2), (BERT, bert), (MARIAN, marian)):
        folder = tmp_path_factory.mktemp(name)
        make(folder)
        list_model(folder, name, where)
    return where


@pytest.fixture
def listed(cards, monkeypatch):
    monkeypatch.setattr(catalogue, "WEIGHTS", cards)
    where = dict.fromkeys(KINDS, cards)
    monkeypatch.setattr(saved, "load", lambda n: weights.load(n, where.get(n, weights.FOLDER)))
    return cards


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


def test_all_positions_of_a_bert_are_shown(tmp_path, monkeypatch):
    bert(tmp_path, positions=200)
    ours = open_folder(tmp_path, "long")
    figure = position_tables({"BERT, small": saved.trained("discourses")}, {"long": ours})
    table = ours.model.get_parameter("embedding.position.table").detach()
    some, spread = (figure.arrays[f"{title}.vectors"].values for title in ("long", "long, positions 0, 4, …"))  # fmt: skip
    assert len(some) == 64 and torch.equal(torch.tensor(spread), table[::4])
    assert "positions 0, 4, … up to 196; the table has 200 positions" in str(figure.header)
    monkeypatch.setattr(bert_page, "trained", lambda name: ours)
    assert not bert_page.long_reading("long", "the " * 198).problem
    assert "at most 198" in bert_page.long_reading("long", "the " * 199).problem
    assert "at most 64" in bert_page.encode("long", "the " * 199).problem
    assert input_sum(ours, "the " * 198).arrays["parts"].values.shape[1] == 200


def test_the_map_is_offered_and_each_model_has_its_own_tables(listed):
    visitor = Visitor("embeddings")
    for name, only in ((GPT, "target"), (BERT, "source")):
        assert maps.table_sides(name) == (only,)
        shown = visitor.go(model=name, text=SENTENCE)
        assert shown.figure.header["run"]["model"] == name and "An external model" in shown.text
    assert maps.table_sides("english_french") == ("source", "target")
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
    assert "A sentence has 40 words; this page accepts at most 30." in shown.text


def test_a_table_of_positions_that_it_learned_is_drawn_beside_ours(listed, cards):
    page = bert_page.tables_figure((GPT, BERT, "my_gone"))
    ours = [*bert_page.TABLES, "sinusoids"]
    assert [n.removesuffix(".similar") for n in page.arrays if n.endswith(".similar")] == [
        *ours,
        GPT,
        BERT,
    ]
    table = saved.trained(GPT).model.get_parameter("target_embedding.position.table")[:64].detach()
    units = table / table.norm(dim=1, keepdim=True)
    torch.testing.assert_close(torch.tensor(page.arrays[f"{GPT}.similar"].values), units @ units.T)
    shown = Visitor("bert").go(part="tables", answered=True).figure
    assert {f"{GPT}.vectors", f"{BERT}.vectors"} <= set(shown.arrays)


@pytest.mark.parametrize("name", [GPT, BERT])
def test_a_model_without_cross_attention_is_not_described_with_it(listed, name):
    visitor = Visitor("attention")
    visitor.at.session_state["model"] = name  # this page's name has no prefix
    shown = visitor.go(part="model")
    assert shown.figure.header["run"]["model"] == name
    assert "no cross-attention" in shown.text and "no **cross-attention**" in shown.text
    assert not any(words in shown.text for words in ("last cross-attention", "that translates"))


@pytest.mark.parametrize("text", ["model.safetensors is missing", "runs/copy-1 is full", "lm_head differs", r"C:\a is full"])  # fmt: skip
def test_a_name_of_a_file_keeps_its_first_letter(text):
    assert start.sentence(ValueError(text)) == f"{text}."
    assert start.sentence(ValueError(f"the file {text}")) == f"The file {text}."


# Each page with a list of models: a part with that list, and the key of the list.
PARTS = {
    "machine": ("model", "machine-model"),
    "embeddings": ("map", "embeddings-model"),
    "attention": ("model", "model"),
    "scores": ("head", "scores-model"),
    "masks": ("paint", "masks-model"),
    "heads": ("roles", "heads-model"),
    "block": ("stream", "block-model"),
    "decoding": ("tree", "decoding-model"),
    "bert": ("hide", "bert-model"),
    "gpt": ("swap", "gpt-model"),
    "your_layer": ("source", "your_layer-model"),
}


@pytest.mark.parametrize("lesson", open_model.PAGES)
def test_each_page_offers_the_models_that_it_can_show_and_the_link_to_open_one(listed, lesson):
    part, key = PARTS[lesson]
    visitor = Visitor(lesson)
    visitor.go(part=part, answered=True)
    options = {option for box in visitor.at.selectbox if box.key == key for option in box.options}
    cards = {name: catalogue.json.loads((listed / f"{name}.json").read_text()) for name in KINDS}
    offered = [name for name in KINDS if open_model.shows(lesson, cards[name])]
    assert sorted(options & {*KINDS}) == sorted(offered) and offered
    links = [link.label for link in visitor.at.get("page_link")]
    assert open_model.TITLE in links or lesson == "machine"
    for name in offered:
        visitor.at.session_state[key] = name
        visitor.go()
        assert visitor.at.session_state[key] == name and visitor.figure


def test_a_folder_is_opened_on_the_page_of_the_whole_model(listed, tmp_path, monkeypatch):
    gpt2(tmp_path / "tiny")
    monkeypatch.setattr(list_model, "__defaults__", ("", tmp_path))
    visitor = Visitor("machine")
    visitor.at.session_state[open_model.FOLDER] = f'"{tmp_path / "tiny"}"'
    visitor.go()
    (button,) = (b for b in visitor.at.button if b.label == "Open")
    button.click().run()
    (said,) = (line for line in visitor.text.splitlines() if line.startswith("my_tiny is now"))
    assert "on these pages: The Transformer, Embeddings" in said and "Decoding, GPT" in said
    assert not {"BERT", "Attention scores"} & {*said.rstrip(".").split(": ")[1].split(", ")}
    assert (tmp_path / "my_tiny.json").exists()
