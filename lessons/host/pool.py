"""The process that answers for the machine: begun for each version of the files, and anew when it is lost.

One question at a time: small tensor operations in several threads hand the interpreter to and fro, and so it
is known whose code was running when the process ended.
"""

import json
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

from lessons.host import harm, live, lost
from lessons.host.locations import Mistake
from transformer.runs import processes
from transformer.runs.launching import Job, Launcher

# What a picture on paper needs; the first time on a machine, matplotlib looks through all its fonts.
LIBRARIES = (
    "matplotlib.figure",
    "matplotlib.font_manager",
    "matplotlib.backends.backend_agg",
    "PIL.Image",
)
AGAIN = 20.0  # seconds before what has ended a process is tried again
LOOKS = 0.1  # seconds between two looks at a process that works
QUIET = 0.8  # seconds without a question, after which something may be computed ahead
IDLE = 2.0  # seconds of processor that it may use while nobody asks it anything
BEGINS = 60.0  # seconds for a process to begin; 0.1 is usual


class Process:
    """One process, of one version of the files."""

    def __init__(self, number: int, job: Job, connection: Connection):
        self.number, self.job, self.connection = number, job, connection
        self.where = job.folder / processes.WHERE
        self.lock = threading.Lock()  # of who asks
        self.released: deque[int] = deque()  # the numbers of handles that nobody has any more
        self.over = False
        self.used: float | None = None  # seconds of processor when it last answered

    def ask(self, data: bytes) -> bytes:
        """One question, one answer. Raises `lost.Lost` where it ends, or has to be ended."""
        gone = [self.released.popleft() for _ in range(len(self.released))]
        watch = lost.Watch(self.job.pid, self.where)
        try:
            self.connection.send_bytes(json.dumps(gone).encode())
            self.connection.send_bytes(data)
            while not self.connection.poll(LOOKS):
                watch.look()
                if self.job.ended is not None:  # a child of its own may hold the connection open
                    raise EOFError
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            raise lost.Lost from None
        finally:
            self.used = processes.processor_seconds(self.job.pid)

    def end(self, grace: float = 0.0) -> Mistake:
        """End it; what is said of that. Where it has ended by itself, or is about to, some `grace` tells how."""
        self.over = True
        status = self.job.wait(grace)
        processes.end(self.job.pid)
        self.job.wait(10.0)
        mistake = lost.ended(self.where, status, self.job.error)
        self.connection.close()
        shutil.rmtree(self.job.folder, ignore_errors=True)
        return mistake


