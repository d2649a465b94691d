"""The part on search: its ready questions, bad input, documents of one's own, and what is asked first."""

import pytest

from lessons.finetuning import search_results as results
from transformer.measure.searching import ASKED


def test_the_ready_questions_are_about_one_document():
    ready = results.ready()
    assert [*ready] == [*ASKED] and {results.known()[q][1] for q in ready.values()} == {
        results.SHOWN
    }
    (kind, right), task = results.known()[ready["two"]], results.trained("collection").task
    assert kind == "two" and sum(w in task.documents[right] for w in ready["two"].split()) == 6


@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "no word to search for"), (" ?! ", "no word"), ("a " * 17, "Shorten it by 1.")],
)
def test_a_question_that_is_none_is_told(typed, said):
    assert said in results.problem(typed)


def test_a_word_that_nobody_knows_is_named_and_searched_for_all_the_same():
    assert "never seen “zebra”, “<b>”" in results.unknown("zebra <b> dog") and not results.unknown(
        "dog!"
    )
    figure = results.searched_in("zebra", "a zebra sleeps\nthe dog runs")
    assert figure.arrays["bm25"].values[0, 0] > 0 == figure.arrays["vectors"].values.any()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"a " * (5 * 2**19), "These documents have 5.0 MB; at most 1 MB"),
        (
            "a\n" * 1001,
            "These are 1,001 documents; at most 1,000 are searched. Leave 1 of them out.",
        ),
        (b"\xff\xfe\xfa", "no UTF-8 text"),
        ("one alone\n\n !", "needs two documents or more, a line each; here are 1"),
        ("zzz dog\nthe yyy", "Of the 4 different words of your documents the encoder has seen 2."),
    ],
)
def test_own_documents_are_read_or_a_sentence_says_why_not(given, said):
    documents, about = results.own_documents(given)
    assert said in about and bool(documents) == about.startswith("Of the")


def test_the_answer_is_measured_and_each_option_has_its_reason():
    asked = results.predict()
    assert asked.right == "the vectors, and the product of both"
    assert all("BM25 125.5, vectors 1, product 1" in reply for reply in asked.replies.values())
    assert "right in 41.2% of such questions" in results.noticed()
    said, table = results.encoders()
    assert "12,000 pairs" in said and "<td>0.4%</td><td>99.2%</td>" in table


def test_the_page_says_what_it_cannot_search_for_and_searches_in_what_is_brought(visitor):
    shown = visitor.go(part="search", question=" ? ")
    assert (
        "There is no word to search for" in shown.said
        and "The picture still shows: quale" in shown.said
    )
    shown.at.button(key="finetuning-question-two").click().run()
    assert shown.at.session_state["finetuning-question"] == results.ready()["two"]
    shown.go(question="which <b>zebra", documents="a <b>zebra sleeps\nthe dog runs")
    assert "has never seen “<b>zebra”" in shown.said and "<b>zebra" not in shown.markup
    assert "Of the 6 different words of your documents" in shown.said and not shown.mistakes
