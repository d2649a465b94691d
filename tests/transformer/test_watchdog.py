"""A training that loops or waits for ever is ended; one that only gets no turn is not."""

import signal
import subprocess
import sys
import time

import pytest

from tests.kit.paths import ROOT
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
    assert said == "Step 1 was still running after 0.5 seconds: does a layer loop forever?"


def test_one_that_waits_for_ever_is_ended_as_well(watched):
    _, watchdog = watched(ASLEEP)
    assert not after(watchdog, 0.7, patience=0.3, asleep=60) or sys.platform != "linux"
    said = after(watchdog, 20, patience=60, asleep=1)
    assert said == (
        "Step 1 did not end within 1 seconds, with only 0 seconds of CPU time: "
        "is a layer waiting for something?"
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


CROWD = """
import subprocess, sys, time
children = [subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) for _ in range(4)]
time.sleep(900)
"""


def test_a_layer_that_starts_processes_is_ended(watched, monkeypatch):
    monkeypatch.setattr(processes, "MOST", 3)
    _, watchdog = watched(CROWD)  # its children end with their input, which ends with it
    verdict = after(watchdog, 20, patience=60, asleep=60)
    assert "more than the 3 allowed: does a layer start processes in a loop?" in verdict


FORKS = """
import os, psutil, resource, signal  # read while this is allowed
from transformer.runs import processes
if os.getuid() == 0:  # whom Linux does not limit
    os.setgroups([]), os.setuid(65534)
processes.limit_processes(spare=20)
children = []
try:
    while len(children) < 200:
        if (child := os.fork()) == 0:
            signal.pause()
        children.append(child)
except BlockingIOError:
    print(len(children))
for child in children:
    os.kill(child, signal.SIGKILL)
"""


@tells_time
def test_a_user_cannot_start_processes_without_end():
    run = subprocess.run([sys.executable, "-c", FORKS], cwd=ROOT, capture_output=True, text=True)
    assert 0 < int(run.stdout or 0) <= 20, run.stderr
