"""Which exercise does a file belong to? Its name, its docstring and the functions that it defines tell."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lessons import LESSONS
from lessons.host.source import read_source

FOLDER = Path(__file__).parents[1]
DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # of `ast.parse`
NOTHING = (
    "It defines none of the functions that an exercise asks for. Use the names in the lesson’s exercise.py, or give "
    "--lesson."
)
DEFINITION = re.compile(r"^(?:def|class)\s+(\w+)", re.M)


@dataclass(frozen=True)
class Stub:
    """What an exercise asks for: the functions or the class in its `exercise.py`, and its docstring."""

    names: tuple[str, ...]
    docstring: str


@dataclass(frozen=True)
class Match:
    """The lesson of a file; or "" with the reason."""

    lesson: str = ""
    problem: str = ""


@cache
def stubs() -> dict[str, Stub]:
    """Return what the exercise asks for, for each lesson that has an exercise."""
    exercises = {}
    for lesson in LESSONS:
        file = FOLDER / lesson.name / "exercise.py"
        if file.exists():
            text = read_source(file)
            named = [n.name for n in ast.parse(text).body if isinstance(n, DEFINES)]
            exercises[lesson.name] = Stub(tuple(named), docstring(text))
    return exercises


def check_lesson(name: str) -> None:
    """Raise `ValueError` if no exercise has this name."""
    if name not in stubs():
        raise ValueError(f"There is no exercise {name}. Use one of {', '.join(stubs())}.")


def definitions(text: str) -> list[str]:
    """Return the functions and classes that a text defines, also if Python cannot read it."""
    try:
        body = ast.parse(text).body
    except UNREADABLE:
        return DEFINITION.findall(text)
    named = [node.name for node in body if isinstance(node, DEFINES)]
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    return named + [target.id for target in targets if isinstance(target, ast.Name)]


def docstring(text: str) -> str:
    """Return the docstring of a file; "" if it has none or Python cannot read it."""
    try:
        return ast.get_docstring(ast.parse(text)) or ""
    except UNREADABLE:
        return ""


def match(original: str, about: str, defined: set[str]) -> Match:
    """Return the lesson of a file with this name, docstring and definitions; or why it is unclear."""
    counts = {name: len(defined & {*stub.names}) for name, stub in stubs().items()}
    fitting = {name for name, count in counts.items() if count}
    most = {name for name in fitting if counts[name] == max(counts.values())}
    named = [_mentioned(original), _with_docstring(about), _mentioned(about)]
    for hint in named:  # a name decides between exercises that ask for functions of the same name
        if len(hint & fitting) == 1:
            return Match((hint & fitting).pop())
    for certain in [most, *([] if fitting else named)]:
        if len(certain) == 1:
            return Match(certain.pop())
    if most:
        return Match(
            problem=f"Its functions could belong to several exercises ({', '.join(sorted(most))}). Put the lesson’s name "
            "into the name of the file, or give --lesson."
        )
    return Match(problem=NOTHING)


def match_given(lesson: str, original: str, about: str, defined: set[str]) -> Match:
    """Return the given lesson, or the problem that the file belongs to another lesson."""
    names = stubs()[lesson].names
    other = match(original, about, defined).lesson
    theirs = sorted(defined & {*stubs()[other].names}) if other else []
    if defined & {*names} or other == lesson or not theirs:
        return Match(lesson)
    return Match(
        problem=f"It belongs to another lesson: it defines {', '.join(theirs)}, as {other} asks, but {lesson} asks for "
        f"{', '.join(names)}."
    )


def _mentioned(text: str) -> set[str]:
    """Return the lessons whose name occurs in a text as words."""
    words = f"_{'_'.join(re.findall('[a-z]+', text.lower()))}_"
    return {name for name in stubs() if f"_{name}_" in words}


def _with_docstring(about: str) -> set[str]:
    return {name for name, stub in stubs().items() if about and stub.docstring == about}
