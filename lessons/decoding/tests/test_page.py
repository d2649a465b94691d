"""The page on decoding: its examples are found, each model writes, and the search continues after a forced word."""

import pytest
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from lessons.decoding import EARLY, TYPED_TABLE, WRITER, choices, results
from lessons.figures.kit.labels import visible
from lessons.host import server
from tests.app.test_app import mistakes, words_of
from tests.kit import visit
from tests.kit.chosen import few
from tests.kit.small import HOSTILE, TINY
from transformer.runs import Plan, Run
from transformer.training.settings import Settings


def opened(**state) -> AppTest:
    return visit.opened("decoding", **state)


def shown(at: AppTest):
    return at.session_state["to save"]["figure"]


def test_it_opens_with_the_sentence_and_the_beam_of_the_question():
    at = opened()
    asked = results.predict()
    assert at.text_input(key="decoding-text").value == asked.sentence and "five" in asked.question
    header = shown(at).header
    assert header["model"] == EARLY and header["start"]["beams"] == 5
    assert header["right"]["kinds"][0]  # greedy decoding gives a wrong translation
    kinds = {kind for kind, _ in results.mistakes()}
    assert kinds >= {"rescued", "model"} and not mistakes(at)


def test_the_search_stops_after_T_steps_or_at_n_complete_hypotheses():
    at = opened()
    steps = {width: len(tree["rest"]) for width, tree in enumerate(shown(at).header["trees"], 1)}
    at.number_input(key="decoding-steps").set_value(4).run()
    assert all(len(tree["rest"]) <= 4 for tree in shown(at).header["trees"]) and not mistakes(at)
    assert "T = 4 " in shown(at).header["stops"]
    at.number_input(key="decoding-steps").set_value(None).run()
    at.number_input(key="decoding-complete").set_value(1).run()
    fewer = {width: len(tree["rest"]) for width, tree in enumerate(shown(at).header["trees"], 1)}
    assert fewer[1] == steps[1] and fewer[5] < steps[5] and "n = 1" in shown(at).header["stops"]


@pytest.mark.slow
def test_every_kind_of_sentence_shows_what_it_is_offered_for():
    for kind, sentence in {kind: (kind, text) for kind, text in results.mistakes()}.values():
        figure = results.tree(EARLY, results.reading(EARLY, sentence), ())
        found = figure.header["right"]["kinds"][
            4
        ]  # a beam of five, with which the examples were found
        assert found == ("" if kind == "rescued" else kind), sentence


@pytest.mark.parametrize(
    ("part", "kind", "key", "reads", "asked"),
    [
        (
            "sampling", "sampling_lab", choices.SETTING, results.Setting,
            {"temperature": 0.5, "k": 5, "p": 0.9, "seed": 3, "draws": 1000},
        ),
        ("drafting", "drafting", choices.DRAFT, results.DraftSetting, {"ahead": 2, "seed": 7}),
    ],
)  # fmt: skip
def test_a_figure_takes_the_setting_that_was_chosen(part, kind, key, reads, asked):
    at = opened(part=part)
    assert shown(at).kind == kind and not mistakes(at)
    at.session_state[key] = reads.of(asked)
    at.run()
    assert shown(at).header["setting"] == asked and not mistakes(at)


def test_bleu_is_that_of_what_was_written_or_says_what_is_missing():
    at = opened(part="bleu")
    assert shown(at).kind == "bleu_parts" and not mistakes(at)
    opens = at.text_input(key="decoding-text").value
    (example,) = [e for e in results.known(EARLY).values() if " ".join(e.source) == opens]
    assert shown(at).arrays["score"].values < 100
    reference = [visible(word) for word in example.target]
    assert str(reference) in str(shown(at).header["panels"])
    at.text_input(key="decoding-text").set_value("the cat").run()
    at.run()
    assert any("there is none for this sentence" in t.value for t in at.text) and not mistakes(at)


def test_a_text_is_counted_in_characters():
    at = opened(part="sampling")
    at.text_input(key="decoding-text").set_value("a dog that did not cross the street").run()
    at.run()
    assert shown(at).header["text"] == "a dog that did not cross the street" and not mistakes(at)
    at.text_input(key="decoding-text").set_value("a dog " * 20).run()
    at.run()
    assert any(words.startswith("The text has 119 characters") for words in words_of(at))


# ---- a typed table ------------------------------------------------------------------------------
def typed(at: AppTest, text: str) -> AppTest:
    at.text_area(key="decoding-table").set_value(text).run()
    return at.run()


def with_table() -> AppTest:
    return opened(model=TYPED_TABLE)


@pytest.mark.slow
def test_a_typed_table_decodes_like_a_model():
    at = with_table()
    opening = shown(at)
    assert opening.header["start"]["beams"] == 2 and not mistakes(at)
    typed(at, "<start>: he .6, she .4\nhe: <end> 1\nshe: <end> 1")
    tree = shown(at).header["trees"][1]
    assert [node["text"] for node in tree["nodes"] if node["fate"] == "aside"] == ["he", "she"]
    at.selectbox(key="decoding-model").select(WRITER).run()
    at.run()
    assert at.text_input(key="decoding-text").value == "the b" and not mistakes(at)
    for said in ("a: <end> 1", "<start>: <img src=x onerror=alert(1)> 1", "x" * 2001):
        assert results.reading(TYPED_TABLE, said).problem


