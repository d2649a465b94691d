"""Source code as it runs now, read where it is imported, which can be another process."""

import inspect
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from textwrap import dedent

from lessons.host.source import ROOT

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


def source(module: str, *names: str) -> str:
    """Return the functions, classes and methods of a module ("BPE.steps" too), under the name of its file."""
    code = import_module(module)
    sources = (inspect.getsource(attrgetter(name)(code)) for name in names)
    text = "\n\n".join(dedent(source).strip() for source in sources)
    file = Path(inspect.getfile(code)).relative_to(ROOT)
    return f"# {file.as_posix()}\n{text}"
