"""The scores page as Streamlit runs it, without a browser: every part, bad input, its numbers."""

import pytest
from streamlit.testing.v1 import AppTest

from lessons.models.catalogue import MODELS
from lessons.models.shipped import SENTENCE
from lessons.scores import DICTIONARY, HEAD, PARTS, TRANSLATOR, prediction, results, words
from tests.kit.visit import opened

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def visited() -> AppTest:
    """The page, opened once: opening the app costs more than what a test looks at."""
    return opened("scores")


@pytest.fixture
def go(visited):
    """Go to a part, with these choices; as the page opens where nothing else is asked for."""

    def go(**choices) -> AppTest:
        usual = {"part": "head", "hand": "query", "model": TRANSLATOR, "text": SENTENCE, "done": {}}
        for name, value in (usual | choices).items():
            visited.session_state[f"scores-{name}"] = value
        return visited.run()

    return go


def shown(at: AppTest):
    return at.session_state["to save"]["figure"]


def texts(at: AppTest) -> str:
    return "\n".join(element.value for element in at.text)


def fine(at: AppTest) -> AppTest:
    assert not at.exception and not [e for e in at.expander if e.label.startswith("Traceback")]
    return at


def test_every_part_and_every_model_has_its_figure(go):
    kinds = {"head": "query_plane", "functions": "score_table", "root": "root_d"}
    for part in PARTS:
        assert shown(fine(go(part=part))).kind == kinds[part]
    for model, (_, text) in MODELS.items():
        for hand, kind in (("query", "query_plane"), ("weight", "touched_row")):
            at = fine(go(model=model, hand=hand, text=text))
            assert shown(at).kind == kind, model


def test_what_was_done_is_computed_and_belongs_to_its_row(go):
    row = SENTENCE.split().index("it")
    place = ("query", TRANSLATOR, SENTENCE, HEAD, row)
    at = fine(go(done={place: (2.93, -4.67)}))
    assert "elle était trop fatiguée" in shown(at).header["after"]
    touched = ("weight", TRANSLATOR, SENTENCE, HEAD, row)
    at = fine(go(hand="weight", done={place: (2.93, -4.67), touched: (6, 0.9)}))
    assert shown(at).header["changed"] == {"column": 6, "weight": pytest.approx(0.9)}
    for wrong in ((99, 0.5), ("x", "y"), (float("nan"), 1)):
        at = fine(go(hand="weight", done={touched: wrong}))
        assert "a change is a column from 0 to 11" in texts(at) and shown(at).header["same"]


def test_a_head_stays_chosen_while_other_things_change(go):
    at = go()
    at.selectbox(key=f"scores-head-{TRANSLATOR}").select("decoder.layers.1.cross_attention/1").run()
    for hand in ("weight", "query"):
        at = fine(go(hand=hand))
        assert shown(at).header["head"].startswith("decoder.layers.1.cross_attention, head 1")
    at.selectbox(key=f"scores-head-{TRANSLATOR}").select(HEAD).run()


def test_what_is_typed_is_read_or_said(go):
    for text, said in ((" ", "There is no word to look at"), ("dog " * 80, "These are 80 words")):
        go()
        at = fine(go(text=text))
        assert said in texts(at) and f"The picture still shows: {SENTENCE}" in texts(at)
    at = fine(go(text=f"the dgo {HOSTILE}"))
    assert "“dgo” is not among the 465 words" in texts(at)
    assert "<img" not in "".join(
        e.value for e in (*at.markdown, *at.html) if "<style" not in e.value
    )
    for asked in (HOSTILE, "", "jack"):
        at = go(part="functions", asked=asked)
        found = str(DICTIONARY.get(asked, "KeyError"))
        assert found in "".join(e.value for e in fine(at).html)


def test_the_questions_have_the_answers_that_are_measured():
    asked = results.predict("head", "query")
    assert asked.right == prediction.AGREES
    assert results.predict("head", "weight").right == "did"
    assert results.predict("functions", "query").right == prediction.MEAN
    assert results.predict("root", "query").right == prediction.GONE


def test_the_answer_is_shown_where_the_question_is(go):
    go(who="tired")  # another row than the one that is asked about
    at = go(hand="weight", model="reverse", text="a b c")
    at.button(key="predict-scores-head-weight-0").click().run()
    at.button(key="predict-scores-head-weight-show").click().run()
    header = shown(fine(at.run())).header
    assert header["who"] == "it", "the row of the question"
    at = go(hand="weight", who="tired")
    at.button(key="predict-scores-head-weight-show").click().run()
    header = shown(fine(at.run())).header
    assert header["who"] == "it" and header["head"].startswith(
        "encoder.layers.1.self_attention, head 1"
    )


def test_what_to_notice_is_counted():
    reading = results.reading(TRANSLATOR, SENTENCE)
    assert "“animal” now, 0.999" in words.notice("head", results.cover())
    row = words.notice("head", results.touched(TRANSLATOR, reading, HEAD, 8))
    assert "are 1.12 to 2.69 long" in row and "Four bars" in row
    assert words.plain("a*b💥[") == "a\\*b💥\\["
    assert "scores here: 0." in words.notice("functions", results.table())
    assert "from 3.62 nats to 0.17" in words.notice("root", results.root())
