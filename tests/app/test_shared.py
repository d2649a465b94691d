"""What is computed once for all visitors: remembered when it is done, and only then."""

import threading
import time

import pytest
import torch

from lessons.host import live
from lessons.host.shared_cache import shared_cache


class Stopped(BaseException):
    """As a time limit throws it into a thread: no `except Exception` sees it."""


def test_a_result_is_computed_once():
    calls = []

    @shared_cache
    def double(text):
        calls.append(text)
        return 2 * text

    assert [double("a"), double("a"), double("b")] == ["aa", "aa", "bb"]
    assert calls == ["a", "b"]


def test_it_is_computed_with_one_thread(monkeypatch):
    """What is set for one thread does not hold for another, and each computation has a thread of its own."""
    asked = []
    monkeypatch.setattr(torch, "set_num_threads", asked.append)
    assert shared_cache(lambda: "done")() == "done" and asked == [1]


def test_an_error_is_remembered_too():
    calls = []

    @shared_cache
    def broken(text):
        calls.append(text)
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            broken("a")
    assert calls == ["a"]


def test_what_was_stopped_from_outside_is_computed_again():
    """A computation inside another, which was too slow as a whole: it has no result, not even None."""
    calls = []

    @shared_cache
    def inner(text):
        calls.append(text)
        if len(calls) == 1:
            raise Stopped
        return "done"

    with pytest.raises(Stopped):
        inner("a")
    assert inner("a") == "done"


def test_two_that_need_the_same_do_not_wait_for_each_other(monkeypatch):
    """One computes, and will need a result that somebody else has asked for meanwhile."""
    monkeypatch.setattr(live, "SECONDS", 1.0)  # by the clock twelve times as long
    begun, asked = threading.Event(), threading.Event()

    @shared_cache
    def word(text):
        return text.upper()

    @shared_cache
    def film(text):
        begun.set()
        asked.wait()
        return word(text) + "!"

    found = {}
    visitors = [threading.Thread(target=lambda: found.update(film=film("a")))]
    visitors.append(threading.Thread(target=lambda: found.update(word=word("a"))))
    visitors[0].start()
    begun.wait()
    visitors[1].start()
    time.sleep(0.2)  # so that it waits where it has to; too short, this test cannot fail
    asked.set()
    for visitor in visitors:
        visitor.join()
    assert found == {"film": "A!", "word": "A"}
