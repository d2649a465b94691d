"""The Python files of this project at one moment, and imports that read this snapshot.

A training run that is submitted now may start in ten minutes, when there is room for it, while files are
edited. So its code is read when it is submitted, all files at once, and imported from memory.

This file imports nothing of the package, so that processes without it can import this file on its own.
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
    """Return the current content of the files, by "transformer/attention.py". A file that is missing or
    unreadable is left out, and importing it raises an error."""
    files = {}
    for package in packages or PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            try:
                if file.is_file():  # not a pipe, which could block forever
                    name, data = file.relative_to(ROOT).as_posix(), file.read_bytes()
                    files[name] = data.decode("utf-8", "surrogateescape")  # any byte, unchanged
            except OSError:
                continue
    return files


def use(files: dict[str, str]) -> None:
    """From now on, import the packages of these files only from these files.

    Raises `RuntimeError` where one of them has already been imported, since it may be older code.
    """
    packages = {name.partition("/")[0] for name in files}
    if loaded := sorted(n for n in sys.modules if n.partition(".")[0] in packages):
        raise RuntimeError(f"{loaded[0]} was imported before the code of this process was chosen")
    sys.meta_path.insert(0, _Finder(files, packages))


_compiled: dict[str, tuple[str, CodeType]] = {}  # by file: its text and its compiled code


def compile_ahead(files: dict[str, str]) -> None:
    """Compile the changed files without running them. A forked process inherits the result and need not
    compile a few hundred files."""
    for file, text in files.items():
        if _compiled.get(file, ("",))[0] != text:
            _compiled.pop(file, None)
            with suppress(
                SyntaxError, ValueError, RecursionError, MemoryError
            ):  # importing it raises the error
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
            f"No module named '{name}': the file {stem}.py could not be read", name=name
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
            error.filename = error.filename or self.path  # Python itself omits it for null bytes
            raise

    def path_stats(self, path: str) -> Any:
        raise OSError(
            "this module is compiled from its text: a compiled file on disk may belong to another version"
        )
