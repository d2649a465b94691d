"""Source that Python cannot read: the file, the line and the sentence, even if Python names no line."""

import traceback
from pathlib import Path

from lessons.host.locations import Mistake
from lessons.host.source import last_changed
from transformer.diagnosis.source_line import ROOT, short


def unreadable(error: SyntaxError) -> Mistake:
    """Turn a `SyntaxError` into a `Mistake`."""
    trace = "".join(traceback.format_exception(error))
    file, number, line = short(error.filename or ""), error.lineno, (error.text or "").strip()
    message = error.msg
    for name in [file] if file else last_changed():  # bytes that are not text have no line
        if fault := unreadable_character(ROOT / name):
            file, (number, message) = name, fault
            line = ""
    return Mistake(
        f"Python cannot read {file}:{number}: {message}.", f"{file}:{number}", line, trace
    )


def unreadable_character(file: Path) -> tuple[int, str] | None:
    """Return the number of the first line that is not text, and what is wrong with it."""
    if file.suffix != ".py" or not file.is_file():
        return None
    for number, line in enumerate(file.read_bytes().split(b"\n"), start=1):
        if b"\0" in line:
            return number, "there is a null byte, which text cannot contain"
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            return number, f"the byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"
    return None
