"""Count the lines of code of each lesson: `python -m tools.cost`.

To add the CPU seconds of its tests: `python -m pytest | tee out.txt; python -m tools.cost --seconds out.txt`.
"""

import argparse
import re
import subprocess
from collections import Counter
from pathlib import Path

from lessons import LESSONS
from transformer.runs.commands import command

ROOT = Path(__file__).resolve().parents[1]
CODE = (".py", ".js", ".css")
ROLES = ("text", "page", "exercise", "data", "figures", "tests")
EXERCISE = ("answers", "cases", "checks", "exercise", "hints", "mistakes", "solution", "trial")
SHARED = "shared by lessons"


def main() -> None:
    """Print three tables: lessons, shared code, model code."""
    parser = argparse.ArgumentParser(prog="python -m tools.cost", description=__doc__)
    parser.add_argument("--seconds", type=Path, help="the output of pytest, saved in a file")
    report = parser.parse_args().seconds
    seconds = seconds_in(report.read_text(encoding="utf-8")) if report else {}
    files = tracked()
    users = {figure: drawn_by(figure, files) for figure in figures(files)}
    lines: dict[str, Counter] = {lesson.name: Counter() for lesson in LESSONS}
    others: dict[str, Counter] = {SHARED: Counter(), "transformer": Counter()}
    for path in files:
        owner, role = owner_and_role(path, users)
        (lines if owner in lines else others).setdefault(owner, Counter())[role] += length(path)
    print(f"{'lines of':14}", *(f"{role:>9}" for role in (*ROLES, "total", "seconds")))
    for name, of in lines.items():
        numbers = [*(of[role] for role in ROLES), of.total()]
        print(f"{name:14}", *(f"{n:9,}" for n in numbers), f"{seconds.get(name, '-'):>9}")
    for name, of in others.items():
        print(f"\n{name}, {of.total():,} lines")
        for role, count in of.most_common():
            print(f"  {role:28}{count:7,}")


def tracked() -> list[Path]:
    """Return the repository's handwritten files, to be counted line by line."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = sorted({Path(line) for line in found.splitlines()})
    machine_or_teaching = ("lessons", "tests", "transformer")
    return [p for p in paths if p.parts[0] in machine_or_teaching and counts(p)]


def counts(path: Path) -> bool:
    """Say whether a file counts: a lesson's data does; weights, cards and images do not."""
    kinds = (*CODE, ".json", ".tsv", ".txt") if path.parts[0] == "lessons" else CODE
    return path.suffix in kinds and (ROOT / path).exists()


def length(path: Path) -> int:
    return len((ROOT / path).read_text(encoding="utf-8").splitlines())


def figures(files: list[Path]) -> set[str]:
    """Return the folders under lessons/figures, without the code that all figures share."""
    places = (path.parts for path in files if path.parts[:2] == ("lessons", "figures"))
    return {parts[2] for parts in places if len(parts) > 3} - {"kit"}


def drawn_by(figure: str, files: list[Path]) -> list[str]:
    """Return the lessons that import a figure, or a figure that imports it."""
    importing = re.compile(rf"from lessons\.figures(\.| import .*\b){figure}\b")
    teaching = [p for p in files if p.parts[0] == "lessons" and p.suffix == ".py" and p.parts[2:]]
    using = [p.parts for p in teaching if importing.search((ROOT / p).read_text(encoding="utf-8"))]
    folders = {parts[2] if parts[1] == "figures" else parts[1] for parts in using}
    return sorted(folders - {figure})


def owner_and_role(path: Path, users: dict[str, list[str]]) -> tuple[str, str]:
    """Return the owner of a file, and its role or folder."""
    top, second, *rest = path.parts
    names = [lesson.name for lesson in LESSONS]
    if top == "transformer":
        return top, f"{second}/" if rest else "the nine files"
    if top == "lessons" and second in names:
        if path.suffix not in CODE:
            return second, "data"
        role = "exercise" if path.stem in EXERCISE else "page"
        return second, "text" if path.stem == "lesson" else role
    if top == "tests" and second == "lessons" and rest[0] in names:
        return rest[0], "tests"
    room = f"{top}/{second}/" if rest else f"{top}/"
    if second == "figures":
        figure = rest[0].removeprefix("test_").removesuffix(".py")
        of = users.get(figure, [])
        if len(of) == 1 and of[0] in names:
            return of[0], "figures" if top == "lessons" else "tests"
        if len(rest) > 1:
            room += f"{figure}/"
    return SHARED, room


def seconds_in(report: str) -> dict[str, str]:
    """Read the CPU seconds of each lesson from the end of pytest's output."""
    _, _, table = report.rpartition("processor seconds")
    return dict(re.findall(r"^(\w+) +(\d+\.\d)$", table, re.MULTILINE))


if __name__ == "__main__":
    with command("cost"):
        main()
