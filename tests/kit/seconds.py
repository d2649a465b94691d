"""At the end of a run: the processor seconds of each lesson, so that none grows unseen.

Counted with all that the tests started: browser, app, kernels, workers. Unlike the clock, this says
the same on a busy machine.
"""

from collections import Counter
from pathlib import Path

import psutil
import pytest

from lessons import LESSONS
from tests.kit.paths import ROOT

DEAREST = 12  # files that are named


def processor() -> float:
    """Seconds spent so far by this process, by those below it, and by those of them that ended."""
    spent, this = 0.0, psutil.Process()
    for process in (this, *this.children(recursive=True)):
        try:
            spent += sum(process.cpu_times()[:4])  # user, system, and both of ended children
        except psutil.Error:  # it ended just now
            continue
    return spent


def area(path: Path) -> str:
    """Whose seconds these are: a lesson's, a package's, or those of a folder of tests."""
    folder, name, *_ = path.relative_to(ROOT).parts
    return name


class Seconds:
    """Adds up, file by file; the processes of `pytest -n` hand theirs to the one that prints."""

    def __init__(self):
        self.spent, self.files, self.before = Counter(), Counter(), 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        result = yield
        if nextitem is None or nextitem.path != item.path:
            self.files[item.path.relative_to(ROOT).as_posix()] += self.take(area(item.path))
        return result

    def pytest_collection_finish(self):
        self.take("collecting")

    def take(self, name: str) -> float:
        now = processor()
        # A browser that closes takes the seconds of its processes with it: they were counted before.
        spent, self.before = max(0.0, now - self.before), now
        self.spent[name] += spent
        return spent

    def pytest_sessionfinish(self, session):
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output["seconds"] = [dict(self.spent), dict(self.files)]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        for counted, spent in zip(
            (self.spent, self.files),
            getattr(node, "workeroutput", {}).get("seconds", ()),
            strict=False,
        ):
            counted.update(spent)

    def pytest_terminal_summary(self, terminalreporter):
        lessons = {lesson.name for lesson in LESSONS}
        order = sorted(self.spent, key=lambda name: (name not in lessons, -self.spent[name]))
        terminalreporter.section("processor seconds")
        for name in order:
            terminalreporter.line(f"{name:12} {self.spent[name]:6.1f}")
        terminalreporter.line(f"{'in all':12} {self.spent.total():6.1f}")
        dearest = [f"{name} {spent:.0f}" for name, spent in self.files.most_common(DEAREST)]
        terminalreporter.line(f"The dearest files: {', '.join(dearest)}.")
