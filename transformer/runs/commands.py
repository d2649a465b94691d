"""What all commands of this project do: print in any encoding, and answer a misuse with a sentence."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper

from transformer.runs import processes


@contextmanager
def command(name: str) -> Iterator[None]:
    """Run a command inside: an error of its user, a full disk or Ctrl-C ends it with one sentence and status 1. If
    the reader of a pipe has read enough, as `head -1` does, the command ends without a message and with status 0."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # otherwise a test or a notebook has replaced it
            stream.reconfigure(errors="replace")  # Windows pipes are often not UTF-8
    formatted, warnings.formatwarning = warnings.formatwarning, partial(_sentence, name)
    try:
        yield from _flushed()
    except KeyboardInterrupt:
        sys.exit(f"{name}: stopped")
    except Exception as error:
        if isinstance(error, BrokenPipeError) and _reader_has_gone():
            return
        if problem := processes.full_disk(error):
            sys.exit(f"{name}: {problem}")
        if isinstance(error, OSError):
            sys.exit(f"{name}: {error.filename or ''} cannot be used: {error.strerror or error}")
        if isinstance(error, ValueError | FloatingPointError):
            sys.exit(f"{name}: {error}")
        raise
    finally:
        warnings.formatwarning = formatted


def _flushed() -> Iterator[None]:
    """Yield once, then write what is still in the buffer: a closed pipe is noticed here, not when Python ends."""
    try:
        yield
    except SystemExit:
        sys.stdout.flush()
        raise
    sys.stdout.flush()


def _reader_has_gone() -> bool:
    """Whether standard output is a pipe that is no longer read. If so, later output is discarded, because Python
    writes once more when it ends."""
    try:
        print(flush=True)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        return True
    return False  # another pipe has broken


def _sentence(name: str, message: Warning | str, *place: object, **line: object) -> str:
    """A warning in a terminal: its sentence, without a line of code."""
    return f"{name}: {message}\n"
