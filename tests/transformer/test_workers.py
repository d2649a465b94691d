"""Trainings in other processes: they start at once, wait in line, end when asked, and fail alone."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError
from dataclasses import replace

import psutil
import pytest
from safetensors import SafetensorError

from tests.kit.paths import ROOT
from tests.kit.small import TINY
from transformer.runs import Run, RunConfig, processes
from transformer.runs.workers import Active, TrainingFailed, Workers
from transformer.training.settings import Settings

pytestmark = pytest.mark.slow

WAYS = [True, False] if processes.CAN_FORK else [False]  # fork, or start afresh
SHORT = RunConfig("copy", Settings(steps=30, learning_rate=3e-3), TINY)
LONG = replace(SHORT, settings=Settings(steps=100_000))


@pytest.fixture(scope="module")
def pool():
    """The way of this system. What differs where each process starts afresh is looked at below."""
    made = Workers(most=2)
    made.warm_up()
    yield made
    made.shutdown()


@pytest.fixture
def workers(pool):
    yield pool
    for active in list(pool._active.values()):
        pool.cancel(active.run)
    until(lambda: not pool._active)


def until(condition, seconds: float = 90):  # trainings give way to whatever else the machine does
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_a_run_is_trained_elsewhere_as_it_would_be_here(workers, tmp_path):
    here, there = (Run.create(SHORT, tmp_path) for _ in range(2))
    assert workers.submit(there).result(90) is there
    list(here.train())
    assert [e["loss"] for e in there.events()] == [e["loss"] for e in here.events()]
    assert there.state() == "done"


def test_a_line_with_places_and_a_cancel(workers, tmp_path):
    made = [Run.create(LONG, tmp_path) for _ in range(4)]
    futures = [workers.submit(run) for run in made]
    assert [workers.queue_position(run) for run in made] == [0, 0, 1, 2]
    until(lambda: made[0].events() and made[1].events())
    workers.cancel(made[2])
    assert [workers.queue_position(run) for run in made] == [0, 0, 0, 1] and futures[2].cancelled()
    workers.cancel(made[0])
    with pytest.raises(CancelledError):
        futures[0].result(90)
    until(lambda: made[3].events())
    states = [run.state() for run in made]
    assert states == ["cancelled", "running", "cancelled", "running"]
    assert made[0].checkpoints(), "what it has learned stays"


def test_trainings_give_way_to_pages(workers, tmp_path):
    run = Run.create(LONG, tmp_path)
    workers.submit(run)
    until(run.events)
    assert psutil.Process(workers._active[str(run.folder)].job.pid).nice() >= 10


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's seconds")
def test_a_training_that_gets_no_turn_is_not_ended(workers, tmp_path, monkeypatch):
    """On a busy machine all other work goes first; a stopped process is the worst case of that."""
    monkeypatch.setattr(workers, "patience", 0.5)
    run = Run.create(LONG, tmp_path)
    workers.submit(run)
    until(run.events)
    process = psutil.Process(workers._active[str(run.folder)].job.pid)
    process.suspend()
    time.sleep(1.2)
    process.resume()
    count = len(run.events())
    until(lambda: len(run.events()) > count)
    assert run.state() == "running"


def test_a_process_that_dies_ends_its_run_alone(workers, tmp_path):
    doomed, other = (Run.create(LONG, tmp_path) for _ in range(2))
    future = workers.submit(doomed)
    workers.submit(other)
    until(lambda: doomed.events() and other.events())
    os.kill(workers._active[str(doomed.folder)].job.pid, signal.SIGKILL)
    with pytest.raises(TrainingFailed, match="SIGKILL: the process probably used too much memory"):
        future.result(90)
    count = len(other.events())
    until(lambda: len(other.events()) > count)


def test_when_the_launcher_is_killed_its_children_end_and_the_next_run_starts(workers, tmp_path):
    run = Run.create(LONG, tmp_path)
    future = workers.submit(run)
    until(run.events)
    child = workers._active[str(run.folder)].job.pid
    os.kill(workers._launcher.pid(), signal.SIGKILL)
    with pytest.raises(TrainingFailed, match="SIGKILL"):
        future.result(90)
    until(lambda: not alive(child))
    again = Run.create(SHORT, tmp_path)
    assert workers.submit(again).result(90) is again


def test_a_folder_that_somebody_removes_ends_its_run_alone(workers, tmp_path):
    gone, other = (Run.create(LONG, tmp_path) for _ in range(2))
    future = workers.submit(gone)
    workers.submit(other)
    until(lambda: gone.events() and other.events())
    shutil.rmtree(gone.folder)
    with pytest.raises(TrainingFailed, match="no longer exists"):
        future.result(90)
    count = len(other.events())
    until(lambda: len(other.events()) > count)
    late = Run.create(SHORT, tmp_path)
    assert workers.submit(late).result(90) is late, "the workers go on"


BROKEN = {  # what a layer does when it is called, and what is said of it
    "raise RuntimeError('no such thing')": "with RuntimeError: no such thing",
    "raise SystemExit(3)": "with SystemExit: 3",
    "torch.zeros(1 << 34)": "memory",
    "while True: pass": "still running after 2 seconds, at transformer/variants/my_layer.py:10",
    "import time; time.sleep(900)": "Step 1 did not end within 20 seconds, at transformer/variants/my_",
    "import os; os._exit(0)": "at transformer/variants/my_layer.py:10 with os._exit",
    "y = self.expand(x).softmax(-1); y += 1; return self.contract(y)": "Write x = x + y",
    "return (": "Python cannot read my_layer.py",
    "print('x' * 9_000_000) or 1 / 0": "ZeroDivisionError",
}
LAYER = """
import torch
from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "mine")
class Mine(FeedForward):
    def forward(self, x):
        """


def test_a_students_layer_ends_its_own_run_with_a_sentence(checkout):
    """In a copy of the project; each run reads the layer as it is when it begins."""
    program = f"""
