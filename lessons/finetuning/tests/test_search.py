"""The part on search: its example questions, bad input, the visitor's own documents, and its question."""

import pytest

from lessons.finetuning import search_results as results
from lessons.finetuning import search_words as say
from lessons.finetuning.measure.searching import ASKED, search


def test_the_ready_questions_are_about_one_document():
    ready, questions = results.example_questions(), results.known_questions()
    assert [*ready] == [*ASKED] and {questions[q][1] for q in ready.values()} == {results.SHOWN}
    (kind, right), task = (
        results.known_questions()[ready["two"]],
        results.trained("collection").task,
    )
    assert kind == "two" and sum(w in task.documents[right] for w in ready["two"].split()) == 6


def test_a_question_that_is_none_is_told():
    for typed, problem in (
        ("", "no word to search for"),
        (" ?! ", "no word"),
        ("a " * 17, "by 1."),
    ):
        assert problem in results.encode(results.NAME, typed).problem


def test_a_word_that_nobody_knows_is_searched_for_all_the_same():
    figure = results.own_search_figure("zebra", "a zebra sleeps\nthe dog runs")
    assert figure.arrays["bm25"].values[0, 0] > 0 == figure.arrays["vectors"].values.any()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"a " * (5 * 2**19), "The documents take up 5.0 MB, but at most 1 MB"),
        ("a\n" * 1001, "There are 1,001 documents, but at most 1,000 can be searched. Remove 1 of them."),
        (b"\xff\xfe\xfa", "not UTF-8 text"),
        ("one alone\n\n !", "Documents given: 1. A search needs at least two"),
        ("zzz dog\nthe yyy", "Of the 4 different words in your documents, the encoder has seen 2 and ignores the others"),
    ],
)  # fmt: skip
def test_own_documents_are_read_or_a_sentence_says_why_not(text, problem):
    documents, about = results.own_documents(text)
    assert problem in about and bool(documents) == about.startswith("Of the")


def test_the_answer_is_measured_and_each_option_has_its_reason():
    question = results.predict()
    assert question.right == "the vectors, and the product of BM25 and vectors"
    assert all("BM25 125.5, vectors 1, product 1" in reply for reply in question.replies.values())
    notice = results.about_search()
    assert "for 132 of 250 questions. For 30 of them" in notice and "12,000 pairs" in notice
    shares = results.search_figure(results.example_questions()["italian"]).arrays["recall"].values
    italian = shares[:, 3, 0].tolist()  # in percent
    assert italian == pytest.approx([0, 99.2, 99.2, 0, 0.4], abs=1e-4)


def first(question):
    """Return the first document in each of the three rankings."""
    task = results.trained("collection").task
    result = search(results.trained("collection"), task.split(question), task.documents)
    return {order: int(scores.argmax()) for order, scores in result.scores.items()}, result.scores


def test_a_question_that_the_three_rankings_answer_differently():
    documents, _ = first(results.example_questions()["all"])
    assert len(set(documents.values())) == 3 and documents["vectors"] == results.SHOWN


def test_word_order_changes_the_vectors_and_no_first_document():
    (first_documents, scores), (first_of_other, other_scores) = map(first, say.WHO)
    assert first_documents == first_of_other and scores["bm25"].allclose(other_scores["bm25"])
    assert not scores["vectors"].equal(other_scores["vectors"]) and all(
        who in say.NOTICE for who in say.WHO
    )


def test_the_page_says_what_it_cannot_search_for_and_searches_in_what_is_brought(visitor):
    shown = visitor.go(part="search", question=" ? ")
    assert "no word to search for" in shown.text and "still shows: quale" in shown.text
    shown.at.button(key="finetuning-question-two").click().run()
    assert shown.at.session_state["finetuning-question"] == results.example_questions()["two"]
    shown.go(question="which <b>zebra", documents="a <b>zebra sleeps\nthe dog runs")
    assert "<b>zebra" not in shown.markup and "Of the 6 different words" in shown.text
    assert not shown.mistakes
