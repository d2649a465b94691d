"""Read the files of a folder or a ZIP file. Nothing in it is trusted: paths, sizes and links are checked."""

import os
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

MB = 2**20
MOST_BYTES = 5 * MB  # of one file
MOST_TOGETHER = 500 * MB
MOST_FILES = 20_000
CODE = (".py", ".ipynb")
DRIVE = re.compile(r"[A-Za-z]:")
SYSTEM = ("__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini")  # files that no student wrote


@dataclass(frozen=True)
class File:
    """One file, with its content if it is code. `problem` says why it cannot be graded; "" if it can."""

    path: str  # in the folder or ZIP file, with "/"
    data: bytes = b""
    modified: tuple[float, ...] = ()
    problem: str = ""

    @property
    def is_code(self) -> bool:
        """Say whether the name of the file ends like a Python file or a notebook."""
        return self.path.lower().endswith(CODE)


class Reader:
    """Reads files, each up to `MOST_BYTES` and together up to `MOST_TOGETHER`."""

    def __init__(self) -> None:
        self.left = MOST_TOGETHER

    def read(self, stream: IO[bytes]) -> bytes:
        """Return the content of a file. Raise `ValueError` with a sentence if it is too large.

        A ZIP file may state a wrong size, so the limit applies to the bytes that arrive.
        """
        data = stream.read(min(MOST_BYTES, self.left) + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(
                f"The file is larger than {MOST_BYTES // MB} MB: hand in only code, without outputs or data."
            )
        if len(data) > self.left:
            raise ValueError(
                f"All files together are larger than {MOST_TOGETHER // MB} MB: grade this one in a separate run."
            )
        self.left -= len(data)
        return data


def read_files(place: Path) -> list[File]:
    """Return the files in a folder or ZIP file, sorted by path. Raise `ValueError` if it is neither."""
    if place.is_dir():
        entries = _in_folder(place)
    elif place.is_file() and zipfile.is_zipfile(place):
        entries = _in_zip(place)
    elif place.exists():
        raise ValueError(
            f"{place} is not a ZIP file. Give a folder, or the ZIP file as downloaded."
        )
    else:
        raise ValueError(f"There is no {place}. Give a folder, or the ZIP file as downloaded.")
    files: list[File] = []
    for file in entries:
        files.append(file)
        if len(files) > MOST_FILES:
            raise ValueError(
                f"{place} has more than {MOST_FILES:,} files. Give the folder of one assignment."
            )
    return sorted(files, key=lambda file: file.path)


def is_inside(path: str) -> bool:
    """Say whether a path stays inside the folder to which it is relative, on every system."""
    return not (path.startswith("/") or ".." in path.split("/") or DRIVE.match(path))


def _is_ignored(path: str) -> bool:
    return any(part in SYSTEM or part.startswith((".", "~$")) for part in path.split("/"))


# ---- a folder ------------------------------------------------------------------------------------
def _in_folder(folder: Path) -> Iterator[File]:
    reader = Reader()
    for place, folders, names in os.walk(folder):
        # A link to a folder is not followed, so it is listed like a file.
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        for name in sorted([*names, *links]):
            file = Path(place) / name
            path = file.relative_to(folder).as_posix()
            if not _is_ignored(path):
                yield _of_folder(file, path, reader)


def _of_folder(file: Path, path: str, reader: Reader) -> File:
    try:
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode):  # reading a pipe would never return
            return File(path, problem="This is a link or a device, not a file: hand in the file.")
        unread_file = File(path, modified=(status.st_mtime,))
        if not unread_file.is_code:
            return unread_file
        with open(file, "rb") as stream:
            return File(path, reader.read(stream), unread_file.modified)
    except OSError as error:
        return File(path, problem=f"The file cannot be read ({error.strerror}).")
    except ValueError as error:
        return File(path, problem=str(error))


# ---- a ZIP file ----------------------------------------------------------------------------------
def _in_zip(place: Path) -> Iterator[File]:
    reader = Reader()
    try:
        with zipfile.ZipFile(place) as archive:
            for entry in archive.infolist():
                path = str(PurePosixPath(entry.filename.replace("\\", "/")))
                if not is_inside(path):
                    yield File(
                        path, problem="The path leads outside the ZIP file, so it was not read."
                    )
                elif not (entry.is_dir() or _is_ignored(path)):
                    yield _of_zip(archive, entry, path, reader)
    except zipfile.BadZipFile as error:
        raise ValueError(f"{place} is damaged ({error}). Download it again.") from error


def _of_zip(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, reader: Reader) -> File:
    unread_file = File(path, modified=entry.date_time)
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return File(path, problem="This is a link or a device, not a file: hand in the file.")
    if entry.flag_bits & 1:
        return File(path, problem="The file is encrypted: hand it in without a password.")
    if not unread_file.is_code:
        return unread_file
    try:
        with archive.open(entry) as stream:
            return File(path, reader.read(stream), unread_file.modified)
    except ValueError as error:
        return File(path, problem=str(error))
    except Exception as error:  # BadZipFile, zlib.error, EOFError, NotImplementedError, …
        return File(path, problem=f"The file is damaged in the ZIP file ({type(error).__name__}).")
