"""A busy machine is no reason to stop a student's code."""

import pytest

from lessons.host import limit


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only processor time end a student's code: on a busy machine the clock could be first."""
    monkeypatch.setattr(limit, "PATIENCE", 10_000)
