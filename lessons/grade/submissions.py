"""Whose file is it? Recognise downloads from Moodle and Canvas, a plain folder, or names of your own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from lessons.grade.files import File, is_inside

# Full Name_<id>_assignsubmission_file/…, with a last underscore in older releases, or flat with the file's name.
MOODLE = re.compile(r"(?P<name>.*)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?", re.S)
# <name>[_LATE]_<user id>_<file id>_<original name>; a text or a link has no file id.
CANVAS = (
    re.compile(
        r"(?P<name>anon)(?:_LATE)?_(?P<id>[A-Za-z0-9]+)_(?P<attempt>\d+)_(?P<file>.+)", re.S
    ),
    re.compile(r"(?P<name>.+?)(?:_LATE)?_(?P<id>\d+)_(?P<attempt>\d+)_(?P<file>.+)", re.S),
    re.compile(r"(?P<name>.+?)(?:_LATE)?_(?P<id>\d+)_(?P<file>(?:text|link)\.html)", re.S),
)


@dataclass(frozen=True)
class Submission:
    """A file, and the student who handed it in."""

    file: File
    id: str
    name: str = ""
    original: str = ""  # the file's name as the student chose it, perhaps with folders
    attempt: int = 0  # later attempts have higher numbers, where the system gives one
    exercise: str = ""  # named by a `--names` expression


def submissions(files: Sequence[File], names: re.Pattern | None = None) -> list[Submission]:
    """Return each file with its student. The groups `id` and perhaps `exercise` of `names` decide, if it is given."""
    if names is not None:
        return [_by_expression(file, names) for file in files]
    recognise = _layout(files)
    return [recognise(file) or _plain(file, 0) for file in files]


def pattern(text: str) -> re.Pattern:
    """Return the compiled `--names` expression. Raise `ValueError` if it is invalid or has no group `id`."""
    try:
        names = re.compile(text)
    except re.error as error:
        raise ValueError(f"--names {text} is not a regular expression: {error}.") from error
    if "id" not in names.groupindex:
        raise ValueError(rf"--names {text} has no group “id”. Mark it, for example (?P<id>\d+)_.*")
    return names


def _layout(files: Sequence[File]) -> Callable[[File], Submission | None]:
    """Return the function that recognises the files of this download."""
    code = [file for file in files if file.is_code and is_inside(file.path)]
    if any(map(_moodle, files)):
        return _moodle
    if code and all(map(_canvas, code)):
        return _canvas
    outer = _outer_folders([file.path for file in code])
    return lambda file: _plain(file, outer)


def _moodle(file: File) -> Submission | None:
    parts = file.path.split("/")
    for number, part in enumerate(parts):
        if match := MOODLE.fullmatch(part):
            original = "/".join([*filter(None, [match["file"]]), *parts[number + 1 :]])
            return Submission(file, match["id"], match["name"], original)
    return None


def _canvas(file: File) -> Submission | None:
    for expression in CANVAS:
        if match := expression.fullmatch(file.path.rpartition("/")[2]):
            attempt = int(match.groupdict().get("attempt") or 0)
            return Submission(file, match["id"], match["name"], match["file"], attempt)
    return None


def _outer_folders(paths: Sequence[str]) -> int:
    """Return how many folders enclose everything: an archive often contains one folder with all others."""
    parts = [path.split("/") for path in paths]
    outer = 0
    while parts and all(
        len(folders) > outer + 1 and folders[outer] == parts[0][outer] for folders in parts
    ):
        outer += 1
    has_folders = any(len(folders) > outer + 1 for folders in parts)
    return outer if has_folders or len(parts) > 1 else max(outer - 1, 0)


def _plain(file: File, outer: int) -> Submission:
    """Return one submission per file or folder; a path that leads outside is its own id."""
    if not is_inside(file.path):
        return Submission(file, file.path, original=file.path)
    parts = file.path.split("/")
    head, *rest = parts[min(outer, len(parts) - 1) :]
    if rest:
        return Submission(file, head, original="/".join(rest))
    return Submission(file, head.rpartition(".")[0] or head, original=head)


def _by_expression(file: File, names: re.Pattern) -> Submission:
    match = names.search(file.path)
    if not (match and match["id"]):
        problem = file.problem or "The path does not match the expression of --names."
        return Submission(replace(file, problem=problem), file.path, original=file.path)
    exercise = match.groupdict().get("exercise") or ""
    return Submission(file, match["id"], original=file.path, exercise=exercise)
