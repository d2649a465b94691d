"""The processes that run the model code: started for each version of the files, and restarted when they die.

One serves a single reader; a class has more, and each serves some of the visitors (`seats`). A process answers
one question at a time. Small tensor operations in several threads would compete for the interpreter, and this
way it is known whose code was running when the process ended.
"""

import json
import os
import secrets
import shutil
import socket
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path

from lessons.host import crash_messages, live, monitor
from lessons.host.locations import Mistake
from lessons.host.seats import Seats
from transformer.runs import processes
from transformer.runs.launching import Job, Launcher

# Modules for figures on paper; on its first use, matplotlib searches all fonts.
LIBRARIES = (
    "matplotlib.figure",
    "matplotlib.font_manager",
    "matplotlib.backends.backend_agg",
    "PIL.Image",
)
AGAIN = 20.0  # seconds before a question that ended a process is tried again
LOOKS = 0.1  # seconds between two checks of a working process
QUIET = 0.8  # seconds without a question before something is computed in advance
IDLE = 2.0  # seconds of CPU time that it can use without a question
BEGINS = 60.0  # seconds for a process to start; 0.1 is usual


FOLDERS = "glassbox-"  # temporary folders, each with the process id of its app


def sweep() -> None:
    """Remove the temporary folders of apps that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDERS}[0-9]*-*"):
        if not processes.lives(int(folder.name.split("-")[1])):
            shutil.rmtree(folder, ignore_errors=True)


class Process:
    """One process for one version of the files."""

    def __init__(self, number: int, job: Job, connection: Connection):
        self.number, self.job, self.connection = number, job, connection
        with job.changed:  # it can connect before the launcher's message arrives
            job.changed.wait_for(lambda: job.pid is not None, BEGINS)
        assert job.pid is not None, "the launcher reports each start"
        self.pid, self.where = job.pid, job.folder / processes.WHERE
        self.lock = threading.Lock()  # held while asking
        self.released: deque[int] = deque()  # the numbers of handles that are no longer used
        self.over = False
        self.used: float | None = None  # CPU seconds at its last answer

    def ask(self, data: bytes) -> bytes:
        """Ask one question and return the answer. Raise `monitor.WorkerDied` if the process ends or has to be ended."""
        gone = [self.released.popleft() for _ in range(len(self.released))]
        watch = monitor.Watch(self.pid, self.where)
        try:
            self.connection.send_bytes(json.dumps(gone).encode())
            self.connection.send_bytes(data)
            while not self.connection.poll(LOOKS):
                watch.check()
                if self.job.ended is not None:  # a child process can hold the connection open
                    raise EOFError
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            raise monitor.WorkerDied from None
        finally:
            self.used = processes.processor_seconds(self.pid)

    def end(self, grace: float = 0.0) -> Mistake:
        """End the process and return the explanation. If it is ending by itself, some `grace` shows how."""
        self.over = True
        status = self.job.wait(grace)
        processes.end(self.pid)
        self.job.wait(10.0)
        mistake = monitor.explain_end(self.where, status, self.job.error)
        self.connection.close()
        shutil.rmtree(self.job.folder, ignore_errors=True)
        return mistake


class Pool:
    """The current processes, and the one that starts them."""

    def __init__(self) -> None:
        self._guard = threading.RLock()  # protects the fields; not held while asking
        self.launcher = Launcher(libraries=LIBRARIES)
        self.seats = Seats()
        self._processes: dict[int, Process] = {}  # by the number of their seat
        self._number = 0
        self._version: tuple[int, tuple[str, ...]] = (0, ())
        # Questions that ended a process: the time until which they are refused, and their sentence.
        self._ended: dict[str, tuple[float, Mistake]] = {}
        self._once: set[str] = set()  # questions that have ended a process once
        self._refused: dict[str, Mistake] = {}  # private files that have ended a process
        self.complaint: Mistake | None = None  # about code that computes without a question
        # Time of a visitor's last action, and how many wait.
        self._asked, self._waiting = -QUIET, 0
        self._here = threading.local()  # `ahead` in a thread that serves no visitor

    def warm_up(self) -> None:
        """Start the launcher, so that the first question need not wait for torch."""
        sweep()
        self.launcher.warm_up()
        threading.Thread(target=self._mind, daemon=True, name="mind").start()

    def renew(self, generation: int, changed: tuple[str, ...]) -> None:
        """Start using a process that has read the changed files."""
        with self._guard:
            self._version, self.complaint = (generation, changed), None
            self._ended.clear()
            self._once.clear()
            self._refused.clear()
            self._retire()
        threading.Thread(target=self._begin_early, daemon=True).start()

    def process(self) -> Process:
        """Return the process that answers this thread's visitor; start it if there is none."""
        seat = self.seats.here()
        with self._guard:
            if seat not in self._processes:
                self._processes[seat] = self._begin()
            return self._processes[seat]

    def ask(
        self, question: Callable[[], str], pack: Callable[[Process], bytes]
    ) -> tuple[Process, bytes]:
        """Return the answer to what `pack` makes for a process, and the process that gave it. A question that has just
        ended one is refused at first, with its sentence. If the guilty line is unknown, the end may be an
        accident (another program took all memory, say), so the question is asked once more."""
        with self._counted():
            return self._answer(question, pack)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Mark that a visitor waits, so that work in advance waits longer (`give_way`)."""
        visitor = not getattr(self._here, "ahead", False)
        with self._guard:
            self._waiting += visitor
        try:
            yield
        finally:
            with self._guard:
                self._waiting -= visitor
                if visitor:
                    self._asked = time.monotonic()

    def _answer(
        self, question: Callable[[], str], pack: Callable[[Process], bytes]
    ) -> tuple[Process, bytes]:
        while True:
            if self._ended:  # otherwise no name is needed
                until, mistake = self._ended.get(question(), (0.0, None))
                if time.monotonic() < until:
                    raise monitor.WorkerDied(mistake)
            process = self.process()
            data = pack(process)
            with process.lock:
                if process.over:
                    continue  # replaced while this question was waiting
                try:
                    return process, process.ask(data)
                except monitor.WorkerDied as end:
                    if process.over:
                        continue
                    explanation = process.end(grace=0.0 if end.mistake else 1.0)
                    mistake = end.mistake or explanation
            with self._guard:
                self._remove(process)
                name, retry = question(), not mistake.location and question() not in self._once
                self._once.add(name)
                if self.refuse(mistake) or retry:
                    continue
                self._ended[name] = time.monotonic() + AGAIN, mistake
            raise monitor.WorkerDied(mistake)

    def refuse(self, mistake: Mistake) -> bool:
        """Say whether a private file (`my_mine.py`) is to blame: then the next process does not load it, so the others
        still work. Its sentence is shown where it would be used."""
        file = mistake.location.rpartition(":")[0]
        with self._guard:
            if "/my_" not in file or file in self._refused:
                return False
            self._refused[file] = mistake
            self._retire()
            return True

    def note_visitor(self) -> None:
        """Note that a page runs: its answers may be known, but the next ones may not."""
        self._asked = time.monotonic()

    def give_way(self) -> None:
        """Wait until no visitor has done anything for a moment: called before each computation that a thread makes
        in advance."""
        self._here.ahead = True
        while self._waiting or time.monotonic() - self._asked < QUIET:
            time.sleep(QUIET / 8)

    def shut_down(self) -> None:
        """End everything that the app has started, and remove its temporary folder."""
        self.launcher.shut_down()
        # Without the lock, which a process that is starting may hold.
        for process in list(self._processes.values()):
            shutil.rmtree(process.job.folder, ignore_errors=True)

    # ---- private ------------------------------------------------------------------------------
    def _retire(self) -> None:
        """Release the current processes; waiting questions go to the next ones."""
        for process in self._processes.values():
            process.over = True
            threading.Thread(target=process.end, daemon=True).start()
        self._processes.clear()

    def _remove(self, process: Process) -> None:
        """Forget a process that has ended; the next question of its visitors starts another."""
        self._processes = {s: other for s, other in self._processes.items() if other is not process}

    def _begin_early(self) -> None:
        """Prepare for questions from pages."""
        with suppress(monitor.WorkerDied, OSError):
            self.process()

    def _begin(self) -> Process:
        self._number += 1
        key, (generation, changed) = secrets.token_bytes(32), self._version
        folder = Path(tempfile.mkdtemp(prefix=f"{FOLDERS}{os.getpid()}-"))
        with socket.create_server(("127.0.0.1", 0)) as server:
            settings = {"port": server.getsockname()[1], "key": key.hex()}
            settings |= {"where": str(folder / processes.WHERE)}
            settings |= {
                "generation": generation,
                "changed": list(changed),
                "seconds": live.SECONDS,
            }
            settings |= {
                "refused": {file: asdict(mistake) for file, mistake in self._refused.items()}
            }
            job = self.launcher.start("lessons.host.worker:main", settings, folder, quiet=False)
            return Process(self._number, job, _connected(server, key, job))

    def _mind(self) -> None:
        """Watch idle processes: one that still computes would slow everybody down."""
        while True:
            time.sleep(1.0)
            for process in list(self._processes.values()):
                if process.lock.acquire(blocking=False):
                    try:
                        if not process.over:
                            self._look_after(process)
                    finally:
                        process.lock.release()

    def _look_after(self, process: Process) -> None:
        used = processes.processor_seconds(process.pid)
        before = process.used
        works = used is not None and before is not None and used - before > IDLE
        frames = processes.ask_threads(process.pid, process.where) if works else ()
        if works or process.job.ended is not None:
            mistake = process.end(grace=0.1)
            with self._guard:
                mistake = (
                    crash_messages.background_thread(monitor.most_telling(frames, foreign=True))
                    if works
                    else mistake
                )
                # Without a line, the cause is unknown.
                self.complaint = mistake if mistake.location else None
                self._remove(process)


def _connected(server: socket.socket, key: bytes, job: Job) -> Connection:
    """Return the connection to the process that knows the key. Raise `monitor.WorkerDied` if it ended before."""
    server.settimeout(0.2)
    end = time.monotonic() + BEGINS
    while job.ended is None and time.monotonic() < end:
        with suppress(TimeoutError):
            peer, _ = server.accept()
            peer.settimeout(None)
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(peer.detach())
            with suppress(EOFError, OSError):
                if connection.poll(1.0) and secrets.compare_digest(connection.recv_bytes(32), key):
                    return connection
            connection.close()  # an unknown process on this computer
    raise monitor.WorkerDied(
        monitor.explain_end(job.folder / processes.WHERE, job.ended, job.error)
    )
