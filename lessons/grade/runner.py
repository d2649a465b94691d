"""Run many submissions, each in a process that can be lost without harm to the others."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from lessons.grade import child, start
from lessons.grade.verdict import Ended, Verdict, read_verdict
from transformer.runs import processes

CLOCK = 3  # limit on the wall clock, as a multiple of the CPU time
PAUSE = 0.01  # seconds until the processes are asked again


@dataclass(frozen=True)
class Job:
    """The code of one submission, and its lesson."""

    code: bytes
    lesson: str


def run(jobs: Sequence[Job], at_once: int, seconds: int) -> Iterator[tuple[int, Verdict]]:
    """Yield the number of each job and its verdict as it ends. `seconds`: CPU time for each."""
    if processes.CAN_FORK:
        prepare({job.lesson for job in jobs})
    waiting = deque(enumerate(jobs))
    running: dict[int, Running] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                number, job = waiting.popleft()
                running[number] = Running(job, seconds)
            for number, submission in list(running.items()):
                if verdict := submission.verdict():
                    del running[number]
                    yield number, verdict
            time.sleep(PAUSE)
    finally:  # also after Ctrl-C
        for submission in running.values():
            submission.end()


def prepare(lessons: set[str]) -> None:
    """Import what every submission needs, and compute the answers of all known mistakes once."""
    torch.set_num_threads(1)  # before any computation: a fork does not copy threads
    for lesson in lessons:
        with suppress(Exception):  # each process reports it
            exercise = import_module(f"lessons.{lesson}.checks").EXERCISE
            exercise.recognise(exercise.student.reference())


class Running:
    """One submission, with its process and its two folders."""

    def __init__(self, job: Job, seconds: int):
        self.seconds, self.begun = seconds, time.monotonic()
        # Code can leave behind a folder that cannot be removed.
        self.folders = [
            TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) for _ in range(2)
        ]
        work, self.private = (Path(folder.name).resolve() for folder in self.folders)
        self.file = work / "exercise.py"
        self.file.write_bytes(job.code)
        self.process = start.start(job.lesson, self.file, self.private, seconds)

    def verdict(self) -> Verdict | None:
        """Return the verdict if the process has ended or must be ended; None while it may run."""
        taken, status = time.monotonic() - self.begun, self.process.poll()
        clock = CLOCK * self.seconds
        output = self.private / start.OUTPUT
        too_much = output.stat().st_size >= child.MOST_OUTPUT
        if status is None and taken < clock and not too_much:
            return None
        stack = self.private / child.STACK
        if status is None:
            threads = processes.ask_threads(self.process.pid, stack)
        else:
            threads = processes.threads_in(stack)
        ended = Ended(self.file, self.private, status, self.seconds, clock, too_much, threads)
        verdict = read_verdict(ended)
        self.end()
        return replace(verdict, seconds=round(taken, 2))

    def end(self) -> None:
        """End the process with all that it has started, and remove its folders."""
        start.end(self.process)
        for folder in self.folders:
            folder.cleanup()
