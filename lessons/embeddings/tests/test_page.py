"""The embeddings page as Streamlit runs it, without a browser: every part, bad input, its numbers."""

import html

import pytest
import torch

from lessons.embeddings import TRANSLATOR, results, tables, words
from lessons.embeddings.measure import word_vectors
from lessons.embeddings.prediction import GENDER, likeness
from lessons.models.shipped import SENTENCE
from tests.kit.small import HOSTILE
from transformer.probe import record
from transformer.vocabulary import START
from transformer.weights import film as films
from transformer.weights import load


@pytest.fixture
def opened(visitor):
    """Go to a part, with a text and a model; as the page opens where nothing else is asked for."""
    usual = {"part": "map", "text": SENTENCE, "model": TRANSLATOR, "table": "source"}
    return lambda part="map", **chosen: visitor.go(**usual | {"part": part} | chosen)


def read(text: str, model: str = TRANSLATOR):
    return results.encode(model, text)


def test_another_models_numbers_are_named_so(opened):
    for part in ("film", "pairs"):
        assert f"so the figure shows {TRANSLATOR}" in opened(part, model="reverse").text


def test_the_map_of_the_table_that_writes_marks_the_translation(opened):
    opened(table="target")
    figure = results.map_figure(TRANSLATOR, "target", read(SENTENCE))
    assert [word["full"] for word in figure.header["sentence"]][-1] == "fatigué"
    typed = results.map_figure(TRANSLATOR, "target", read("petit petite")).header
    assert [word["full"] for word in typed["sentence"]] == ["petit", "petite"]
    assert typed["start"]["word"] == "petite"
    assert typed["sentence_title"] == "Typed words"
    written = results.map_figure("reverse", "target", read("a b c", "reverse")).header
    assert [word["full"] for word in written["sentence"]] == ["c", "b", "a"]
    assert written["sentence_title"] == "What the model writes"


def test_tables_escape_what_they_are_given():
    word = word_vectors.Lengths(HOSTILE, 1.0, 1.0, 1.0, 1.0)
    assert "<img" not in tables.length_bars([word], 2.0)
    bad = word_vectors.Candidate(HOSTILE, 1, 0.5, 0.5)
    assert "<img" not in tables.score_table(word_vectors.Scores((), (bad,), ()), 0)
    looked_up = word_vectors.Lookup(
        HOSTILE, 1, (2, 1), ((1, HOSTILE, 1, (0.5,)),), (0.5,), (0.5,), 0.0
    )
    assert "<img" not in tables.lookup_table(looked_up)


def test_one_hot_times_table_is_the_row():
    table = load(TRANSLATOR).model.source_embedding.table.weight
    row = load(TRANSLATOR).source_vocabulary.encode(["street"])[0]
    looked_up = results.lookup(TRANSLATOR, "street")
    assert looked_up.row == row and looked_up.difference == 0
    assert (
        looked_up.product
        == looked_up.looked_up
        == tuple(table[row, : word_vectors.COLUMNS].tolist())
    )
    assert [entry for _, _, entry, _ in looked_up.beside] == [0, 0, 1, 0, 0]
    for number, _, _, numbers in looked_up.beside:
        assert numbers == tuple(table[number, : word_vectors.COLUMNS].tolist())
    assert "0.000" not in words.about_lookup(looked_up) and "is 0." in words.about_lookup(looked_up)


def test_a_row_at_the_edge_has_five_rows_beside_it():
    for word in ("<pad>", "yours", "zzz"):
        looked_up = word_vectors.look_up(load(TRANSLATOR), word)
        assert len(looked_up.beside) == 5 and sum(entry for _, _, entry, _ in looked_up.beside) == 1


