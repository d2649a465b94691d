"""A run as one file: saved on one computer and loaded on another, where it can be played, rewound and
continued.

The file is a ZIP of the run's folder. It may come from anywhere, so its content is not trusted: names, sizes,
numbers and shapes are all checked before the run appears, and it appears as a whole or not at all.

    python -m transformer.runs.archive copy-1.zip    # loads it into runs/, as the training page does
"""

import errno
import json
import os
import re
import shutil
import stat
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from transformer.runs import FOLDER, Run, RunConfig, free_name, layers
from transformer.runs.cards import SAVE_AGAIN, short
from transformer.runs.checks import ArchiveError, check_checkpoints, read_card
from transformer.runs.run import note_name
from transformer.tasks.custom.stored import FILES

MB = 2**20
TEXTS = {"card.json": MB, "events.jsonl": 200 * MB, "task.json": 8 * MB}
TEXTS |= dict.fromkeys(FILES.values(), 64 * MB)  # your own texts
CHECKPOINT = re.compile(r"frames/(\d{6,8})\.safetensors")
MOST_CHECKPOINTS, MOST_BYTES = 200, 500 * MB  # of all checkpoints together, unpacked
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)  # not the archive's fault
NO_RUN = (
    "This file is not the ZIP file of a run, or it is damaged ({why}). Load the file that “Save” offers "
    "as “Run, to load elsewhere”; a model or a card is not enough."
)
LOADING, LEFT = ".loading-", 3600.0  # prefix of a folder being filled; its lifetime in seconds


def pack(run: Run, file: Path | BinaryIO) -> None:
    """Write a run as a ZIP. The checkpoints are listed first, so that each checkpoint's events are included."""
    checkpoints = run.checkpoints()
    if not checkpoints:
        raise ArchiveError(f"{run.name} has no frame yet, so it cannot be saved.")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", json.dumps({**run.card, "name": run.name}, indent=2))
        lines = (json.dumps(event) + "\n" for event in run.events())
        archive.writestr("events.jsonl", "".join(lines))
        for name in TEXTS.keys() - {"card.json", "events.jsonl"}:
            if (run.folder / name).exists():
                archive.write(run.folder / name, name)
        for source in layers.sources(run):
            archive.writestr(f"{layers.FOLDER}/{source.file}", source.text)
        for step in checkpoints:  # weights hardly compress, so they are stored uncompressed
            path = run.checkpoint_file(step)
            archive.write(path, f"frames/{path.name}", zipfile.ZIP_STORED)


def unpack(file: Path | BinaryIO, folder: Path = FOLDER) -> Run:
    """Load the run in the file into a new folder under a free name.

    Raises `ArchiveError` for everything that cannot be a run of this code.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    with TemporaryDirectory(prefix=LOADING, dir=folder, ignore_cleanup_errors=True) as temporary:
        run = Run(Path(temporary) / "run")  # two levels deep, so that it is not listed as a run
        (run.folder / "frames").mkdir(parents=True)
        (run.folder / layers.FOLDER).mkdir()
        with _opened(file) as archive:
            _extract(archive, run.folder)
        _read_layers(run.folder / layers.FOLDER)
        card = read_card(run)
        check_checkpoints(run, RunConfig.read(card))
        run.write_card({**card, "state": _state(run, card)})
        return _settle(run, folder, card["task"])


# ---- the ZIP --------------------------------------------------------------------------------------
@contextmanager
def _opened(file: Path | BinaryIO) -> Iterator[zipfile.ZipFile]:
    """Open the archive, and turn every error of `zipfile` into a readable message."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except ArchiveError:
        raise
    except FileNotFoundError as error:
        raise ArchiveError(f"There is no file {error.filename}.") from error
    except Exception as error:  # BadZipFile, zlib.error, EOFError, NotImplementedError, …
        if isinstance(error, OSError) and error.errno in FULL:
            raise ArchiveError(
                f"The run cannot be written ({error.strerror}). Free some disk space or make the folder runs/ "
                "writable, then load the archive again."
            ) from error
        raise ArchiveError(NO_RUN.format(why=short(error))) from error


