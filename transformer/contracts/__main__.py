"""Check the contracts of one layer in a terminal: `python -m transformer.contracts attention mine`.

The exit status is 1 if a check is red, 2 if the layer does not exist, and 3 if a check never ended. A layer
that never ends is stopped, and its memory is limited: both give red checks.
"""

import argparse
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from transformer.contracts import CHECKS, one_by_one
from transformer.contracts.errors import of_frames
from transformer.contracts.result import RED, CheckResult
from transformer.contracts.standard import beside_standard
from transformer.contracts.words import as_text
from transformer.registry import LAYERS
from transformer.runs import processes
from transformer.runs.commands import command
from transformer.runs.job import limit_memory

STOPPED = 3  # the exit status if a check never ended
SECONDS = 20.0  # CPU time; all checks together take less than one
PATIENCE = 6  # this many times longer in wall-clock time, for a layer that only waits


def main() -> int:
    what = (__doc__ or "").partition("\n")[0]  # python -OO drops it
    parser = argparse.ArgumentParser(prog="python -m transformer.contracts", description=what)
    parser.add_argument("kind", choices=LAYERS)
    parser.add_argument("name", help="name of the layer, for example standard or mine")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="limit of CPU time")
    options = parser.parse_args()
    return in_child(options) if processes.CAN_FORK else measure(options)


def in_child(options: argparse.Namespace) -> int:
    """Measure in a child process: if a layer ends it, the parent still reports this."""
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        status = 1
        try:
            status = measure(options)
            os.write(write, b"!")
        except BrokenPipeError:  # the reader of the results has read enough
            os.write(write, b"!")
            os._exit(0)
        except Exception:  # not an error of the layer, which would be a red check
            traceback.print_exc()
            os.write(write, b"!")
        finally:
            with suppress(BrokenPipeError):
                sys.stdout.flush()
            os._exit(status)
    os.close(write)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if os.read(read, 1) or status == STOPPED:
        return status
    print(
        f"✗ RED    the process ended ({processes.what_ended_it(status)}): does the layer end the process?"
    )
    return 1


def measure(options: argparse.Namespace) -> int:
    results: list[CheckResult] = []
    limit_memory()
    try:
        with watched(options.seconds, results):
            for check in one_by_one(options.kind, options.name, seed=options.seed):
                results.append(check)
                print(as_text(check), flush=True)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    red = any(check.state == RED for check in results)
    if not red and (difference := beside_standard(options.kind, options.name)):
        print(f"\n{difference}")
    return int(red)


@contextmanager
def watched(seconds: float, results: list[CheckResult]) -> Iterator[None]:
    """End this process when its time is over, and report where the layer was during the current check."""
    layer, began, over = (
        threading.get_ident(),
        (time.process_time(), time.monotonic()),
        threading.Event(),
    )

    def wait() -> None:
        while time.process_time() - began[0] < seconds:
            if time.monotonic() - began[1] > PATIENCE * seconds:
                break
            if over.wait(0.05):
                return
        if len(results) < len(CHECKS):
            line = of_frames(traceback.extract_stack(sys._current_frames()[layer]))
            used = time.process_time() - began[0]
            does = "never ends" if used >= seconds else "waits for something"
            after = f"still running after {used:.0f} seconds of CPU time"
            says = (
                f"{line}: {after}: does the layer loop forever?"
                if line
                else f"{after}: the layer {does}"
            )
            print(as_text(CheckResult(CHECKS[len(results)], RED, says, look_at=line)), flush=True)
            os._exit(STOPPED)

    watch = threading.Thread(target=wait, daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


if __name__ == "__main__":
    with command("contracts"):
        sys.exit(main())
