"""The part on search: its ready questions, bad input, documents of one's own, and what is asked first."""

import pytest

from lessons.finetuning import search_results as results
from transformer.measure.searching import ASKED


def test_the_ready_questions_are_about_one_document():
    ready, known = results.ready(), results.known()
    assert [*ready] == [*ASKED] and {known[q][1] for q in ready.values()} == {results.SHOWN}
    (kind, right), task = results.known()[ready["two"]], results.trained("collection").task
    assert kind == "two" and sum(w in task.documents[right] for w in ready["two"].split()) == 6


def test_a_question_that_is_none_is_told():
    for typed, said in (("", "no word to search for"), (" ?! ", "no word"), ("a " * 17, "by 1.")):
        assert said in results.reading(results.NAME, typed).problem


def test_a_word_that_nobody_knows_is_searched_for_all_the_same():
    figure = results.searched_in("zebra", "a zebra sleeps\nthe dog runs")
    assert figure.arrays["bm25"].values[0, 0] > 0 == figure.arrays["vectors"].values.any()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"a " * (5 * 2**19), "These documents have 5.0 MB; at most 1 MB"),
        ("a\n" * 1001, "These are 1,001 documents; at most 1,000 are searched. Leave 1 of them out."),
        (b"\xff\xfe\xfa", "no UTF-8 text"),
        ("one alone\n\n !", "needs two documents or more, a line each; here are 1"),
        ("zzz dog\nthe yyy", "Of the 4 different words of your documents the encoder has seen 2."),
    ],
)  # fmt: skip
def test_own_documents_are_read_or_a_sentence_says_why_not(given, said):
    documents, about = results.own_documents(given)
    assert said in about and bool(documents) == about.startswith("Of the")


def test_the_answer_is_measured_and_each_option_has_its_reason():
    asked = results.predict()
    assert asked.right == "the vectors, and the product of both"
    assert all("BM25 125.5, vectors 1, product 1" in reply for reply in asked.replies.values())
    said = results.noticed()
    assert "right in 41.2% of such questions" in said and "12,000 pairs" in said
    shares = results.searched(results.ready()["italian"]).arrays["recall"].values
    italian = shares[:, 3, 0].tolist()  # in percent
    assert italian == pytest.approx([0, 99.2, 99.2, 0, 0.4], abs=1e-4)


def test_the_page_says_what_it_cannot_search_for_and_searches_in_what_is_brought(visitor):
    shown = visitor.go(part="search", question=" ? ")
    assert "no word to search for" in shown.said and "still shows: quale" in shown.said
    shown.at.button(key="finetuning-question-two").click().run()
    assert shown.at.session_state["finetuning-question"] == results.ready()["two"]
    shown.go(question="which <b>zebra", documents="a <b>zebra sleeps\nthe dog runs")
    assert "<b>zebra" not in shown.markup and "Of the 6 different words" in shown.said
    assert not shown.mistakes