def _extract(archive: zipfile.ZipFile, folder: Path) -> None:
    """Write the files with known names, each up to its maximum size."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    names = [entry.filename for entry in entries]
    checkpoints = [name for name in names if _is_checkpoint(name)]
    if len(checkpoints) > MOST_CHECKPOINTS:
        raise ArchiveError(
            f"The archive has {len(checkpoints)} frames; at most {MOST_CHECKPOINTS} are accepted. Copy the run’s "
            "folder into runs/ instead."
        )
    sources = [name for name in names if layers.FILE.fullmatch(name)]
    if len(sources) > layers.MOST_FILES:
        raise ArchiveError(
            f"The archive has {len(sources)} layer files; at most {layers.MOST_FILES} are accepted."
        )
    for entry in entries:
        name = entry.filename
        if name not in TEXTS and name not in checkpoints and name not in sources:
            raise ArchiveError(
                f"The archive contains “{short(name)}”, which is not part of a run. {SAVE_AGAIN}; do not "
                "add files, and do not pack the folder by hand."
            )
        if names.count(name) > 1 or stat.S_ISLNK(entry.external_attr >> 16) or entry.flag_bits & 1:
            raise ArchiveError(
                f"The archive contains “{name}” twice, as a link, or in encrypted form. {SAVE_AGAIN}."
            )
    for name in ("card.json", "events.jsonl"):
        if name not in names:
            raise ArchiveError(f"The archive has no {name}. {SAVE_AGAIN}.")
    if not checkpoints:
        raise ArchiveError(f"The archive has no frame. {SAVE_AGAIN}.")
    room = MOST_BYTES
    for entry in entries:
        most = layers.MOST_BYTES if entry.filename in sources else TEXTS.get(entry.filename, room)
        written = _copy(archive, entry, folder / entry.filename, most)
        room -= written if entry.filename in checkpoints else 0


def _is_checkpoint(name: str) -> bool:
    """Whether the name is that of a checkpoint, such as frames/000150.safetensors, in the only valid spelling of
    its step."""
    match = CHECKPOINT.fullmatch(name)
    return match is not None and name == f"frames/{int(match[1]):06}.safetensors"


def _copy(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, to: Path, most: int) -> int:
    """Unpack one file piece by piece, because the sizes stated in an archive may be wrong."""
    written = 0
    with archive.open(entry) as source, open(to, "wb") as target:
        while piece := source.read(MB):
            written += len(piece)
            if written > most:
                raise ArchiveError(
                    f"The archive’s {entry.filename} is too large: at most {most / MB:,.1f} MB are allowed for it. "
                    "Copy the run’s folder into runs/ instead."
                )
            target.write(piece)
    return written


def _read_layers(folder: Path) -> None:
    """Check the source files in the archive as plain text without hidden characters; none of it is run."""
    for file in folder.iterdir():
        try:
            layers.as_text(file.name, file.read_bytes())
        except ValueError as error:
            raise ArchiveError(f"The archive’s {layers.FOLDER}/{error}. {SAVE_AGAIN}.") from error
    if not any(folder.iterdir()):
        folder.rmdir()


# ---- the new folder -------------------------------------------------------------------------------
def _state(run: Run, card: dict) -> str:
    """Return the state of the loaded run: "done" only if it is finished, otherwise a state from which it can
    continue."""
    if run.checkpoints()[-1] == card["settings"]["steps"]:
        return "done"
    return card["state"] if card["state"] in ("failed", "cancelled") else "stopped"


def _settle(run: Run, folder: Path, task: str) -> Run:
    """Give the finished folder a free name; another visitor may take the same name at the same moment."""
    for _ in range(100):
        new = folder / free_name(folder, task)
        try:
            os.rename(run.folder, new)
            note_name(new)
            return Run(new)
        except OSError:
            if not new.exists():
                raise
    raise ArchiveError("No free name was found for this run. Load the archive again.")


def _sweep(folder: Path) -> None:
    """Remove half-filled folders of killed processes."""
    for left in folder.glob(f"{LOADING}*"):
        if time.time() - left.stat().st_mtime > LEFT:
            shutil.rmtree(left, ignore_errors=True)


if __name__ == "__main__":
    import sys

    try:
        for _name in sys.argv[1:]:
            print(f"{_name}: loaded as {unpack(Path(_name)).folder}")
    except ArchiveError as error:
        sys.exit(f"run_archive: {error}")
