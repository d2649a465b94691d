"""Harm that code can do to its process, each kind as one sentence with a location."""

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
            known = [one for layers in registry.LAYERS.values() for one in layers.values()]
            of_registry = isinstance(layer, tuple(one for one in known if isinstance(one, type)))
            if of_registry or type(layer).__name__ in STACKED:
                raise NoTensor(layer, result)

    torch_modules.register_module_forward_hook(looked_at)


def harm(error: BaseException) -> Mistake | None:
    """Explain an error that harms the app; None for errors of the usual kind."""
    if isinstance(error, NoTensor):
        location, line = line_with(type(error.layer).forward, "forward")
        needs = "the next layer needs a tensor. Does forward end with return and one value?"
        return Mistake(f"{error}. Look at {location}; {needs}", location, line)
    frames = frames_of(error)
    if not isinstance(error, Exception):
        return ends(type(error).__name__, frames)
    allocation = ALLOCATION.search(said_by(error))
    if isinstance(error, MemoryError) or allocation:
        return memory(allocation, frames)
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return _said(frames, "prints or writes too much; print only a few numbers")
    return None


def ends(what: str, frames: Sequence) -> Mistake:
    """Explain code that ends Python by `os._exit`, `SystemExit` or `KeyboardInterrupt`."""
    said = {"SystemExit": "sys.exit, exit or quit", "KeyboardInterrupt": "KeyboardInterrupt"}
    return _said(frames, f"{ENDS.format(said.get(what, what))}{INSTEAD}")


def memory(found: re.Match | None, frames: Sequence) -> Mistake:
    """Explain code that takes more memory than there is."""
    much = "more memory than a layer is allowed to use"
    if found and found[2] == "bytes":
        much = f"{float(found[1]) / 1e9:,.1f} GB of memory, more than a layer is allowed to use"
    elif found:
        much = f"{found[1]} {found[2]} of memory, more than a layer is allowed to use"
    return _said(
        frames, f"requests {much}. Check how large its tensors are and whether it keeps old tensors"
    )


# ---- a process that is lost -----------------------------------------------------------------------
def leaves(what: str, location: str, line: str) -> Mistake:
    """Explain a call that ends Python and that nothing catches."""
    return Mistake(f"{location} {ENDS.format(what)}{INSTEAD}.", location, line)


def crashed(frames: Sequence, why: str) -> Mistake:
    """Explain a process that ended without an error message."""
    return _said(frames, f"ended the process that computes the figures ({why}). {ANEW}")


def closes(frames: Sequence) -> Mistake:
    """Explain a process that runs but has lost its connection."""
    return _said(
        frames,
        f"closed files that it had not opened, including the connection to the app. {ANEW}",
    )


def failed(last_words: str, changed: Sequence[str]) -> Mistake:
    """Explain a process that failed outside the layers, in the code that serves the app."""
    files = ", ".join(changed[:3]) or "none"
    return Mistake(
        f"The process that computes the figures failed: {last_words}. Does your code replace or remove something "
        f"that all code uses? Files of the last change: {files}. {ANEW}."
    )


def waits(frames: Sequence, seconds: float) -> Mistake:
    """Explain a process that waits and does not return."""
    return _said(
        frames, f"waited for {seconds:.0f} seconds without doing anything, and was stopped. {ANEW}"
    )


def multiplies(frames: Sequence, number: int) -> Mistake:
    """Explain a process that has started too many others."""
    return _said(
        frames,
        f"has started {number} processes, more than the {MOST} allowed, and all of them were ended. {ANEW}",
    )


def endless(frames: Sequence, seconds: float) -> Mistake:
    """Explain a process that computes and cannot be stopped."""
    return _said(frames, f"was still running after {seconds:.0f} seconds, and was stopped. {ANEW}")


def still_computes(frames: Sequence) -> Mistake:
    """Explain code that still computes after it has returned."""
    return _said(
        frames, f"kept computing in a thread after it had returned, and was stopped. {ANEW}"
    )


ENDS = "ends the whole program ({})"
INSTEAD = ". To report a problem, raise an error instead, for example: raise ValueError('…')"
ANEW = "A new process has started. Fix the file and save it; then the figure appears again"


def _said(frames: Sequence, did: str) -> Mistake:
    location, line = culprit(frames)
    trace = "".join(traceback.format_list(frames))
    return Mistake(f"{location or 'The code'} {did}.", location, line, trace)