class Pool:
    """The present process, and what starts it."""

    def __init__(self):
        self._guard = threading.RLock()  # of the fields; not held while a question is asked
        self.launcher = Launcher(libraries=LIBRARIES)
        self._process: Process | None = None
        self._number = 0
        self._version: tuple[int, tuple[str, ...]] = (0, ())
        # Questions that ended a process: until when they are not asked, and their sentence.
        self._ended: dict[str, tuple[float, Mistake]] = {}
        self._once: set[str] = set()  # questions that have done so
        self._refused: dict[str, Mistake] = {}  # files of one's own that have ended a process
        self.complaint: Mistake | None = None  # about code that works on where nobody asks
        self._asked, self._waiting = (
            -QUIET,
            0,
        )  # when a visitor did, and how many wait for an answer
        self._here = threading.local()  # `ahead` in a thread that is no visitor's

    def warm_up(self) -> None:
        """Start what starts processes, so that the first question need not wait until it has torch."""
        self.launcher.warm_up()
        threading.Thread(target=self._mind, daemon=True, name="mind").start()

    def renew(self, generation: int, changed: tuple[str, ...]) -> None:
        """The files have changed: from now on a process answers that has read them."""
        with self._guard:
            self._version, self.complaint = (generation, changed), None
            self._ended.clear()
            self._once.clear()
            self._refused.clear()
            self._retire()
        threading.Thread(target=self._begin_early, daemon=True).start()

    def process(self) -> Process:
        """The present process; begun, where there is none."""
        with self._guard:
            if self._process is None:
                self._process = self._begin()
            return self._process

    def ask(
        self, question: Callable[[], str], pack: Callable[[Process], bytes]
    ) -> tuple[Process, bytes]:
        """The answer to what `pack` makes for a process, and which one gave it. What has just ended one is
        not asked again at once: its sentence is the answer. Where nobody knows in which line it ended, it may be
        chance (somebody has killed it, another program took all memory): then it is asked once more."""
        with self._counted():
            return self._answer(question, pack)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A visitor waits: what is computed ahead waits longer (`give_way`)."""
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
            if self._ended:  # else nothing has to be named
                until, mistake = self._ended.get(question(), (0.0, None))
                if time.monotonic() < until:
                    raise lost.Lost(mistake)
            process = self.process()
            data = pack(process)
            with process.lock:
                if process.over:
                    continue  # replaced while this question waited
                try:
                    return process, process.ask(data)
                except lost.Lost as end:
                    if process.over:
                        continue
                    said = process.end(grace=0.0 if end.mistake else 1.0)
                    mistake = end.mistake or said
            with self._guard:
                if self._process is process:
                    self._process = None
                asked, retry = question(), not mistake.location and question() not in self._once
                self._once.add(asked)
                if self.refuse(mistake) or retry:
                    continue
                self._ended[asked] = time.monotonic() + AGAIN, mistake
            raise lost.Lost(mistake)

    def refuse(self, mistake: Mistake) -> bool:
        """Whether a file of one's own (`my_mine.py`) is to blame: then the next process does without it, and costs
        the others nothing. Its sentence stands where it would be used."""
        file = mistake.location.rpartition(":")[0]
        with self._guard:
            if "/my_" not in file or file in self._refused:
                return False
            self._refused[file] = mistake
            self._retire()
            return True

    def give_way(self) -> None:
        """Wait until no visitor has asked anything for a moment: called before each thing that a thread has computed
        ahead of them."""
        self._here.ahead = True
        while self._waiting or time.monotonic() - self._asked < QUIET:
            time.sleep(QUIET / 8)

    def shut_down(self) -> None:
        """The app ends, and what it has started with it."""
        self.launcher.shut_down()

    # ---- inside -------------------------------------------------------------------------------
    def _retire(self) -> None:
        """Let the present process go; whoever waits for it asks the next one."""
        if self._process:
            self._process.over = True
            threading.Thread(target=self._process.end, daemon=True).start()
            self._process = None

    def _begin_early(self) -> None:
        """Pages are about to ask."""
        with suppress(lost.Lost, OSError):
            self.process()

    def _begin(self) -> Process:
        self._number += 1
        key, (generation, changed) = secrets.token_bytes(32), self._version
        folder = Path(tempfile.mkdtemp(prefix="glassbox-"))
        with socket.create_server(("127.0.0.1", 0)) as server:
            asked = {"port": server.getsockname()[1], "key": key.hex()}
            asked |= {"where": str(folder / processes.WHERE)}
            asked |= {"generation": generation, "changed": list(changed), "seconds": live.SECONDS}
            asked |= {"refused": {file: asdict(one) for file, one in self._refused.items()}}
            job = self.launcher.start("lessons.host.worker:main", asked, folder, quiet=False)
            return Process(self._number, job, _connected(server, key, job))

    def _mind(self) -> None:
        """Look after a process that nobody asks: one that works on all the same would slow everybody down."""
        while True:
            time.sleep(1.0)
            process = self._process
            if process is None or not process.lock.acquire(blocking=False):
                continue
            try:
                if not process.over:
                    self._look_after(process)
            finally:
                process.lock.release()

    def _look_after(self, process: Process) -> None:
        used = processes.processor_seconds(process.job.pid)
        works = None not in (used, process.used) and used - process.used > IDLE
        frames = processes.ask_threads(process.job.pid, process.where) if works else ()
        if works or process.job.ended is not None:
            mistake = process.end(grace=0.1)
            with self._guard:
                mistake = (
                    harm.goes_on(lost.most_telling(frames, foreign=True)) if works else mistake
                )
                # Without a line, nobody knows whose fault it is.
                self.complaint = mistake if mistake.location else None
                if self._process is process:
                    self._process = None


def _connected(server: socket.socket, key: bytes, job: Job) -> Connection:
    """The connection to the process that knows the key. Raises `lost.Lost` where it ended before."""
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
            connection.close()  # a stranger on this machine
    raise lost.Lost(lost.ended(job.folder / processes.WHERE, job.ended, job.error))
