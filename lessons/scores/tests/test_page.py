"""The scores page: what a hand has done, the head that stays chosen, and the numbers that it says."""

import pytest

from lessons.models.shipped import SENTENCE
from lessons.scores import DICTIONARY, HEAD, TRANSLATOR, plain, prediction, results, words
from tests.kit.small import HOSTILE


@pytest.fixture
def go(visitor):
    """Go to a part, with these choices; as the page opens where nothing else is asked for."""
    usual = {"part": "head", "hand": "query", "model": TRANSLATOR, "text": SENTENCE, "done": {}}
    return lambda **choices: visitor.go(**usual | choices)


def test_what_was_done_is_computed_and_belongs_to_its_row(go):
    row = SENTENCE.split().index("it")
    place = ("query", TRANSLATOR, SENTENCE, HEAD, row)
    header = go(done={place: (2.93, -4.67)}).figure.header
    assert "elle était trop fatiguée" in header["after"]
    touched = ("weight", TRANSLATOR, SENTENCE, HEAD, row)
    header = go(hand="weight", done={place: (2.93, -4.67), touched: (6, 0.9)}).figure.header
    assert header["changed"] == {"column": 6, "weight": pytest.approx(0.9)}
    for wrong in ((99, 0.5), ("x", "y"), (float("nan"), 1)):
        shown = go(hand="weight", done={touched: wrong})
        assert (
            "a change must be a column from 0 to 11" in shown.text and shown.figure.header["same"]
        )


def test_a_head_stays_chosen_while_other_things_change(go):
    head = f"scores-head-{TRANSLATOR}"
    go().at.selectbox(key=head).select("decoder.layers.1.cross_attention/1").run()
    for hand in ("weight", "query"):
        shown = go(hand=hand)
        assert shown.figure.header["head"].startswith("decoder.layers.1.cross_attention, head 1")
    shown.at.selectbox(key=head).select(HEAD).run()


def test_a_dictionary_answers_what_is_typed(go):
    for query_word in (HOSTILE, "", "jack"):
        markup = go(part="functions", asked=query_word).markup
        assert str(DICTIONARY.get(query_word, "KeyError")) in markup and "<img" not in markup


def test_the_questions_have_the_answers_that_are_measured():
    question = results.predict("head", "query")
    assert question.right == prediction.AGREES
    assert results.predict("head", "weight").right == "did"
    assert results.predict("functions", "query").right == prediction.MEAN
    assert results.predict("root", "query").right == prediction.LARGER


def test_the_answer_is_shown_where_the_question_is(go):
    go(who="tired")  # another row than the one that is asked about
    at = go(hand="weight", model="reverse", text="a b c").at
    at.button(key="predict-scores-head-weight-0").click().run()
    for model, text in (("reverse", "a b c"), (TRANSLATOR, SENTENCE)):
        at = go(hand="weight", model=model, text=text, who="tired").at
        at.button(key="predict-scores-head-weight-show").click().run()
        header = at.run().session_state["to save"]["figure"].header
        assert header["who"] == "it", "the row of the question"
        assert header["head"].startswith("encoder.layers.1.self_attention, head 1")


def test_what_to_notice_is_counted():
    reading = results.encode(TRANSLATOR, SENTENCE)
    assert "0.999, is now on “animal”" in words.notice("head", results.plane_of_it())
    row = words.notice("head", results.changed_row(TRANSLATOR, reading, HEAD, 8))
    assert "are 1.12 to 2.69 long" in row and "Four bars" in row
    assert plain("a*b💥[") == "a\\*b💥\\["
    assert "scores here is 0." in words.notice("functions", results.table())
    assert "from 3.76 nats to 0.19" in words.notice("root", results.root())
