"""A limit on code that may never end: it counts the code's own time on the processor."""

import threading
import time

import pytest

from lessons.host import faults, limit, live
from lessons.host.host import current
from lessons.host.limit import PATIENCE, TooSlow, run_with_timeout
from lessons.kit import checking
from lessons.kit.checking import Check
from tests.kit.threads import all_end

HINTS = ("a", "b", "c")


def endless():
    return [None for _ in iter(int, 1)]


def computing(seconds: float) -> float:
    """Innocent code that needs so many seconds of the processor."""
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass
    return seconds


@pytest.fixture
def crowd(monkeypatch):
    """Other threads of the process, all of them busy; the clock decides nothing."""
    monkeypatch.setattr(limit, "PATIENCE", 1000)
    stop, turns = threading.Event(), [0, 0, 0]

    def spin(number: int):
        while not stop.is_set():
            turns[number] += 1

    threads = [threading.Thread(target=spin, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    yield turns
    stop.set()
    for thread in threads:
        thread.join()


def test_it_returns_raises_and_stops():
    assert run_with_timeout(5, lambda a: a + 1, 2) == 3
    with pytest.raises(ZeroDivisionError):
        run_with_timeout(5, lambda: 1 / 0)
    with pytest.raises(TooSlow) as late:
        run_with_timeout(0.2, endless)
    assert any(frame.filename == __file__ for frame in late.value.frames)
    assert not late.value.starved


def test_waiting_is_not_computing():
    assert run_with_timeout(0.1, lambda: time.sleep(0.4) or "done") == "done"


def test_innocent_code_on_a_busy_machine_is_not_called_endless(crowd):
    before = list(crowd)
    assert run_with_timeout(0.15, computing, 0.1) == 0.1
    in_its_way = [now > then for now, then in zip(crowd, before, strict=True)]
    assert all(in_its_way), "nobody was in its way, so this tests nothing"


def test_an_endless_loop_on_a_busy_machine_is(crowd):
    with pytest.raises(TooSlow) as late:
        run_with_timeout(0.1, endless)
    assert not late.value.starved


def test_what_waits_for_ever_is_stopped_in_other_words():
    with pytest.raises(TooSlow) as late:
        run_with_timeout(0.02, time.sleep, 40 * 0.02)
    assert late.value.starved
    mistake = faults.explain(late.value)
    assert "for ever" not in mistake.sentence
    assert mistake.sentence.startswith("The computer is busy: ")
    assert "of its 0.02 seconds of CPU time" in mistake.sentence
    assert f"in {0.02 * PATIENCE:g} seconds" in mistake.sentence


def test_a_check_that_waits_for_ever_is_stopped_in_other_words():
    def waits(student):
        time.sleep(40 * 0.02)

    result = checking.check(None, [Check("ends", waits, HINTS)], __file__, seconds=0.02)
    assert "still running" not in result.saw
    assert "The computer is busy" in result.expected
    assert result.likely == ""


def test_a_limit_counts_what_runs_in_a_limit_inside_it():
    before = {*threading.enumerate()}
    with pytest.raises(TooSlow):
        run_with_timeout(0.2, run_with_timeout, 30, endless)
    with pytest.raises(TooSlow):
        run_with_timeout(0.3, lambda: [run_with_timeout(30, computing, 0.05) for _ in range(40)])
    assert all_end({*threading.enumerate()} - before)


def test_a_module_that_a_busy_machine_did_not_get_to_is_read_again(monkeypatch):
    """What never ends is waited for once, until the code changes; a busy machine passes."""
    tried = []

    def busy(seconds, function, *arguments):
        tried.append(arguments)
        if len(tried) == 1:
            raise TooSlow([], seconds, used=0.1, clock=60.0)
        return function(*arguments)

    monkeypatch.setattr(current(), "run_with_timeout", busy)
    monkeypatch.setattr(live, "_loaded", set())
    monkeypatch.setattr(live, "_broken", {})
    with pytest.raises(TooSlow):
        live.import_module("lessons.host.faults")
    assert live.import_module("lessons.host.faults") is faults
