"""Votes: a phone has a single vote in each round, the server's clock decides, and nothing leaks before the answer."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.host.classroom.question import Question
from lessons.host.classroom.votes import GRACE, Votes, hint

QUESTION = Question(
    "heads", "Which <b>head</b>?", ("the first", "the second", "<i>both</i>"), 1, ("a", "b", "c")
)
OTHER = Question("masks", "Which row?", ("top", "bottom"), 0, ("a", "b"))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def votes(clock) -> Votes:
    votes = Votes(clock)
    votes.open(QUESTION)
    return votes


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 2)), max_size=40))
def test_the_last_vote_of_each_phone_counts_once(cast):
    votes = Votes()
    votes.open(QUESTION)
    for phone, option in cast:
        assert votes.vote(phone, 1, 1, option) == ""
    last = dict(cast)
    assert votes.ballot.counts(0) == [list(last.values()).count(option) for option in range(3)]
    assert votes.for_wall()["answered"] == len(last)


def test_the_clock_of_the_server_ends_a_round(votes, clock):
    votes.close()
    clock.now = GRACE
    assert votes.vote("a", 1, 1, 0) == "", "it was on its way"
    clock.now = GRACE + 0.1
    assert votes.vote("b", 1, 1, 0) == "This vote has ended."
    assert votes.ballot.counts(0) == [1, 0, 0]


def test_a_vote_for_another_round_or_question_does_not_count(votes):
    votes.vote("a", 1, 1, 0)
    votes.close()
    votes.open(QUESTION)
    assert votes.vote("a", 1, 1, 2) == "This vote has ended.", (
        "sent in the first round, arrived in the second"
    )
    assert votes.vote("a", 1, 2, 1) == ""
    assert [votes.ballot.counts(r) for r in (0, 1)] == [[1, 0, 0], [0, 1, 0]]
    votes.open(OTHER)
    assert votes.vote("a", 1, 2, 1) == "This vote has ended."
    assert votes.vote("a", 2, 1, 2) == "The question has 2 options."
    assert votes.for_wall()["answered"] == 0


def test_phones_and_wall_get_no_counts_before_the_answer(votes):
    for phone in "abc":
        votes.vote(phone, 1, 1, 1)
    for advice in ("", "100% are right: uncover the answer and go on."):
        assert not {"counts", "right", "reasons"} & set(votes.for_phone())
        assert votes.for_wall()["counts"] == []
        assert votes.for_notes()["counts"] == [[0, 3, 0]] and votes.for_notes()["hint"] == advice
        votes.close()
    votes.open(QUESTION)
    votes.close()
    assert votes.for_wall()["counts"] == [[0, 3, 0], [0, 0, 0]], "both rounds, beside the options"
    assert "counts" not in votes.for_phone()
    votes.uncover()
    shown = votes.for_phone()
    assert (
        shown["right"] == 1 and shown["reasons"] == QUESTION.reasons and len(shown["counts"]) == 2
    )


def test_after_two_rounds_comes_the_answer_and_another_class_starts_anew(votes):
    votes.close()
    votes.open(QUESTION)
    votes.close()
    with pytest.raises(ValueError, match="voted twice"):
        votes.open(QUESTION)
    votes.uncover()
    assert votes.vote("a", 1, 2, 0) == "This vote has ended.", "also within the grace"
    votes.open(QUESTION)
    assert votes.ballot.number == 2 and votes.ballot.counts(0) == [0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "advice"),
    [([66, 34], "explain"), ([65, 35], "discuss"), ([30, 70], "discuss"), ([29, 71], "go on"), ([0, 0], "No votes")],
)  # fmt: skip
def test_the_hint_follows_the_thresholds_of_peer_instruction(counts, advice):
    assert advice in hint(counts, right=1, is_last=False)
    assert "vote again" not in hint(counts, right=1, is_last=True)


def test_saved_votes_have_no_names(votes):
    votes.vote("secret-phone", 1, 1, 2)
    rows = list(csv.DictReader(io.StringIO(votes.as_csv())))
    assert [row["votes"] for row in rows] == ["0", "0", "1"] and rows[2]["option"] == "both"
    assert "secret-phone" not in votes.as_csv()
