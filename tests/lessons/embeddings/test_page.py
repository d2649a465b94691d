"""The embeddings page as Streamlit runs it, without a browser: every part, bad input, its numbers."""

import html
import re
from itertools import product

import pytest
import torch
from streamlit.testing.v1 import AppTest

from lessons.embeddings import PARTS, TRANSLATOR, results, tables, words
from lessons.embeddings.prediction import GENDER, likeness
from lessons.glossary import linked
from lessons.models.shipped import SENTENCE
from tests.kit import visit
from transformer.measure.words import word_vectors
from transformer.probe import record
from transformer.vocabulary import START
from transformer.weights import film as films
from transformer.weights import load

FIRST = next(iter(PARTS))
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def visited() -> AppTest:
    """The page, opened once: opening the app costs more than what a test looks at."""
    return visit.opened("embeddings")


@pytest.fixture
def opened(visited):
    """Go to a part, with a text and a model; as the page opens where nothing else is asked for."""

    def go(part: str = FIRST, text: str = SENTENCE, model: str = TRANSLATOR) -> AppTest:
        for name, value in (("model", model), ("part", part), ("text", text), ("table", "source")):
            visited.session_state[f"embeddings-{name}"] = value
        return visited.run()

    return go


def read(text: str, model: str = TRANSLATOR):
    return results.reading(model, text)


def texts(at: AppTest) -> str:
    return "\n".join(element.value for element in at.text)


def markup(at: AppTest) -> str:
    return "".join(element.value for element in at.html if "<style>" not in element.value)


def said(at: AppTest) -> str:
    return "\n".join(e.value for e in (*at.markdown, *at.caption))


def mistakes(at: AppTest) -> list[str]:
    """Sentences in a red box, or an exception that nobody explained."""
    boxes = [e.label for e in at.expander if e.label.startswith("Traceback")]
    return boxes + [str(e.value) for e in at.exception]


def test_every_part_opens_with_every_kind_of_model(opened):
    for part, model in product(PARTS, (TRANSLATOR, "reverse")):
        at = opened(part, model=model)
        assert not mistakes(at)
        names = [e.proto.component_name for e in at.get("bidi_component")]
        drawn = sum(name in ("glassbox_figure", "glassbox_panel") for name in names)
        assert drawn == (1 if part in ("map", "film", "pairs") else 0)
        assert linked(PARTS[part][1]) in said(at)
        if model == "reverse" and part in ("film", "pairs"):
            assert f"so this is {TRANSLATOR}" in texts(at), "another model's numbers are named so"


def test_the_map_of_the_table_that_writes_marks_the_translation(opened):
    at = opened()
    at.segmented_control(key="embeddings-table").select("target").run()
    assert not mistakes(at.run())
    found = results.map(TRANSLATOR, "target", read(SENTENCE))
    assert [one["full"] for one in found.header["sentence"]][-1] == "fatigué"
    typed = results.map(TRANSLATOR, "target", read("petit petite")).header
    assert [one["full"] for one in typed["sentence"]] == ["petit", "petite"]
    assert typed["points"][typed["start"]["word"]]["full"] == "petite"
    assert typed["sentence_title"] == "Typed words"
    written = results.map("reverse", "target", read("a b c", "reverse")).header
    assert [one["full"] for one in written["sentence"]] == ["c", "b", "a"]
    assert written["sentence_title"] == "What the model writes"


def test_what_cannot_be_read_gets_a_sentence(opened):
    for part, text in product(("map", "sum", "scores"), (" ", "   ", "!!!", "dog " * 80)):
        opened(part)  # before it, something that can be read
        at = opened(part, text)
        assert not mistakes(at)
        assert re.search("There is no word to look at|These are 80 words", texts(at)), (part, text)
        assert f"The picture still shows: {SENTENCE}" in texts(at)


def test_unknown_and_hostile_words_are_said_and_never_markup(opened):
    for part in ("map", "sum", "scores"):
        at = opened(part, f"the dgo {HOSTILE}")
        assert not mistakes(at)
        assert "“dgo” is not among the 465 words" in texts(at) and "dog" in texts(at)
        assert "<img" not in markup(at) + said(at)


def test_tables_escape_what_they_are_given():
    word = word_vectors.Lengths(HOSTILE, 1.0, 1.0, 1.0, 1.0)
    assert "<img" not in tables.length_bars([word], 2.0)
    bad = word_vectors.Candidate(HOSTILE, 1, 0.5, 0.5)
    assert "<img" not in tables.score_table(word_vectors.Scores((), (bad,), ()), 0)
    found = word_vectors.Lookup(HOSTILE, 1, (2, 1), ((1, HOSTILE, 1, (0.5,)),), (0.5,), (0.5,), 0.0)
    assert "<img" not in tables.lookup_table(found)


def test_one_hot_times_table_is_the_row():
    table = load(TRANSLATOR).model.source_embedding.table.weight
    row = load(TRANSLATOR).source_vocabulary.encode(["street"])[0]
    found = results.lookup(TRANSLATOR, "street")
    assert found.row == row and found.difference == 0
    assert found.product == found.looked_up == tuple(table[row, : word_vectors.COLUMNS].tolist())
    assert [entry for _, _, entry, _ in found.beside] == [0, 0, 1, 0, 0]
    for number, _, _, numbers in found.beside:
        assert numbers == tuple(table[number, : word_vectors.COLUMNS].tolist())
    assert "0.000" not in words.about_lookup(found) and "is 0." in words.about_lookup(found)


