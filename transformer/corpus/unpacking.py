"""Unpack a ZIP or gzip file that contains one text. Everything stays in memory: nothing is written to the disk."""

import gzip
import io
import zipfile
import zlib
from pathlib import PurePosixPath

MB = 2**20
MOST_BYTES = 256 * MB  # of a file, and of what is unpacked from it
ABOUT = ("readme", "license", "licence", "copying")  # files that explain a corpus

OTHERS = {  # first bytes of files that contain no plain text → what the file is
    b"BZh": "is compressed (bzip2): upload the plain text inside it",
    b"\xfd7zXZ": "is compressed (xz): upload the plain text inside it",
    b"(\xb5/\xfd": "is compressed (Zstandard): upload the plain text inside it",
    b"7z\xbc\xaf": "is compressed (7-Zip): upload the plain text inside it",
    b"Rar!": "is compressed (RAR): upload the plain text inside it",
    b"%PDF": "is a PDF: upload the plain text inside it",
    b"\xd0\xcf\x11\xe0": "is an Office document: save it as “CSV UTF-8” or “text, UTF-8”",
    b"SQLite format 3": "is a database: export it as text",
    b"PAR1": "is a Parquet table: save it as JSON lines or CSV",
    b"\x89PNG": "is an image",
    b"\xff\xd8\xff": "is an image",
}
OFFICE = {"[Content_Types].xml", "mimetype"}  # members of .docx, .xlsx, .odt and .ods


class Unreadable(ValueError):
    """A file that cannot be used as a corpus; the message gives the reason and what to do."""


def unpack(name: str, data: bytes, remarks: list[str], most: int = MOST_BYTES) -> tuple[str, bytes]:
    """Return the name and the bytes of the text inside an archive, or of the file itself if it is not packed. Raises
    `Unreadable` with the reason."""
    within(data, name, most)
    if data.startswith(b"\x1f\x8b"):
        inside, data = name.removesuffix(".gz"), _gzip(name, data, most)
    elif data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        inside, data = _zip(name, data, most)
        remarks.append(f"{inside} was read from the ZIP file {name}.")
    else:
        inside = name
    if data.startswith((b"\x1f\x8b", b"PK\x03\x04")):
        raise Unreadable(f"the file {name} contains another packed file: unpack it first")
    if data[257:262] == b"ustar":
        raise Unreadable(f"the file {name} is a TAR archive: unpack it, and use the text inside it")
    for start, what in OTHERS.items():
        if data.startswith(start):
            raise Unreadable(f"the file {inside} {what}")
    return inside, data


def within(data: bytes, name: str, most: int) -> None:
    """Raise `Unreadable` for more than `most` bytes."""
    if len(data) > most:
        raise Unreadable(
            f"the file {name} contains more than {most // MB} MB, and at most {most // MB} MB are allowed: use a part "
            "of it"
        )


def _gzip(name: str, data: bytes, most: int) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            data = file.read(most + 1)  # a bomb is not unpacked beyond the limit
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"the gzip file {name} is damaged ({error}): copy it again") from error
    within(data, name, most)
    return data


def _zip(name: str, data: bytes, most: int) -> tuple[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = _only(name, archive.infolist())
            with archive.open(member) as file:
                data = file.read(most + 1)
    except (RuntimeError, NotImplementedError) as error:  # a password, an unusual compression
        raise Unreadable(f"the ZIP file {name} cannot be unpacked ({error}): unpack it") from error
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, zlib.error) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"the ZIP file {name} is damaged ({error}): copy it again") from error
    within(data, name, most)
    return PurePosixPath(member.filename).name, data


def _only(name: str, members: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    """Return the text of an archive: its only file, apart from those that explain it."""
    for member in members:
        path = PurePosixPath(member.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
            raise Unreadable(
                f"the ZIP file {name} contains the path {member.filename}, which leads outside of the archive: get the "
                "archive from a source that you trust"
            )
    if OFFICE & {member.filename for member in members}:
        raise Unreadable(
            f"the file {name} is an Office document (ZIP): save it as “CSV UTF-8” or “text, UTF-8”"
        )
    texts = [member for member in members if not member.is_dir() and not _explains(member.filename)]
    if len(texts) != 1:
        names = ", ".join(member.filename for member in texts[:5])
        raise Unreadable(
            f"the ZIP file {name} must contain exactly one text, and it contains {len(texts)} files ({names}): unpack "
            "it, and use the text"
        )
    return texts[0]


def _explains(filename: str) -> bool:
    """Whether a file of an archive only describes it: _about.txt, README, __MACOSX/…, .DS_Store."""
    path = PurePosixPath(filename.lower())
    return path.parts[0] == "__macosx" or path.name.startswith(("_", ".", *ABOUT))
