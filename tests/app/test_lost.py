"""What students edit runs in a process that can die: what it does there, the app does not do."""

import gc
import os
import socket
import subprocess
import sys
import threading
import weakref
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from lessons.attention import results as attention_results
from lessons.host import (
    crash_messages,
    live,
    monitor,
    monkeypatch_guard,
    pool,
    remote,
    wire,
    worker,
)
from lessons.host.locations import Mistake
from lessons.host.shared_cache import shared_cache
from lessons.host.worker import Held
from lessons.models import saved
from tests.kit import project
from tests.kit.paths import ROOT
from transformer.runs import Run

# ---- what they say to each other ----------------------------------------------------------------
plain = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text() | some.binary() | some.dates(),
    lambda inside: some.lists(inside, max_size=4)
    | some.tuples(inside, inside)
    | some.frozensets(some.integers(), max_size=1)  # of more, the order is by chance
    | some.dictionaries(some.integers() | some.text() | some.tuples(some.text()), inside, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(plain)
def test_plain_data_arrives_as_it_was(value):
    again = wire.unpack(wire.pack(value, pytest.fail), pytest.fail)
    assert repr(again) == repr(value)  # NaN is like NaN, and 1 not like 1.0 or True


def test_arrays_arrive_exactly():
    given = {
        "a": np.float32([[0.1, np.nan]]),
        "b": [np.arange(3), np.array(2.5)],
        "c": np.bool_(True),
    }
    found = wire.unpack(wire.pack(given, pytest.fail), pytest.fail)
    for one, other in ((given["a"], found["a"]), *zip(given["b"], found["b"], strict=True)):
        assert one.dtype == other.dtype and one.shape == other.shape
        assert np.array_equal(one, other, equal_nan=True)
    assert found["c"] is True


def test_an_object_stays_and_is_held_for_as_long_as_somebody_has_a_handle():
    held, model = Held(), torch.nn.Linear(2, 3)
    packed = [wire.pack([model, date(2026, 1, 2)], held.hold) for _ in range(2)]
    told = [wire.unpack(data, lambda fields: fields)[0] for data in packed]
    assert told[0] == told[1] and told[0]["type"] == "Linear"
    seen, number = weakref.ref(model), told[0]["number"]
    assert held.get({"number": number}) is model
    del model
    held.release([number])
    assert seen() is not None
    held.release([number])
    gc.collect()
    assert seen() is None and not held.objects and not held.numbers
    again = wire.unpack(wire.pack(torch.nn.Linear(2, 3), held.hold), lambda fields: fields)
    assert again["number"] != number, "the app remembers answers by the number"


def test_an_answer_is_kept_where_it_stays_as_it_is():
    @saved.of_model
    def drawn(name):
        return name

    assert worker._is_repeatable(shared_cache(abs), (1,)) and not worker._is_repeatable(abs, (1,))
    assert worker._is_repeatable(drawn, ("english_french",))
    assert not worker._is_repeatable(drawn, ("run-copy-1",)), "it trains on"
    text = live.import_module("lessons.attention.words").model_facts
    assert worker._is_repeatable(text, ("english_french", Mistake("a sentence")))
    assert not worker._is_repeatable(text, (Run(Path("run-copy-1")),)), "its files change"
    figure = attention_results.three_inputs()
    assert worker._is_repeatable(figure.at, ()) and not worker._is_repeatable(figure.recompute, ())
    assert not worker._is_repeatable(text, (torch.nn.Linear(1, 1),)), "it may be changed in place"


def test_a_module_is_handed_over_by_its_name():
    told = remote._reference(remote.Module("lessons.glossary"), SimpleNamespace())
    assert Held().get(told).TERMS["query"]


def test_what_is_no_plain_data_is_not_handed_to_the_other_side():
    with pytest.raises(TypeError, match="a Linear cannot be sent"):
        remote._reference(torch.nn.Linear(1, 1), SimpleNamespace())


def test_a_handle_of_a_process_that_is_gone_asks_for_a_new_page():
    gone, now = SimpleNamespace(number=1, released=[], over=True), SimpleNamespace(number=2)
    handle = remote.Remote(gone, {"number": 5, "type": "Trained", "fixed": True})
    with pytest.raises(RuntimeError, match="Reload the page"):
        remote._reference(handle, now)
    state = {"shown": ("film", handle), "text": "it was", "deep": {"a": [handle]}}
    remote.forget_ended(state)
    assert state == {"text": "it was"}


def test_a_stranger_who_does_not_know_the_key_is_not_listened_to(tmp_path):
    key, job = bytes(32), SimpleNamespace(ended=None, folder=tmp_path, error="")

    def call(says: bytes) -> None:
        peer = Connection(socket.create_connection(server.getsockname()).detach())
        peer.send_bytes(says)
        peers.append(peer)

    peers: list[Connection] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        call(b"let me in" * 3), call(key)
        connection = pool._connected(server, key, job)
        peers[1].send_bytes(b"here")
        assert connection.recv_bytes() == b"here"
        job.ended = -9
        with pytest.raises(monitor.WorkerDied, match="SIGKILL"):
            pool._connected(server, key, job)


# ---- crashes, and none -----------------------------------------------------------------------------
ATTENTION = "transformer/attention.py"
WEIGHTS = "    weights = masked.softmax(dim=-1)"
HARM = {  # what a layer does → what is said; the line is that of the layer
    "exits": ("import os; os._exit(0)", "ends the whole program (os._exit)"),
    "aborts": ("import os; os.abort()", "ends the whole program (os.abort)"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "ends the whole program (os.kill)"),
    "has an alarm": ("import signal, time; signal.alarm(1); time.sleep(9)", "(SIGALRM)"),
    "crashes": ("import ctypes; ctypes.string_at(0)", "(SIGSEGV)"),
    "waits": ("import time; time.sleep(99)", "without doing anything"),
    "cannot be stopped": (
        "import threading; threading.Lock().acquire(); a = threading.Lock(); a.acquire(); a.acquire()",
        "without doing anything",
    ),
    "takes all memory": ("import torch; torch.empty(10**13)", "requests 40,000.0 GB of memory"),
    "works on": (
        "import threading; threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()",
        "",
    ),
    "closes files": ("import os; os.closerange(3, 200)", "closed files that it had not opened"),
    "starts processes": (
        "import subprocess, time; [subprocess.Popen(['sleep', '60']) for _ in range(200)]; time.sleep(20)",
        "processes, more than the 64 allowed",
    ),
    "breaks json": (
        "import json; json.dumps = None; raise ValueError('no')",
        "replaces json.dumps",
    ),
    "breaks threads": (
        "import threading; threading.Thread.start = None",
        "replaces threading.Thread.start",
    ),
    "clears the modules": (
        "import sys; sys.modules.clear()",
        "Files of the last change: transformer/attention.py",
    ),
    "half a character": ("raise ValueError('\\ud800')", r"\ud800"),
}
NO_HARM = {
    "checkpoint": "from torch.utils.checkpoint import checkpoint; checkpoint(torch.exp, masked, use_reentrant=False)",
    "func": "torch.func.grad(lambda x: x.sum())(torch.ones(3)); torch.vmap(torch.exp)(masked)",
    "an optimizer": "p = torch.nn.Parameter(torch.ones(2)); p.grad = p.data; torch.optim.Adam([p]).step()",
    "the profiler": "torch.profiler.profile().__enter__().__exit__(None, None, None)",
    "meta": "torch.arange(3, device='meta')",
    "compile": "torch.compile(torch.exp, backend='eager')(masked)",
    "jit": "torch.jit.script(torch.nn.ReLU())(masked)",
    "a file": "open(tempfile.mkstemp()[1], 'wb').write(bytes(2_000_000))",
    "a program": "import subprocess; subprocess.run([sys.executable, '-c', ''])",
    "a process": "import multiprocessing as m; p = m.get_context('fork').Process(target=int); p.start(); p.join()",
    "a thread": "import concurrent.futures as c; c.ThreadPoolExecutor(2).submit(int).result()",
    "a question to the system": "import os; os.kill(os.getpid(), 0)",
    "a warning": "import warnings, logging; warnings.warn('hm'); logging.warning('hm')",
    "a print": "print(masked.shape)",
    "a seed": "torch.manual_seed(1); import random; random.seed(2)",
    "no gradients": "torch.no_grad().__enter__()",
    "a switch": "torch.use_deterministic_algorithms(True)",
    "a connection": "from multiprocessing.connection import Connection as C; C.send_bytes = None",
    "a hook": "torch.nn.modules.module.register_module_forward_hook(lambda *given: None)",
    "a replaced print": "import builtins; builtins.print = lambda *given: None",
}
IMPORTS = "import sys, tempfile, torch; "
DRIVER = """
import json, sys, time
from pathlib import Path
from lessons.host import live, monitor, remote
monitor.ASLEEP = 3.0
remote.serve()

def look(text="it was too tired"):
    live.poll_for_edits()
    try:
        results = live.import_module("lessons.attention.results")
        reading = results.encode("english_french", text)
        return results.figure("english_french", reading).kind
    except Exception as error:
        return error.mistake.sentence if hasattr(error, "mistake") else look()  # it ended in between

answers = {"": look()}
for name, (file, text) in json.loads(sys.stdin.read()).items():
    whole = Path(file).read_text()
    Path(file).write_text(text)
    answers[name] = look()
    if name == "breaks threads":  # which the next question needs
        answers[name] = look("the cat was too tired")
    if name == "works on":
        while not (answers[name] != "attention_map" or remote.pool.complaint):
            time.sleep(0.1)
        answers[name] = getattr(remote.pool.complaint, "sentence", answers[name])
    Path(file).write_text(whole)
answers["mended"] = look()
answers["torch"] = "torch" in sys.modules
answers["machine"] = sorted(name for name in sys.modules if name.startswith("transformer."))
print("ANSWERS" + json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    whole = (ROOT / ATTENTION).read_text(encoding="utf-8")
    assert WEIGHTS in whole
    lines = {name: line for name, (line, _) in HARM.items()}
    lines |= {name: IMPORTS + line for name, line in NO_HARM.items()}
    edits = {
        name: (ATTENTION, whole.replace(WEIGHTS, f"    {line}\n{WEIGHTS}"))
        for name, line in lines.items()
    }
    return project.answers(DRIVER, edits, tmp_path_factory.mktemp("lost") / "project")


@pytest.mark.slow
@pytest.mark.parametrize("name", HARM)
def test_what_ends_a_process_gets_a_sentence_and_costs_nobody_else(answers, name):
    said, words = answers[name], HARM[name][1]
    line = (ROOT / ATTENTION).read_text(encoding="utf-8").splitlines().index(WEIGHTS) + 1
    assert words in said
    # Nothing was left to say it through.
    assert f"{ATTENTION}:{line}" in said or name in ("closes files", "clears the modules")
    said.encode()  # no half of a character
    if name == "works on":  # while it answers, afterwards, or where no more threads are to be had
        assert any(words in said for words in ("kept computing", "still running", "new thread"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NO_HARM)
def test_harmless_code_is_never_accused(answers, name):
    assert answers[name] == "attention_map"


@pytest.mark.slow
def test_the_app_itself_never_has_what_students_edit(answers):
    assert answers[""] == answers["mended"] == "attention_map"
    assert not answers["torch"]
    infrastructure = ("transformer.runs", "transformer.diagnosis")
    assert all(name.startswith(infrastructure) for name in answers["machine"])
    assert not {f"transformer.runs.{part}" for part in ("run", "job", "folder")} & {
        *answers["machine"]
    }


# ---- odd files ---------------------------------------------------------------------------------------
ODD = """
import json, os, sys
from pathlib import Path
from lessons.host import live, remote
remote.serve()
for folder in ("transformer/variants", "transformer/families", "transformer/tasks"):
    os.mkfifo(f"{folder}/my_pipe.py"), os.mkdir(f"{folder}/my_folder.py")
    os.symlink("my_loop.py", f"{folder}/my_loop.py"), os.symlink("nowhere.py", f"{folder}/my_dead.py")
    Path(f"{folder}/my_bytes.py").write_bytes(b"\\0")
    os.symlink("/dev/zero", f"{folder}/my_zero.py")
os.mkfifo("transformer/weights/my_pipe.json")
for lesson, make in {"attention": os.mkfifo, "masks": os.mkdir, "scores": lambda p: os.symlink(p.name, p)}.items():
    file = Path(f"lessons/{lesson}/exercise.py")
    file.unlink(), make(file)
live.poll_for_edits()
results = live.import_module("lessons.attention.results")
reading = results.encode("english_french", "it was too tired")
answers = {
    "picture": results.figure("english_french", reading).kind,
    "layers": [*live.import_module("lessons.your_layer.results").broken().values()],
    "exercises": {
        lesson: live.import_module("lessons.kit.warming").check_exercise(lesson).saw
        for lesson in ("attention", "masks", "scores", "heads")
    },
}
from tests.kit.visit import Visitor
answers["pages"] = {name: Visitor(name).go().mistakes for name in ("attention", "your_layer", "masks", "scores")}
print("ANSWERS" + json.dumps(answers))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
def test_an_odd_file_is_named_and_costs_only_itself(tmp_path):
    found = project.answers(ODD, {}, tmp_path / "project")
    assert found["picture"] == "attention_map" and not any(found["pages"].values())
    for name in ("pipe", "zero", "folder", "loop", "dead", "bytes"):
        (said,) = [said for said in found["layers"] if f"transformer/variants/my_{name}.py" in said]
        assert "null byte" in said if name == "bytes" else "not a file that can be read" in said
    for lesson, words in {
        "attention": "is not a file",
        "masks": "is not a file",
        "scores": "cannot be read",
    }.items():
        assert found["exercises"][lesson].startswith(f"lessons/{lesson}/exercise.py {words}")
    assert "still to be written" in found["exercises"]["heads"], "the others are as they were"


# ---- a question that ends its process ---------------------------------------------------------------
class Ending(pool.Process):
    """A process that ends when it is asked for "bad"."""

    def __init__(self, number: int):
        self.number, self.over, self.lock = number, False, threading.Lock()

    def ask(self, data: bytes) -> bytes:
        if data == b"bad":
            raise monitor.WorkerDied
        return data

    def end(self, grace: float = 0.0) -> Mistake:
        self.over = True
        return self.said


@pytest.fixture
def ending(monkeypatch):
    """A pool of such processes, and a way to ask it."""
    made = pool.Pool()
    monkeypatch.setattr(pool.Pool, "_begin", lambda self: Ending(len(begun.append(1) or begun)))
    monkeypatch.setattr(
        Ending, "said", Mistake("x.py:3 ends it.", "transformer/x.py:3"), raising=False
    )
    begun: list[int] = []
    return made, lambda text: made.ask(lambda: text, lambda process: text.encode())[0].number


def test_what_has_ended_a_process_is_not_asked_again_at_once(ending, monkeypatch):
    made, ask = ending
    assert ask("good") == 1
    for _ in range(3):
        with pytest.raises(monitor.WorkerDied, match=r"x\.py:3 ends it"):
            ask("bad")
        assert ask("good") == 2, "one process was lost, not three"
    monkeypatch.setattr(pool, "AGAIN", -1.0)
    made._ended.clear()
    for number in (3, 4):
        with pytest.raises(monitor.WorkerDied):
            ask("bad")
        assert ask("good") == number, "but later it is tried again"
    made.renew(2, ())
    assert ask("good") == 5


def test_what_may_be_chance_is_asked_once_more(ending, monkeypatch):
    """Somebody has killed the process, or another program took all memory."""
    made, ask = ending
    monkeypatch.setattr(Ending, "said", Mistake("it ended (SIGKILL)."))
    with pytest.raises(monitor.WorkerDied, match="SIGKILL"):
        ask("bad")
    assert ask("good") == 3, "it was asked twice"
    chance = [monitor.WorkerDied]
    monkeypatch.setattr(Ending, "ask", lambda self, data: raised(chance.pop()) if chance else data)
    assert ask("another") == 4


def raised(error: type[Exception]) -> None:
    raise error


def test_a_file_of_ones_own_costs_only_itself(ending, monkeypatch):
    """The next process does without it, and the question is asked again."""
    made, ask = ending
    mine = Mistake("it leaves.", "transformer/variants/my_x.py:2")
    monkeypatch.setattr(Ending, "said", mine)
    with pytest.raises(monitor.WorkerDied):
        ask("bad")  # here it ends the second one too
    assert made._refused == {"transformer/variants/my_x.py": mine}
    made.renew(2, ())
    assert made._refused == {}, "when files have changed it is tried again"


# ---- who is to blame --------------------------------------------------------------------------------
def test_the_line_that_replaces_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(monkeypatch_guard, "ROOT", tmp_path)
    monkeypatch.setattr(monkeypatch_guard, "last_changed", lambda: ("layer.py",))
    lines = {
        "torch.softmax": "torch.softmax = None",
        "builtins.len": "__builtins__['len'] = 3",
        "torch.matmul": "setattr(torch, 'matmul', abs)",
        "gradients": "torch.set_grad_enabled(False)",
    }
    text = "\n".join(["import torch", *lines.values(), "super().__init__()"])
    (tmp_path / "layer.py").write_text(text, encoding="utf-8")
    for number, (name, line) in enumerate(lines.items(), start=2):
        assert monkeypatch_guard._line_of(name) == (f"layer.py:{number}", line)
    for library in ("torch.add", "torch.nn.Module.__init__"):  # torch.compile replaces that one
        assert monkeypatch_guard._line_of(library) == ("", "")


def test_of_several_threads_the_one_in_a_layer_is_told_of():
    frames = {
        name: [SimpleNamespace(filename=str(ROOT / name), lineno=1, line="", name="f")]
        for name in ("lessons/host/worker.py", "lessons/scores/results.py", ATTENTION, "lessons/masks/exercise.py")
    }  # fmt: skip
    threads = list(frames.values())
    for many, right in ((4, 3), (3, 2), (2, 1)):
        assert monitor.most_telling(threads[:many]) is threads[right]
    assert monitor.most_telling(threads[:1]) == ()


def test_memory_is_named():
    too_much = RuntimeError("DefaultCPUAllocator: you tried to allocate 8589934592 bytes.")
    assert "requests 8.6 GB of memory" in crash_messages.explain_fatal(too_much).sentence
    assert (
        "more memory than a layer is allowed to use"
        in crash_messages.explain_fatal(MemoryError()).sentence
    )
    assert crash_messages.explain_fatal(ValueError("3 GB")) is None


# ---- what failing code holds in memory --------------------------------------------------------------
class Large:
    """As a tensor of a gigabyte."""


def test_an_error_that_is_remembered_holds_no_tensor():
    made = []

    @shared_cache
    def broken(text):
        large = Large()
        made.append(weakref.ref(large))
        try:
            raise KeyError(text)
        except KeyError as first:
            raise ValueError("no") from first

    for _ in range(2):
        with pytest.raises(ValueError, match="no") as error:
            broken("a")
        assert "test_lost.py" in error.value.mistake.trace
    del error
    gc.collect()
    assert len(made) == 1 and made[0]() is None


def test_what_was_computed_goes_with_the_code(monkeypatch):
    monkeypatch.setattr(live, "_on_change", [])
    large = Large()
    seen = weakref.ref(large)
    held = [large]

    @shared_cache
    def found(text):
        return held.pop()

    del large
    assert found("a") is seen()
    for forget in live._on_change:
        forget()
    assert seen() is None


def test_who_computes_ahead_waits_for_as_long_as_a_visitor_waits(ending, monkeypatch):
    made, ask = ending
    asked, answered = threading.Event(), threading.Event()
    monkeypatch.setattr(Ending, "ask", lambda self, data: (asked.set(), answered.wait(), data)[2])
    monkeypatch.setattr(pool, "QUIET", 0.08)
    visitor = threading.Thread(target=ask, args=["good"])
    visitor.start()
    asked.wait()
    ahead = threading.Thread(target=made.give_way)
    ahead.start()
    ahead.join(0.4)
    assert ahead.is_alive(), "a visitor has waited longer than QUIET, and still waits"
    answered.set()
    ahead.join()
    visitor.join()


# ---- what the app takes of the system, and gives back -----------------------------------------------
def test_folders_of_apps_that_were_killed_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in (f"glassbox-{2**30}-a", f"glassbox-{os.getpid()}-b", "glassbox-c", "other-1-a"):
        (tmp_path / name).mkdir()
    pool.sweep()
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"glassbox-{os.getpid()}-b", "glassbox-c", "other-1-a"),
    }


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit")
def test_the_app_may_open_more_files_than_a_terminal_allows():
    program = """
import resource
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
import asyncio
from lessons.host import asgi
async def serve():
    async with asgi.lifespan(None):
        print(min(hard, 65_536) == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256)
asyncio.run(serve())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "True\n", done.stdout + done.stderr