@pytest.mark.parametrize("moment", ["trained", "untrained"])
def test_lengths_are_those_of_the_probes(moment):
    trained = load(TRANSLATOR)
    model = trained.model if moment == "trained" else films.untrained(trained)
    ids = trained.source_vocabulary.encode(SENTENCE.split())
    with torch.no_grad(), record(model) as trace:
        model(torch.tensor([ids]), torch.tensor([[START]]))
    lengths = results.lengths(TRANSLATOR, read(SENTENCE), moment)
    for name, values in (
        ("tokens", [vector.token for vector in lengths]),
        ("sum", [vector.sum for vector in lengths]),
    ):
        expected = trace.one(f"source_embedding.{name}")[0].norm(dim=-1)
        assert values == pytest.approx(expected.tolist(), abs=1e-4)
    assert [vector.position for vector in lengths] == pytest.approx([32**0.5] * len(ids), abs=1e-4)
    rows = model.source_embedding.table.weight[torch.tensor(ids)].norm(dim=-1)
    assert [vector.plain for vector in lengths] == pytest.approx(rows.tolist(), abs=1e-4)


def test_scores_are_dot_products_with_the_rows_of_the_same_table():
    trained = load(TRANSLATOR)
    scores = results.scores(TRANSLATOR, read(SENTENCE), 5)
    assert scores.written[5] == scores.candidates[0].word == "traversé"
    assert scores.written[-1] == "⟨end⟩"
    vector = torch.tensor([v for v, _, _ in scores.terms])
    table = trained.model.target_embedding.table.weight.detach()
    for candidate in scores.candidates:
        assert float(table[candidate.row] @ vector) == pytest.approx(candidate.logit, abs=1e-4)
        assert candidate.difference < 1e-4
    logits = table @ vector
    assert [candidate.row for candidate in scores.candidates] == logits.topk(
        word_vectors.CANDIDATES
    ).indices.tolist()
    total = sum(product for *_, product in scores.terms)
    assert total == pytest.approx(scores.candidates[0].logit, abs=1e-4)
    assert all(p == pytest.approx(v * r, abs=1e-6) for v, r, p in scores.terms)


def test_a_place_after_the_last_word_is_the_last_word():
    assert results.scores(TRANSLATOR, read(SENTENCE), 99).candidates[0].word == "⟨end⟩"


def test_the_page_prints_the_numbers_that_were_measured(opened):
    shown = opened("sum").markup
    for moment in ("trained", "untrained"):
        for lengths in results.lengths(TRANSLATOR, read(SENTENCE), moment):
            assert f"{lengths.token:.2f}" in shown and f"{lengths.plain:.2f}" in shown
    scores = results.scores(TRANSLATOR, read(SENTENCE), 1)
    assert f"{scores.candidates[0].logit:.6f}" in html.unescape(opened("scores").markup)


def test_another_word_of_the_sentence_can_be_looked_up(opened):
    shown = opened("sum")
    next(pills for pills in shown.at.pills if pills.label == "Which word?").select(1).run()
    assert not shown.mistakes
    assert f"row {results.lookup(TRANSLATOR, 'animal').row}" in shown.markup


def test_what_to_notice_is_counted():
    trained = load(TRANSLATOR)
    text = words.notice("map", trained, results.map_figure(TRANSLATOR, "source", read(SENTENCE)))
    counted = likeness(
        trained.model.source_embedding.table.weight.detach(), trained.source_vocabulary.words
    )
    assert f"{counted[GENDER].near:.0%} of the" in text
    header = results.map_figure(TRANSLATOR, "source", read(SENTENCE)).header
    assert f"{header['kept'][0]:.1%} are among the nearest in 2-D" in text
    score = results.pairs_figure(TRANSLATOR).header["score"]
    text = words.notice("pairs", trained, results.pairs_figure(TRANSLATOR))
    for number in (
        f"{score['hits']} of {score['count']}",
        f"{score['baseline']} pairs are answered correctly",
    ):
        assert number in text
    film = results.film_figure(TRANSLATOR, "street")
    share = film.arrays["share"].values.sum(1)
    text = words.notice("film", trained, film)
    assert f"{share[0]:.1%} of the variance" in text and f"{share[-1]:.1%} at the end" in text


def test_the_answer_is_shown_in_the_map(opened):
    at = opened("map", model="reverse").at
    question = results.predict("map", TRANSLATOR)
    number = question.options.index(question.right)
    at.button(key=f"predict-embeddings-map-{number}").click().run()
    at.button(key="predict-embeddings-map-show").click().run()
    at.run()
    assert at.text_input(key="embeddings-text").value == question.sentence
    assert at.segmented_control(key="embeddings-part").value == "map"
    assert at.selectbox(key="embeddings-model").value == TRANSLATOR
