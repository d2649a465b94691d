"""The box of a training run: it reruns the page at the end, and keeps an error with its choice."""

from lessons.models import run_box
from lessons.models.run_box import RunBox, rerun_at_end


def test_the_page_runs_again_only_when_a_run_has_ended(monkeypatch):
    reruns = []
    monkeypatch.setattr(run_box.st, "rerun", lambda: reruns.append(1))
    for value in (None, {"frame": 3}, {"ended": "done"}):
        rerun_at_end(value)
    assert reruns == [1]


def test_an_error_stays_with_its_choice_until_the_next_press(monkeypatch):
    state: dict = {}
    monkeypatch.setattr(run_box.st, "session_state", state)
    head, norm = RunBox("page", "head"), RunBox("page", "norm")
    with head.press():
        raise ValueError("seed is -1; it must be 0 or more")
    assert "it must be 0 or more." in state[head.problem]
    assert norm.problem not in state
    with head.press():
        pass
    assert state[head.problem] == ""
