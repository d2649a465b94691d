"""What code may do to the process that runs it, each as one sentence with a location."""

import errno
import re
import sys
import traceback
from collections.abc import Sequence

from lessons.host.locations import Mistake, culprit
from transformer.diagnosis.returned import returned
from transformer.diagnosis.source_line import frames_of, line_with, said_by

ALLOCATION = re.compile(r"tried to allocate ([\d.]+) ?(bytes|[KMGT]iB)")


class NoTensor(TypeError):
    """A layer returned something else: what calls it would be blamed."""

    def __init__(self, layer: object, result: object):
        super().__init__(f"{type(layer).__name__} {returned(result)}")
        self.layer = layer


def watch_results() -> None:
    """From now on a layer that returns no tensor is told of where it does, and not where that is used."""
    from torch import Tensor
    from torch.nn.modules import module as torch_modules

    def looked_at(layer: object, _given: object, result: object) -> None:
        if not isinstance(result, Tensor) and (registry := sys.modules.get("transformer.registry")):
            known = [one for layers in registry.LAYERS.values() for one in layers.values()]
            if isinstance(layer, tuple(one for one in known if isinstance(one, type))):
                raise NoTensor(layer, result)

    torch_modules.register_module_forward_hook(looked_at)


def harm(error: BaseException) -> Mistake | None:
    """What an error says of harm to the app; None for errors of the usual kind."""
    if isinstance(error, NoTensor):
        location, line = line_with(type(error.layer).forward, "forward")
        needs = "the next layer needs a tensor. Does forward end with return, and with one value?"
        return Mistake(f"{error}. Look at {location}; {needs}", location, line)
    frames = frames_of(error)
    if not isinstance(error, Exception):
        return ends(type(error).__name__, frames)
    allocation = ALLOCATION.search(said_by(error))
    if isinstance(error, MemoryError) or allocation:
        return memory(allocation, frames)
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return _said(frames, "prints or writes without end; print a few numbers, or nothing")
    return None


def ends(what: str, frames: Sequence) -> Mistake:
    """It leaves Python, by `os._exit`, `SystemExit`, `KeyboardInterrupt`."""
    said = {"SystemExit": "sys.exit, exit or quit", "KeyboardInterrupt": "KeyboardInterrupt"}
    return _said(frames, f"{ENDS.format(said.get(what, what))}{INSTEAD}")


def memory(found: re.Match | None, frames: Sequence) -> Mistake:
    """It takes more memory than there is for it."""
    much = "more memory than there is for one layer"
    if found and found[2] == "bytes":
        much = f"{float(found[1]) / 1e9:,.1f} GB of memory, more than there is for one layer"
    elif found:
        much = f"{found[1]} {found[2]} of memory, more than there is for one layer"
    return _said(
        frames, f"asks for {much}; look at the sizes of its tensors, or whether it keeps them"
    )


# ---- a process that is lost -----------------------------------------------------------------------
def leaves(what: str, location: str, line: str) -> Mistake:
    """It leaves Python, by a call that nothing catches."""
    return Mistake(f"{location} {ENDS.format(what)}{INSTEAD}.", location, line)


def crashed(frames: Sequence, why: str) -> Mistake:
    """It is gone, without a word."""
    return _said(frames, f"ended the process that computes the pictures ({why}). {ANEW}")


def closes(frames: Sequence) -> Mistake:
    """It is there, and can no longer be talked to."""
    return _said(
        frames,
        f"closed files that are not its own, and with them the connection to the app. {ANEW}",
    )


def waits(frames: Sequence, seconds: float) -> Mistake:
    """It does nothing, and does not come back."""
    return _said(
        frames, f"waited for {seconds:.0f} seconds without doing anything, and was stopped. {ANEW}"
    )


def endless(frames: Sequence, seconds: float) -> Mistake:
    """It works, and nothing stops it."""
    return _said(
        frames, f"was still at work after {seconds:.0f} seconds, and could not be stopped. {ANEW}"
    )


def goes_on(frames: Sequence) -> Mistake:
    """It works on after it has answered."""
    return _said(
        frames, f"goes on computing after it has answered, in a thread, and was ended. {ANEW}"
    )


ENDS = "ends the whole program ({})"
INSTEAD = "; to say that something is wrong, raise an error, as in: raise ValueError('…')"
ANEW = "A fresh one is there; save a mended file, and the picture comes back"


def _said(frames: Sequence, did: str) -> Mistake:
    location, line = culprit(frames)
    trace = "".join(traceback.format_list(frames))
    return Mistake(f"{location or 'The code'} {did}.", location, line, trace)
