"""A training that loops or waits for ever is ended; one that only gets no turn is not."""

import signal
import subprocess
import sys
import time

import pytest

from transformer.runs import Run, processes
from transformer.runs.watchdog import Watchdog

BUSY, ASLEEP = "while True: pass", "import time; time.sleep(900)"
tells_time = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the seconds")


@pytest.fixture
def watched(tmp_path):
    """A process, and a watchdog over it: `watched(code)` gives both."""
    started = []

    def start(code: str):
        started.append(subprocess.Popen([sys.executable, "-c", code]))
        return started[-1], Watchdog(Run(tmp_path), started[-1].pid)

    yield start
    for process in started:
        process.kill()
        process.wait()


def after(watchdog: Watchdog, seconds: float, **limits: float) -> str:
    """The first verdict within so many seconds by the clock."""
    until = time.monotonic() + seconds
    while not (said := watchdog.verdict(**limits)) and time.monotonic() < until:
        time.sleep(0.05)
    return said


def test_a_loop_is_ended(watched):
    _, watchdog = watched(BUSY)
    said = after(watchdog, 20, patience=0.5, asleep=60)
    assert said == "Step 1 was still running after 0.5 seconds: does a layer loop for ever?"


def test_one_that_waits_for_ever_is_ended_as_well(watched):
    _, watchdog = watched(ASLEEP)
    assert not after(watchdog, 0.7, patience=0.3, asleep=60) or sys.platform != "linux"
    said = after(watchdog, 20, patience=60, asleep=1)
    assert said == (
        "Step 1 did not end in 1 seconds, in which it worked for 0: "
        "does a layer wait for something?"
    )


@tells_time
def test_one_that_gets_no_turn_is_left_alone(watched):
    process, watchdog = watched(BUSY)
    process.send_signal(signal.SIGSTOP)
    assert not after(watchdog, 1, patience=0.5, asleep=60), "it has done nothing wrong"
    process.send_signal(signal.SIGCONT)
    assert "still running" in after(watchdog, 20, patience=0.5, asleep=60)


def test_every_step_starts_the_count_anew(watched, tmp_path):
    _, watchdog = watched(BUSY)
    for step in range(3):
        time.sleep(0.3)
        with open(tmp_path / "events.jsonl", "a") as log:
            log.write(f'{{"step": {step + 1}}}\n')
        assert not watchdog.verdict(patience=0.5, asleep=60)
    said = after(watchdog, 20, patience=0.5, asleep=60)
    assert said.startswith("Step 4 was still running")


def test_where_nobody_tells_the_seconds_the_clock_counts(watched, monkeypatch):
    monkeypatch.setattr(processes, "processor_seconds", lambda pid: None)
    _, watchdog = watched(ASLEEP)
    assert "still running after 0.5 seconds" in after(watchdog, 5, patience=0.5, asleep=60)


@tells_time
def test_the_seconds_are_those_of_the_process(watched):
    process, _ = watched("x = 0\nfor _ in range(10**7): x += 1\nprint(end='')\n" + ASLEEP)
    time.sleep(0.1)
    before = processes.processor_seconds(process.pid)
    until = time.monotonic() + 20
    while processes.processor_seconds(process.pid) < before + 0.1 and time.monotonic() < until:
        time.sleep(0.05)
    assert processes.processor_seconds(process.pid) >= before + 0.1
    assert processes.processor_seconds(10**8) is None