def test_a_row_at_the_edge_has_five_rows_beside_it():
    for word in ("<pad>", "yours", "zzz"):
        found = word_vectors.lookup(load(TRANSLATOR), word)
        assert len(found.beside) == 5 and sum(entry for _, _, entry, _ in found.beside) == 1


@pytest.mark.parametrize("moment", ["trained", "untrained"])
def test_lengths_are_those_of_the_probes(moment):
    trained = load(TRANSLATOR)
    model = trained.model if moment == "trained" else films.untrained(trained)
    ids = trained.source_vocabulary.encode(SENTENCE.split())
    with torch.no_grad(), record(model) as trace:
        model(torch.tensor([ids]), torch.tensor([[START]]))
    found = results.lengths(TRANSLATOR, read(SENTENCE), moment)
    for name, values in (
        ("tokens", [one.token for one in found]),
        ("sum", [one.sum for one in found]),
    ):
        expected = trace.one(f"source_embedding.{name}")[0].norm(dim=-1)
        assert values == pytest.approx(expected.tolist(), abs=1e-4)
    assert [one.position for one in found] == pytest.approx([32**0.5] * len(ids), abs=1e-4)
    rows = model.source_embedding.table.weight[torch.tensor(ids)].norm(dim=-1)
    assert [one.plain for one in found] == pytest.approx(rows.tolist(), abs=1e-4)


def test_scores_are_dot_products_with_the_rows_of_the_same_table():
    trained = load(TRANSLATOR)
    found = results.scores(TRANSLATOR, read(SENTENCE), 5)
    assert found.written[5] == found.candidates[0].word == "traversé"
    assert found.written[-1] == "⟨end⟩"
    vector = torch.tensor([v for v, _, _ in found.terms])
    table = trained.model.target_embedding.table.weight.detach()
    for one in found.candidates:
        assert float(table[one.row] @ vector) == pytest.approx(one.logit, abs=1e-4)
        assert one.difference < 1e-4
    logits = table @ vector
    assert [one.row for one in found.candidates] == logits.topk(
        word_vectors.CANDIDATES
    ).indices.tolist()
    total = sum(product for *_, product in found.terms)
    assert total == pytest.approx(found.candidates[0].logit, abs=1e-4)
    assert all(p == pytest.approx(v * r, abs=1e-6) for v, r, p in found.terms)


def test_a_place_after_the_last_word_is_the_last_word():
    assert results.scores(TRANSLATOR, read(SENTENCE), 99).candidates[0].word == "⟨end⟩"


def test_the_page_prints_the_numbers_that_were_measured(opened):
    at = opened("sum")
    shown = markup(at)
    for moment in ("trained", "untrained"):
        for one in results.lengths(TRANSLATOR, read(SENTENCE), moment):
            assert f"{one.token:.2f}" in shown and f"{one.plain:.2f}" in shown
    scores = results.scores(TRANSLATOR, read(SENTENCE), 1)
    at = opened("scores")
    assert f"{scores.candidates[0].logit:.6f}" in html.unescape(markup(at))


def test_another_word_of_the_sentence_can_be_looked_up(opened):
    at = opened("sum")
    pills = next(p for p in at.pills if p.label == "Which word?")
    pills.select(1).run()
    assert f"row {results.lookup(TRANSLATOR, 'animal').row}" in markup(at)
    assert not mistakes(at)


def test_what_to_notice_is_counted():
    trained = load(TRANSLATOR)
    text = words.notice("map", trained, results.map(TRANSLATOR, "source", read(SENTENCE)))
    counted = likeness(
        trained.model.source_embedding.table.weight.detach(), trained.source_vocabulary.words
    )
    assert f"{counted[GENDER].near:.0%} of the" in text
    header = results.map(TRANSLATOR, "source", read(SENTENCE)).header
    assert f"{header['kept'][0]:.1%} are among the nearest in 2-D" in text
    score = results.pairs(TRANSLATOR).header["score"]
    text = words.notice("pairs", trained, results.pairs(TRANSLATOR))
    for number in (f"{score['hits']} of {score['count']}", f"{score['baseline']} come out right"):
        assert number in text
    film = results.film(TRANSLATOR, "street")
    share = film.arrays["share"].values.sum(1)
    text = words.notice("film", trained, film)
    assert f"{share[0]:.1%} of its variance" in text and f"at the end {share[-1]:.1%}" in text


def test_the_answer_is_shown_in_the_map(opened):
    at = opened("map", model="reverse")
    question = results.predict("map", TRANSLATOR)
    number = question.options.index(question.right)
    at.button(key=f"predict-embeddings-map-{number}").click().run()
    at.button(key="predict-embeddings-map-show").click().run()
    at.run()
    assert at.text_input(key="embeddings-text").value == question.sentence
    assert at.segmented_control(key="embeddings-part").value == "map"
    assert at.selectbox(key="embeddings-model").value == TRANSLATOR
    assert not mistakes(at)


def test_the_first_picture_is_computed_beforehand(monkeypatch):
    asked = []
    for name in ("map", "predict", "check_exercise"):
        monkeypatch.setattr(results, name, lambda *key, name=name: asked.append((name, key)))
    results.warm()
    assert ("map", (TRANSLATOR, "source", read(SENTENCE))) in asked and len(asked) == 3
