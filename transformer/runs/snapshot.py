"""The Python files of this project as they are at one moment, and imports that read them from there.

A training that is started now may begin in ten minutes, when there is room for it; somebody goes on
editing meanwhile. So its code is read when it is started, all files at once, and imported from memory.

It imports nothing of the machine: processes that must not have it yet import this file by itself.
"""

import sys
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("transformer", "lessons")


def taken(*packages: str) -> dict[str, str]:
    """What the files hold now, by "transformer/attention.py". What is no file, or cannot be read, is not
    there: whoever imports it is told so."""
    files = {}
    for package in packages or PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            try:
                if file.is_file():  # not a pipe, on which one would wait for ever
                    name, data = file.relative_to(ROOT).as_posix(), file.read_bytes()
                    files[name] = data.decode("utf-8", "surrogateescape")  # any byte, unchanged
            except OSError:
                continue
    return files


def use(files: dict[str, str]) -> None:
    """From now on the packages of these files are imported from them, and from nowhere else.

    Raises `RuntimeError` where one has been imported before: then it would be older code.
    """
    packages = {name.partition("/")[0] for name in files}
    if loaded := sorted(n for n in sys.modules if n.partition(".")[0] in packages):
        raise RuntimeError(f"{loaded[0]} was imported before the code of this process was chosen")
    sys.meta_path.insert(0, _Finder(files, packages))


_compiled: dict[str, tuple[str, CodeType]] = {}  # by file: its text, and what Python made of it


def compile_ahead(files: dict[str, str]) -> None:
    """Compile what has changed. Nothing is run, and whoever forks hands it on: a process that begins then need
    not compile a few hundred files."""
    for file, text in files.items():
        if _compiled.get(file, ("",))[0] != text:
            _compiled.pop(file, None)
            with suppress(
                SyntaxError, ValueError, RecursionError, MemoryError
            ):  # said where it is imported
                data = text.encode("utf-8", "surrogateescape")
                code = compile(data, str(ROOT / file), "exec", dont_inherit=True)
                _compiled[file] = text, code


class _Finder(MetaPathFinder):
    def __init__(self, files: dict[str, str], packages: set[str]):
        self.files, self.packages = files, packages

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name.partition(".")[0] not in self.packages:
            return None
        stem = name.replace(".", "/")
        for file in (f"{stem}/__init__.py", f"{stem}.py"):
            if file in self.files:
                absolute = str(ROOT / file)
                return spec_from_file_location(
                    name, absolute, loader=_Loader(name, absolute, self.files[file])
                )
        raise ModuleNotFoundError(
            f"No module named '{name}': no file {stem}.py could be read", name=name
        )


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, text: str):
        super().__init__(name, path)
        self.text = text

    def get_data(self, path: str) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")

    def get_code(self, fullname: str) -> CodeType | None:
        text, code = _compiled.get(Path(self.path).relative_to(ROOT).as_posix(), (None, None))
        if text == self.text:
            return code
        try:
            return super().get_code(fullname)
        except SyntaxError as error:
            error.filename = error.filename or self.path  # not even Python says it of null bytes
            raise

    def path_stats(self, path: str) -> Any:
        raise OSError(
            "compiled from its text: what lies compiled on the disk may be of another one"
        )
