"""What code can do to its process, each case as one sentence with a location."""

import errno
import re
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lessons.host.locations import Mistake, culprit
from transformer.diagnosis.returned import returned
from transformer.diagnosis.source_line import frames_of, line_with, said_by
from transformer.runs.processes import MOST

if TYPE_CHECKING:  # the app does not load it
    from torch.nn import Module

ALLOCATION = re.compile(r"tried to allocate ([\d.]+) ?(bytes|[KMGT]iB)")


STACKED = ("EncoderLayer", "DecoderLayer")  # built from the layers in the registry


class NoTensor(TypeError):
    """Raised at the layer that returned something other than a tensor, instead of at its caller."""

    def __init__(self, layer: "Module", result: object):
        super().__init__(f"{type(layer).__name__} {returned(result)}")
        self.layer = layer


def watch_results() -> None:
    """From now on, report a layer that returns no tensor at its own line, not where the result is used."""
    from torch import Tensor
    from torch.nn import Module
    from torch.nn.modules import module as torch_modules

    def looked_at(layer: Module, _given: object, result: object) -> None:
        if not isinstance(result, Tensor) and (registry := sys.modules.get("transformer.registry")):
            registered = [kind for layers in registry.LAYERS.values() for kind in layers.values()]
            of_registry = isinstance(layer, tuple(k for k in registered if isinstance(k, type)))
            if of_registry or type(layer).__name__ in STACKED:
                raise NoTensor(layer, result)

    torch_modules.register_module_forward_hook(looked_at)


def explain_fatal(error: BaseException) -> Mistake | None:
    """Explain an error that would end or block the process; return None for errors of the usual kind."""
    if isinstance(error, NoTensor):
        location, line = line_with(type(error.layer).forward, "forward")
        needs = "the next layer needs a tensor. Does forward end with return and one value?"
        return Mistake(f"{error}. Look at {location}; {needs}", location, line)
    frames = frames_of(error)
    if not isinstance(error, Exception):
        return exit_call(type(error).__name__, frames)
    allocation = ALLOCATION.search(said_by(error))
    if isinstance(error, MemoryError) or allocation:
        return out_of_memory(allocation, frames)
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return _mistake(frames, "prints or writes too much; print only a few numbers")
    return None


def exit_call(what: str, frames: Sequence) -> Mistake:
    """Explain code that ends Python by `os._exit`, `SystemExit` or `KeyboardInterrupt`."""
    names = {"SystemExit": "sys.exit, exit or quit", "KeyboardInterrupt": "KeyboardInterrupt"}
    return _mistake(frames, f"{ENDS.format(names.get(what, what))}{INSTEAD}")


def out_of_memory(allocation: re.Match | None, frames: Sequence) -> Mistake:
    """Explain code that takes more memory than there is."""
    much = "more memory than a layer is allowed to use"
    if allocation and allocation[2] == "bytes":
        much = (
            f"{float(allocation[1]) / 1e9:,.1f} GB of memory, more than a layer is allowed to use"
        )
    elif allocation:
        much = f"{allocation[1]} {allocation[2]} of memory, more than a layer is allowed to use"
    return _mistake(
        frames, f"requests {much}. Check how large its tensors are and whether it keeps old tensors"
    )


# ---- a process that has died ----------------------------------------------------------------------
def uncaught_exit(what: str, location: str, line: str) -> Mistake:
    """Explain a call that ends Python and that nothing catches."""
    return Mistake(f"{location} {ENDS.format(what)}{INSTEAD}.", location, line)


def crash(frames: Sequence, why: str) -> Mistake:
    """Explain a process that ended without an error message."""
    return _mistake(frames, f"ended the process that computes the figures ({why}). {ANEW}")


def closed_connection(frames: Sequence) -> Mistake:
    """Explain a process that runs but has lost its connection."""
    return _mistake(
        frames,
        f"closed files that it had not opened, including the connection to the app. {ANEW}",
    )


def server_failure(last_words: str, changed: Sequence[str]) -> Mistake:
    """Explain a process that failed outside the layers, in the code that serves the app."""
    files = ", ".join(changed[:3]) or "none"
    return Mistake(
        f"The process that computes the figures failed: {last_words}. Does your code replace or remove something "
        f"that all code uses? Files of the last change: {files}. {ANEW}."
    )


def idle_process(frames: Sequence, seconds: float) -> Mistake:
    """Explain a process that waits and does not return."""
    return _mistake(
        frames, f"waited for {seconds:.0f} seconds without doing anything, and was stopped. {ANEW}"
    )


def too_many_processes(frames: Sequence, number: int) -> Mistake:
    """Explain a process that has started too many others."""
    return _mistake(
        frames,
        f"has started {number} processes, more than the {MOST} allowed, and all of them were ended. {ANEW}",
    )


def endless_process(frames: Sequence, seconds: float) -> Mistake:
    """Explain a process that computes and cannot be stopped."""
    return _mistake(
        frames, f"was still running after {seconds:.0f} seconds, and was stopped. {ANEW}"
    )


def background_thread(frames: Sequence) -> Mistake:
    """Explain code that still computes after it has returned."""
    return _mistake(
        frames, f"kept computing in a thread after it had returned, and was stopped. {ANEW}"
    )


ENDS = "ends the whole program ({})"
INSTEAD = ". To report a problem, raise an error instead, for example: raise ValueError('…')"
ANEW = "A new process has started. Fix the file and save it; then the figure appears again"


def _mistake(frames: Sequence, did: str) -> Mistake:
    location, line = culprit(frames)
    trace = "".join(traceback.format_list(frames))
    return Mistake(f"{location or 'The code'} {did}.", location, line, trace)
