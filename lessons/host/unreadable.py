"""What Python cannot read: the file, the line and the sentence, also where Python names none."""

import traceback

from lessons.host.locations import Mistake
from lessons.host.source import last_changed
from transformer.diagnosis.source_line import ROOT, short


def unreadable(error: SyntaxError) -> Mistake:
    """A `SyntaxError` as a `Mistake`."""
    trace = "".join(traceback.format_exception(error))
    file, number, line = short(error.filename or ""), error.lineno, (error.text or "").strip()
    message = error.msg
    for name in [file] if file else last_changed():  # bytes that are no text name no line
        if found := _unreadable_character(name):
            file, (number, message) = name, found
            line = ""
    return Mistake(
        f"Python cannot read {file}:{number}: {message}.", f"{file}:{number}", line, trace
    )


def _unreadable_character(file: str) -> tuple[int, str] | None:
    """The first line that is not text, and what is wrong with it."""
    if not file.endswith(".py") or not (ROOT / file).is_file():
        return None
    for number, line in enumerate((ROOT / file).read_bytes().split(b"\n"), start=1):
        if b"\0" in line:
            return number, "there is a null byte, which no text has"
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            return number, f"the byte 0x{byte:02x} there is not UTF-8; save the file as UTF-8"
    return None
