"""Code that was edited is tried in a process of its own before the app takes it.

The app is one process for everybody: `os._exit` in a layer would end it for all, a replaced
`torch.softmax` would outlive its mending. So whenever files of the machine have changed, a process
that has torch already (`trial_process`) reads them and runs the layers once, on tiny sizes. A file
that does harm there is refused: whoever imports it gets the sentence, as with a file that Python cannot
read. Errors of the usual kind are no harm; the app meets them itself.
"""

import importlib.abc
import importlib.util
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
# What students edit.
CODE = re.compile(r"transformer/(?!.*__main__).*\.py|lessons/\w+/exercise\.py")
# A file beside the runs, while an app starts: one that ended by itself leaves it.
STARTING = ".starting"
_asking, _starting = threading.Lock(), threading.Lock()
_process: subprocess.Popen | None = None


class Refused(ImportError):
    """A file that did harm in its trial. `mistake` says what, and where."""

    def __init__(self, mistake: SimpleNamespace):
        super().__init__(mistake.sentence)
        self.mistake = mistake


class _Gate(importlib.abc.MetaPathFinder):
    """Stands before all other finders of modules, and refuses some."""

    def __init__(self):
        self.refused: dict[str, dict] = {}  # by module: the fields of its mistake

    def find_spec(self, name, path=None, target=None):
        if name in self.refused:
            raise Refused(SimpleNamespace(**self.refused[name]))

    def refused_file(self, path: Path) -> dict | None:
        """The mistake of a file that is run without being imported."""
        inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix()
        return self.refused.get(module_of(inside)) if inside else None


gate = _Gate()
sys.meta_path.insert(0, gate)


def try_out(changed: Iterable[str], seconds: float) -> None:
    """Try what has changed ("transformer/attention.py"), and refuse from now on what did harm.

    What was refused before is tried again, since what harms may stand in two files.
    """
    files = [file for file in changed if CODE.fullmatch(file)]
    if not files and not gate.refused:
        return
    files = sorted({*files, *(file_of(module) for module in gate.refused)})
    gate.refused = {}
    for _ in files:
        if not (harm := _ask({"files": files, "refused": gate.refused, "seconds": seconds})):
            return
        blamed = harm["place"].rpartition(":")[0]
        blame = [blamed] if blamed.endswith(".py") else files
        gate.refused = gate.refused | {module_of(file): harm for file in blame}


def module_of(file: str) -> str:
    """ "transformer/attention.py" → "transformer.attention" """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def file_of(module: str) -> str:
    """The other way round."""
    file = module.replace(".", "/")
    return f"{file}/__init__.py" if (ROOT / file).is_dir() else f"{file}.py"


def starts(runs: Path, seconds: float) -> None:
    """An app starts. Where the last one ended before it was ready, the code may be what ended it: then
    all of it is tried first. Otherwise nobody waits."""
    if (runs / STARTING).exists():
        files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("transformer/**/*.py")]
        try_out(files, seconds)
    with suppress(OSError):
        runs.mkdir(parents=True, exist_ok=True)
        (runs / STARTING).touch()


def ready(runs: Path) -> None:
    """The app has computed what its pages show first, or was ended in the usual way."""
    with suppress(OSError):
        (runs / STARTING).unlink(missing_ok=True)


def warm_up() -> None:
    """Start the process that tries, so that the first edit need not wait until it has torch."""
    with _starting:
        _start()


def _start() -> None:
    global _process
    if _process is None or _process.poll() is not None:
        _process = subprocess.Popen(
            [sys.executable, "-m", "lessons.host.trial_process"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            start_new_session=True,  # Ctrl-C is for the app; without it, this one ends too
        )  # fmt: skip


def _ask(job: dict) -> dict:
    """What the trial says of these files: the fields of a mistake, or nothing."""
    with _asking:
        for _ in range(2):  # it may have been ended meanwhile
            try:
                warm_up()
                _process.stdin.write(json.dumps(job) + "\n")
                _process.stdin.flush()
                if answer := _process.stdout.readline():
                    return json.loads(answer)
            except OSError:
                pass
            if _process:
                _process.kill()
                _process.wait()
    return {}  # no process can be started: then the app goes without
