"""A class is served by several processes, and each visitor stays with one."""

from types import SimpleNamespace

import pytest

from lessons.host import remote, seats
from lessons.host.pool import Pool


@pytest.fixture
def visitors(monkeypatch):
    """The sessions that are open, and the one whose page runs."""
    state = SimpleNamespace(open=set(), here=None)
    monkeypatch.setattr(seats, "_sessions", lambda: state.open)
    monkeypatch.setattr(
        seats,
        "get_script_run_ctx",
        lambda **_: SimpleNamespace(session_id=state.here) if state.here else None,
    )
    return state


def test_visitors_are_spread_over_the_processes_and_stay_with_theirs(visitors):
    served = seats.Seats()

    def visit(name: str) -> int:
        visitors.open.add(name)
        visitors.here = name
        return served.here()

    assert [visit("a"), visit("b")] == [0, 0], "one process until a class begins"
    served.open = 2
    assert [visit("c"), visit("d"), visit("e")] == [1, 1, 0]
    visitors.open.discard("c"), visitors.open.discard("d")
    assert [visit("f"), visit("a"), visit("f")] == [1, 0, 1], "those who left make room"


def test_each_visitor_asks_the_process_of_its_seat(visitors, monkeypatch):
    begun = []
    monkeypatch.setattr(
        Pool,
        "_begin",
        lambda self: begun.append(1) or SimpleNamespace(number=len(begun), over=False),
    )
    pool = Pool()
    pool.seats.open = 2
    visitors.open |= {"a", "b"}
    numbers = []
    for visitors.here in ("a", "b", "a", None):
        numbers.append(pool.process().number)
    assert numbers == [1, 2, 1, 1] and len(begun) == 2


def test_a_core_is_left_for_drawing_the_pages_and_memory_is_respected(monkeypatch):
    free = SimpleNamespace(available=64 << 30)
    monkeypatch.setattr(seats.psutil, "virtual_memory", lambda: free)
    for cores, processes in ((1, 1), (2, 1), (4, 3), (64, seats.MOST)):
        monkeypatch.setattr(seats.os, "sched_getaffinity", lambda _, n=cores: set(range(n)), False)
        assert seats.for_a_class() == processes
    free.available = 2 << 30
    assert seats.for_a_class() == 2
    assert remote.pool.seats.open == 1