import time
from dataclasses import asdict
from pathlib import Path
from transformer.runs import RunConfig, Run
from transformer.training.settings import Settings
from transformer.runs.workers import Active, TrainingFailed, Workers

config = RunConfig("copy", Settings(steps=30), {{"d_model": 16, "feed_forward": "mine"}})
workers = Workers(most=1, patience=2)
for number, line in enumerate({[*BROKEN]}):
    layer = {LAYER!r} + line + chr(10)
    Path("transformer/variants/my_layer.py").write_text(layer)
    workers.asleep = 20 if "sleep" in line else 90
    run = Run(Path(f"runs/{{number}}"))
    (run.folder / "frames").mkdir(parents=True)
    made = {{"state": "waiting", "created": time.time(), "pinned": False}}
    run.write_card({{**asdict(config), **made}})
    try:
        workers.submit(run).result(150)
    except TrainingFailed as error:
        print(run.state(), error, sep=": ")
workers.shutdown()
print(max(log.stat().st_size for log in Path("runs").glob("*/log")))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, timeout=600
    )
    *sentences, longest = done.stdout.splitlines()
    assert int(longest) == 1_000_000, "what a layer prints fills no disk"
    assert len(sentences) == len(BROKEN), done.stdout + done.stderr
    for sentence, said in zip(sentences, BROKEN.values(), strict=True):
        assert sentence.startswith("failed: ") and said in sentence


