"""Source as it runs now, to be shown: read where the code is imported, which may not be this process."""

import inspect
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from textwrap import dedent

from lessons.host.source import ROOT


def source(module: str, *names: str) -> str:
    """The functions, classes and methods of a module ("BPE.steps" too), under the name of its file."""
    code = import_module(module)
    sources = (inspect.getsource(attrgetter(name)(code)) for name in names)
    text = "\n\n".join(dedent(source).strip() for source in sources)
    return f"# {Path(code.__file__).relative_to(ROOT).as_posix()}\n{text}"
