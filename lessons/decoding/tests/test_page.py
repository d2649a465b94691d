"""The page on decoding: its examples are found, each model writes, and the search continues after a forced word."""

import pytest
from playwright.sync_api import expect

from lessons.decoding import EARLY, TYPED_TABLE, WRITER, choices, results
from lessons.figures.kit.labels import visible
from lessons.host import storage
from tests.kit.chosen import few
from tests.kit.small import HOSTILE, TINY
from tests.kit.visit import Visitor
from transformer.runs import Run, RunConfig
from transformer.training.settings import Settings


@pytest.fixture
def visitor() -> Visitor:
    """Somebody who has not been here: a part does not offer every model."""
    return Visitor("decoding")


def test_it_opens_with_the_sentence_and_the_beam_of_the_question(visitor):
    page, question = visitor.go(), results.predict()
    assert page.at.text_input(key="decoding-text").value == question.sentence
    header = page.figure.header
    assert (
        header["model"] == EARLY and header["start"]["beams"] == 5 and "five" in question.question
    )
    assert header["right"]["kinds"][0]  # greedy decoding gives a wrong translation
    assert {kind for kind, _ in results.example_sentences()} >= {"rescued", "model"}


def test_the_search_stops_after_T_steps_or_at_n_complete_hypotheses(visitor):
    def steps() -> list[int]:
        return [len(tree["rest"]) for tree in visitor.figure.header["trees"]]

    visitor.go()
    usual = steps()
    visitor.go(steps=4)
    assert max(steps()) <= 4 and "T = 4 " in visitor.figure.header["stops"]
    visitor.go(steps=None, complete=1)
    assert steps()[0] == usual[0] and steps()[4] < usual[4]
    assert "n = 1" in visitor.figure.header["stops"]


@pytest.mark.slow
def test_every_kind_of_sentence_shows_what_it_is_offered_for():
    for kind, sentence in {
        kind: (kind, text) for kind, text in results.example_sentences()
    }.values():
        figure = results.tree(EARLY, results.encode(EARLY, sentence), ())
        error = figure.header["right"]["kinds"][
            4
        ]  # a beam of five, with which the examples were found
        assert error == ("" if kind == "rescued" else kind), sentence


@pytest.mark.parametrize(
    ("part", "kind", "key", "reads", "setting"),
    [
        (
            "sampling", "sampling_lab", choices.SETTING, results.Setting,
            {"temperature": 0.5, "k": 5, "p": 0.9, "seed": 3, "draws": 1000},
        ),
        ("drafting", "drafting", choices.DRAFT, results.DraftSetting, {"ahead": 2, "seed": 7}),
    ],
)  # fmt: skip
def test_a_figure_takes_the_setting_that_was_chosen(visitor, part, kind, key, reads, setting):
    assert visitor.go(part=part).figure.kind == kind
    visitor.at.session_state[key] = reads.of(setting)
    assert visitor.go().figure.header["setting"] == setting


def test_bleu_is_that_of_what_was_written_or_says_what_is_missing(visitor):
    figure = visitor.go(part="bleu").figure
    opens = visitor.at.text_input(key="decoding-text").value
    (example,) = [e for e in results.references(EARLY).values() if " ".join(e.source) == opens]
    assert figure.kind == "bleu_parts" and figure.arrays["score"].values < 100
    assert str([visible(word) for word in example.target]) in str(figure.header["panels"])
    assert "there is none for this sentence" in visitor.go(text="the cat").text


def test_a_text_is_counted_in_characters(visitor):
    text = "a dog that did not cross the street"
    assert visitor.go(part="sampling", text=text).figure.header["text"] == text
    assert "The text has 119 characters" in visitor.go(text="a dog " * 20).text


# ---- a typed table ------------------------------------------------------------------------------
TWO_WORDS = "<start>: he .6, she .4\nhe: <end> 1\nshe: <end> 1"


@pytest.mark.slow
def test_a_typed_table_decodes_like_a_model(visitor):
    assert visitor.go(model=TYPED_TABLE).figure.header["start"]["beams"] == 2
    tree = visitor.go(table=TWO_WORDS).figure.header["trees"][1]
    assert [node["text"] for node in tree["nodes"] if node["fate"] == "aside"] == ["he", "she"]
    visitor.at.selectbox(key="decoding-model").select(WRITER).run()
    assert visitor.go().at.text_input(key="decoding-text").value == "the b"
    for table in ("a: <end> 1", "<start>: <img src=x onerror=alert(1)> 1", "x" * 2001):
        assert results.encode(TYPED_TABLE, table).problem


def test_a_table_that_cannot_be_read_leaves_the_picture_and_says_why(visitor):
    before = visitor.go(model=TYPED_TABLE, table=TWO_WORDS).figure.complete_header["id"]
    for text, message in (
        ("<start>: he .6, she .3\nhe: <end> 1", "Line 1: row "),
        (f"<start>: {HOSTILE} 1", "Line 1: row "),
        ("", "No row "),
    ):
        assert message in visitor.go(table=text).text, text
        assert visitor.figure.complete_header["id"] == before, text
    visitor.go(table="<start>: <b>x</b> 1\n<b>x</b>: <end> 1")
    assert visitor.figure.header["trees"][0]["nodes"][0]["word"] == "<b>x</b>"


def test_only_what_the_table_can_write_is_forced(visitor):
    visitor.go(
        part="tree", model=TYPED_TABLE, table="<start>: she 1, he 0\nhe: she 1\nshe: <end> 1"
    )
    for token, stays in ((5, False), (4, True), (3, False), (2, False), (99, False)):
        visitor.go(forced=(token,))
        assert bool(visitor.figure.header["forced"]) is stays, token


@pytest.mark.parametrize("sent", [None, "x", [1.5], [True], [4] * 99, {"a": 1}])
def test_a_browser_may_send_anything(monkeypatch, sent):
    state = {}
    monkeypatch.setattr(choices.st, "session_state", state)
    choices.force_tokens(sent)
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
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    code = "".join(f"def layer_{n}(x, y):\n    return <b>x * {n} + y</b>\n" for n in range(90))
    run = Run.create(
        RunConfig("text", Settings(steps=2, batch=8), TINY, pieces), tmp_path, text=code
    )
    list(run.train())
    for part, kind in (("tree", "beam_tree"), ("sampling", "sampling_lab")):
        page = Visitor("decoding").go(part=part, model=f"run-{run.name}", text="def layer_1")
        assert page.figure.kind == kind and page.figure.header["model"] == run.name
        assert "<b>" not in page.markup


@pytest.mark.parametrize("part", few({"sampling"}, ["tree", "sampling"]))
def test_a_model_with_learned_positions_writes_no_further_than_they_go(visitor, part):
    most = results.trained("prompts").model.config.max_length - 2  # START, and a word to write
    for words in (3, most):
        visitor.go(part=part, model="prompts", text=" ".join(["cat"] * words))
        assert visitor.figure.header["model"] == "prompts"
    assert f"The text has {most + 1} words" in visitor.go(text=" ".join(["cat"] * (most + 1))).text