@pytest.mark.parametrize("fork", WAYS)
def test_nothing_is_left_behind_when_the_app_ends(tmp_path, fork):
    """Without forking every process imports torch anew; so all that may differ there is looked at
    here, in one app: a run as it would be trained anywhere, and one that is killed."""
    program = f"""
import os, signal, time
from pathlib import Path
import psutil
from transformer.runs import Run
from transformer.runs.workers import Active, TrainingFailed, Workers

def child(run):
    while not run.events(): time.sleep(0.02)
    return workers._active[str(run.folder)].job.pid

workers = Workers(most=1, fork={fork})
short, doomed, run = (Run(Path({str(tmp_path)!r}) / f"copy-{{n}}") for n in (1, 2, 3))
if not {fork}:
    assert workers.submit(short).result(90) is short
    future = workers.submit(doomed)
    os.kill(child(doomed), signal.SIGKILL)
    try:
        future.result(90)
    except TrainingFailed as error:
        assert "SIGKILL: the process probably used too much memory" in str(error), error
    assert doomed.state() == "failed"
workers.submit(run)
pid = child(run)
assert psutil.Process(pid).nice() >= 10
family = [workers._launcher.pid(), *(p.pid for p in psutil.Process().children(recursive=True))]
assert pid in family
print(*family, flush=True)
os._exit(1)
"""
    there, _, _, here = (Run.create(config, tmp_path) for config in (SHORT, LONG, LONG, SHORT))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) >= 3, done.stderr
    until(lambda: not any(psutil.pid_exists(pid) and alive(pid) for pid in pids))
    until(lambda: Run(tmp_path / "copy-3").state() == "stopped")  # it can go on another day
    if not fork:
        list(here.train())
        assert [e["loss"] for e in there.events()] == [e["loss"] for e in here.events()]


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_fresh_process_ends_when_nobody_holds_its_input(tmp_path):
    """Where the system does not end it together with the launcher, as only Linux does."""
    run = Run.create(LONG, tmp_path)
    command = [sys.executable, "transformer/runs/launcher_fresh.py", "child"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = subprocess.Popen(command, cwd=ROOT, text=True, **pipes, **processes.APART)
    job = {"job": "1", "call": "transformer.runs.job:train", "with": {"folder": str(run.folder)}}
    started.stdin.write(json.dumps(job | {"folder": str(run.folder)}) + "\n")
    started.stdin.flush()
    until(run.events)
    started.stdin.close()
    try:
        assert started.wait(90) == 1
    finally:
        started.kill()
    until(lambda: run.state() == "stopped")
    started.stdout.close()


def test_visitors_take_turns(tmp_path):
    """Thirteen runs of one visitor do not hold up the first of another."""
    line = Workers(most=1)
    line._start_next = lambda: None  # only the order is looked at
    line.warm_up = lambda: None
    runs = [Run.create(SHORT, tmp_path) for _ in range(6)]
    for run, visitor in zip(runs, "aaaabb", strict=True):
        line.submit(run, visitor)
    first, second, third, fourth, one, two = runs
    order = [run for run, _ in line._in_turn()]
    assert order == [first, one, second, two, third, fourth]
    assert [line.queue_position(run) for run in order] == [1, 2, 3, 4, 5, 6]
    line._active["x"] = Active(first, "b", None)  # one of b trains already
    assert [run for run, _ in line._in_turn()][:3] == [first, second, one]


@pytest.mark.parametrize("fork", WAYS)
def test_a_run_that_the_app_ends_has_not_failed(tmp_path, fork):
    """Ctrl-C on the app: nobody is told that the training took too much memory, and it can go on."""
    program = f"""
import time
from pathlib import Path
from transformer.runs import Run
from transformer.runs.workers import Workers

workers, run = Workers(most=1, fork={fork}), Run(Path({str(tmp_path / "copy-1")!r}))
workers.submit(run)
while not run.events(): time.sleep(0.02)
workers.shutdown()
time.sleep(1)
print(run.card["state"], run.card.get("error"), run.state())
"""
    Run.create(LONG, tmp_path, "copy-1")
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "running None stopped\n", done.stdout + done.stderr


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives orphans to another process than init"
)
def test_what_a_layer_leaves_in_a_session_of_its_own_ends_with_its_run(checkout):
    start = "import subprocess; print(subprocess.Popen(['sleep', '600'], start_new_session=True).pid, flush=True)"
    layer = f"{LAYER}{start}\n        return super().forward(x)\n"
    (checkout / "transformer/variants/my_layer.py").write_text(layer)
    program = """
import time
from dataclasses import asdict
from pathlib import Path
import psutil
from transformer.runs import RunConfig, Run
from transformer.training.settings import Settings
from transformer.runs.workers import Workers

def started(run): return [int(pid) for pid in (run.folder / "log").read_text().split() if pid.isdigit()]

def leave(name, steps):
    run = Run(Path("runs") / name)
    (run.folder / "frames").mkdir(parents=True)
    config = asdict(RunConfig("copy", Settings(steps=steps), {"d_model": 16, "feed_forward": "mine"}))
    run.write_card({**config, "state": "waiting", "created": time.time(), "pinned": False})
    return run, workers.submit(run)

workers = Workers(most=2)
short, future = leave("copy-1", 2)
future.result()
endless, _ = leave("copy-2", 100_000)
while not endless.events(): time.sleep(0.02)
after_run, at_end = started(short), started(endless)
print(len(after_run) > 1, any(map(psutil.pid_exists, after_run)), any(map(psutil.pid_exists, at_end)))
workers.shutdown()
time.sleep(1)
print(any(map(psutil.pid_exists, [*at_end, *started(endless)])))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "True False True\nFalse\n", done.stdout + done.stderr


@pytest.mark.parametrize("fork", WAYS)
def test_what_a_run_prints_never_fills_the_disk(checkout, fork):
    """Not even for a moment: looked at every millisecond while it prints."""
    layer = LAYER + "print('x' * 3_000_000, flush=True)\n        return super().forward(x)\n"
    (checkout / "transformer/variants/my_layer.py").write_text(layer)
    program = f"""
