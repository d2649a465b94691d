"""Where in someone's file: of an error, of a layer, of a measurement."""

import inspect
import traceback
from collections.abc import Callable
from pathlib import Path

from torch import nn

from transformer.probe import Trace

ROOT = Path(__file__).resolve().parents[2]


def shown(file: str) -> str:
    path = Path(file)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def line_of(thing: Callable) -> str:
    """ "transformer/variants/rotary.py:36", empty where it has no source."""
    thing = inspect.unwrap(thing)
    try:
        return f"{shown(inspect.getfile(thing))}:{inspect.getsourcelines(thing)[1]}"
    except (OSError, TypeError):
        return ""


def source_line(trace: Trace, probe: str, layer: nn.Module | None = None, *steps: str) -> str:
    """The line that handed a value to a probe; or, where that is the machine's, the first of these steps
    that the layer has a version of its own of."""
    line = trace.lines.get(probe)
    where = f"{line.file}:{line.number}" if line else ""
    classes = type(layer).__mro__ if layer is not None else ()  # of a mask, the first has no source
    own = next((found.rpartition(":")[0] for c in classes if (found := line_of(c))), "")
    if own and not where.startswith(own):
        mine = (line_of(getattr(layer, step)) for step in steps if hasattr(layer, step))
        where = next((line for line in mine if line.startswith(own)), where)
    return where


def of_error(error: BaseException, layer: type | None) -> str:
    """The innermost line of the layer's own file; else of the machine, but not of its probes."""
    if isinstance(error, SyntaxError):
        return f"{shown(error.filename or '')}:{error.lineno}"
    return of_frames(traceback.extract_tb(error.__traceback__), layer)


def of_frames(frames: list[traceback.FrameSummary], layer: type | None = None) -> str:
    try:
        file = inspect.getsourcefile(layer) if layer else None
    except (OSError, TypeError):
        file = None
    mine = [f for f in frames if f.filename == file or "/variants/my_" in f.filename]
    machine = [
        f
        for f in frames
        if shown(f.filename).startswith("transformer/")
        and not shown(f.filename).startswith(("transformer/measure", "transformer/probe.py"))
    ]
    for found in (mine, machine):
        if found:
            return f"{shown(found[-1].filename)}:{found[-1].lineno}"
    return ""


def sentence(error: BaseException, layer: type | None) -> str:
    """ "transformer/variants/my_attention.py:17: RuntimeError: …", on one line."""
    where = of_error(error, layer)
    if isinstance(error, SyntaxError):
        return f"{where}: Python cannot read this line: {error.msg}"
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    text = " ".join(text.split())
    return f"{where}: {text[:300]}" if where else text[:300]
