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
    file = Path(inspect.getfile(code)).relative_to(ROOT)
    return f"# {file.as_posix()}\n{text}"