def test_a_table_that_cannot_be_read_leaves_the_picture_and_says_why():
    at = with_table()
    typed(at, "<start>: he .6, she .4\nhe: <end> 1\nshe: <end> 1")
    before = shown(at).complete_header["id"]
    for text, said in (
        ("<start>: he .6, she .3\nhe: <end> 1", "Line 1: row "),
        (f"<start>: {HOSTILE} 1", "Line 1: row "),
        ("", "No row "),
    ):
        typed(at, text)
        assert any(words.startswith(said) for words in words_of(at)), text
        assert shown(at).complete_header["id"] == before and not mistakes(at), text
    typed(at, "<start>: <b>x</b> 1\n<b>x</b>: <end> 1")
    assert shown(at).header["trees"][0]["nodes"][0]["word"] == "<b>x</b>" and not mistakes(at)


def test_only_what_the_table_can_write_is_forced():
    at = with_table()
    typed(at, "<start>: she 1, he 0\nhe: she 1\nshe: <end> 1")
    for tokens, stays in (
        ((5,), False), ((4,), True), ((3,), False), ((2,), False), ((99,), False),
    ):  # fmt: skip
        at.session_state[choices.FORCED] = tokens
        at.run()
        assert bool(shown(at).header["forced"]) is stays and not mistakes(at), tokens


@pytest.mark.parametrize("sent", [None, "x", [1.5], [True], [4] * 99, {"a": 1}])
def test_a_browser_may_send_anything(monkeypatch, sent):
    state = {}
    monkeypatch.setattr(choices.st, "session_state", state)
    choices.force(sent)
    choices.choose_setting(sent)
    choices.choose_draft(sent)
    assert state == {}


def test_in_the_app_a_word_is_forced_and_the_address_holds_a_typed_table(page, app):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: problems.append(dialog.message))
    page.goto(f"{app.url}/decoding?answered=true")
    second = page.locator("g.node[data-node='1']")
    second.click()
    page.get_by_role("button", name="Recompute").click()
    page.get_by_text("✓ difference").wait_for()
    page.get_by_role("button", name="Force this word").click()
    page.get_by_text("forced: ").wait_for()
    page.get_by_role("button", name="Release").click()
    expect(page.get_by_text("forced: ")).to_have_count(0)

    page.get_by_role("combobox").click()
    page.get_by_role("option", name="A table that you type").click()
    box, text = (
        page.locator("textarea"),
        "<start>: <b>x</b> .7, y .3\n<b>x</b>: <end> 1\ny: <end> 1",
    )
    box.fill(text)
    box.press("Control+Enter")
    page.locator("g.node", has_text="<b>x</b>").wait_for()
    page.get_by_role("button", name="▶|").click()
    answers = page.locator(".ranking tr:not(:first-child) td:nth-child(2)")
    expect(answers).to_have_text(["<b>x</b>", "y"])
    page.wait_for_function("location.hash.includes('tree=2/2/')")
    page.reload()
    expect(box).to_have_value(text)
    expect(answers).to_have_text(["<b>x</b>", "y"])
    page.locator("g.node[data-node='1']").click()
    page.get_by_role("button", name="Force this word").click()
    page.get_by_text("forced: ").wait_for()
    page.get_by_role("button", name="▶|").click()
    expect(answers).to_have_text(["y"])
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("pieces", ["characters", "words"])
def test_a_text_of_ones_own_is_gone_on_with_by_every_rule(tmp_path, monkeypatch, pieces):
    """The text is code. The model writes its tokens, and no token becomes markup."""
    monkeypatch.setattr(server, "RUNS", tmp_path)
    code = "".join(f"def layer_{n}(x, y):\n    return <b>x * {n} + y</b>\n" for n in range(90))
    run = Run.create(Plan("text", Settings(steps=2, batch=8), TINY, pieces), tmp_path, text=code)
    list(run.train())
    for part, kind in (("tree", "beam_tree"), ("sampling", "sampling_lab")):
        at = opened(part=part, model=f"run-{run.name}", text="def layer_1")
        assert not mistakes(at), mistakes(at)
        assert shown(at).kind == kind and shown(at).header["model"] == run.name
        assert "<b>" not in "".join(each.value for each in at.html if "<style" not in each.value)


@pytest.mark.parametrize("part", few({"sampling"}, ["tree", "sampling"]))
def test_a_model_with_learned_positions_writes_no_further_than_they_go(part):
    most = results.trained("prompts").model.config.max_length - 2  # START, and a word to write
    for words in (3, most):
        at = opened(part=part, model="prompts", text=" ".join(["cat"] * words))
        assert not mistakes(at) and "figure" in at.session_state["to save"]
    at = opened(part=part, model="prompts", text=" ".join(["cat"] * (most + 1)))
    assert not mistakes(at) and f"The text has {most + 1} words" in " ".join(words_of(at))
