"""What code may not do to the app that everybody uses, each as one sentence with a place.

These are found while edited code is tried in a process of its own (`trial`), and where it came through
there, in the app.
"""

import errno
import re
import traceback
from collections.abc import Sequence

from lessons.host.places import Mistake, culprit, line_in, said_by

SWITCHED_BY = {  # the calls that change what all code shares, by what they change
    "gradients": ("set_grad_enabled", "no_grad", "inference_mode", "__enter__"),
    "the kind of number of new tensors": ("set_default_dtype", "set_default_tensor_type"),
    "torch's threads": ("set_num_threads",),
    "the device of new tensors": ("set_default_device",),
    "torch's deterministic algorithms": ("use_deterministic_algorithms",),
    "the search for anomalies": ("set_detect_anomaly",),
    "Python's limit of recursion": ("setrecursionlimit",),
}
ALLOCATION = re.compile(r"tried to allocate ([\d.]+) ?(bytes|[KMGT]iB)")


class NoTensor(TypeError):
    """A layer returned something else: what calls it would be blamed."""

    def __init__(self, layer: object, result: object):
        super().__init__(f"{type(layer).__name__} returned {_a(result)}")
        self.layer = layer


def _a(result: object) -> str:
    return "None" if result is None else f"a {type(result).__name__}"


def harm(error: BaseException) -> Mistake | None:
    """What an error says of harm to the app; None for errors of the usual kind."""
    if isinstance(error, NoTensor):
        place, line = line_in(type(error.layer).forward, "forward")
        needs = "the next layer needs a tensor. Does forward end with return, and with one value?"
        return Mistake(f"{error} at {place}; {needs}", place, line)
    frames = traceback.extract_tb(error.__traceback__)
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
    return _said(
        frames,
        f"ends the whole program ({said.get(what, what)}), and the app with it, so it was not run; "
        "to say that something is wrong, raise an error, as in: raise ValueError('…')",
    )


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


def crashed(frames: Sequence, why: str) -> Mistake:
    """Its process is gone, without a word."""
    return _said(frames, f"ended the process that tried it ({why}), so the app does not run it")


def waits(frames: Sequence, seconds: float) -> Mistake:
    """It does nothing, and does not come back."""
    return _said(
        frames, f"waited for {seconds:.1f} seconds without doing anything, and was stopped"
    )


def replaced(name: str, place: str, line: str) -> Mistake:
    """It changes what all code of the app shares."""
    if name in SWITCHED_BY:
        did, instead = f"changes {name} for the whole app", "leave it as it is"
        if name == "gradients":
            did = "switches gradients off, or on, for the whole app"
            instead = "do so only around the lines that need it: with torch.no_grad()"
    else:
        name = name.removeprefix("builtins.")
        did = f"replaces {name} for the whole app"
        instead = "write a function of another name, and call that"
    return Mistake(f"{place or 'The code'} {did}, so it was not run; {instead}.", place, line)


def _said(frames: Sequence, did: str) -> Mistake:
    place, line = culprit(frames)
    trace = "".join(traceback.format_list(frames))
    return Mistake(f"{place or 'The code'} {did}.", place, line, trace)