import time
from dataclasses import asdict
from pathlib import Path
from transformer.runs import RunConfig, Run
from transformer.training.settings import Settings
from transformer.runs.workers import Workers

workers = Workers(most=1, fork={fork})
run = Run(Path("runs/copy-1"))
(run.folder / "frames").mkdir(parents=True)
config = asdict(RunConfig("copy", Settings(steps=5), {{"d_model": 16, "feed_forward": "mine"}}))
run.write_card({{**config, "state": "waiting", "created": time.time(), "pinned": False}})
future, log, longest = workers.submit(run), run.folder / "log", 0
while not future.done():
    longest = max(longest, log.stat().st_size if log.exists() else 0)
    time.sleep(0.001)
future.result()
workers.shutdown()
print(run.state(), longest)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, timeout=600
    )
    assert done.stdout == "done 1000000\n", done.stdout + done.stderr


def test_a_full_disk_is_said_in_a_sentence_and_leaves_room(tmp_path, monkeypatch):
    run = Run.create(SHORT, tmp_path)
    full = SafetensorError("I/O error: No space left on device (os error 28)")

    def save(state, part):
        part.write_bytes(b"half")
        raise full

    monkeypatch.setattr("transformer.runs.run.save_file", save)
    with pytest.raises(SafetensorError):
        list(run.train())
    assert list((run.folder / "frames").iterdir()) == []
    for error in (full, OSError(28, "No space left on device")):
        assert processes.sentence(error).startswith("The disk is full. Free some space")


def test_a_file_that_somebody_reads_is_replaced_a_moment_later(tmp_path, monkeypatch):
    """Windows refuses as long as it is open."""
    run, refused, really = Run.create(SHORT, tmp_path), [], os.replace

    def replace_later(part, path):
        if len(refused) < 2:
            refused.append(path)
            raise PermissionError("it is open")
        really(part, path)

    monkeypatch.setattr(os, "replace", replace_later)
    run.write_card({**run.card, "state": "done"})
    assert run.state() == "done" and len(refused) == 2


def test_a_run_can_be_cancelled_while_somebody_removes_its_folder(workers, tmp_path):
    run = Run.create(LONG, tmp_path)
    future = workers.submit(run)
    until(run.events)
    (run.folder / "card.json").unlink()
    workers.cancel(run)
    with pytest.raises(CancelledError):
        future.result(90)
