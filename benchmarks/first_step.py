"""Measure the waiting time from pressing Train to the first training step.

    python -m benchmarks.first_step [TASK …]

As in the app, the run's folder is created and sent to the workers, whose warm process is forked; the time
ends at the first line of the run's events. For comparison, the same run starts in a fresh process, which must
import torch first. The first run of a task also draws its examples in this process, as the app does when it
warms up; it is shown separately.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.kit.options import parser
from tests.kit.paths import ROOT
from transformer.runs import Run, RunConfig
from transformer.runs.workers import Workers
from transformer.tasks import TASKS
from transformer.training.settings import Settings


def until_first_event(run: Run) -> None:
    while not run.events():
        time.sleep(0.005)


def warm(config: RunConfig, folder: Path, workers: Workers) -> float:
    """Return the seconds from the press to the first step, with the warm process."""
    begun = time.perf_counter()
    run = Run.create(config, folder)
    workers.submit(run)
    until_first_event(run)
    seconds = time.perf_counter() - begun
    workers.cancel(run)
    return seconds


def fresh(config: RunConfig, folder: Path) -> float:
    """Return the same for a fresh process."""
    begun = time.perf_counter()
    run = Run.create(config, folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "transformer.runs", str(run.folder)], cwd=ROOT
    )
    until_first_event(run)
    process.kill()
    process.wait()
    return time.perf_counter() - begun


def main() -> None:
    command = parser(__doc__)
    command.add_argument("tasks", nargs="*", default=list(TASKS), metavar="TASK")
    options = command.parse_args()
    workers = Workers()
    workers.warm_up()
    time.sleep(8)  # it imports torch
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for task in ["copy"] if options.quick else options.tasks:
            config = RunConfig(task, Settings(steps=1_000_000))
            first = warm(config, Path(folder), workers)
            later = median(
                warm(config, Path(folder), workers) for _ in range(1 if options.quick else 5)
            )
            cold = median(fresh(config, Path(folder)) for _ in range(1 if options.quick else 3))
            print(
                f"{task:15} first time {first:4.1f} s   then {later:4.2f} s   "
                f"without the warm process {cold:4.1f} s",
                flush=True,
            )
    workers.shutdown()


if __name__ == "__main__":
    main()
