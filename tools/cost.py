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
ROLES = ("text", "page", "exercise", "data", "figures", "measure", "tests")
EXERCISE = ("answers", "cases", "checks", "exercise", "hints", "mistakes", "solution", "trial")
SHARED = "shared by lessons"


def main() -> None:
    """Print three tables: lessons, shared code, model code."""
    parser = argparse.ArgumentParser(prog="python -m tools.cost", description=__doc__)
    parser.add_argument("--seconds", type=Path, help="the output of pytest, saved in a file")
    report = parser.parse_args().seconds
    seconds = seconds_in(report.read_text(encoding="utf-8")) if report else {}
    lines: dict[str, Counter] = {lesson.name: Counter() for lesson in LESSONS}
    others: dict[str, Counter] = {SHARED: Counter(), "transformer": Counter()}
    for path in tracked():
        owner, role = owner_and_role(path)
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
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = sorted({Path(line) for line in output.splitlines()})
    machine_or_teaching = ("lessons", "tests", "transformer")
    return [p for p in paths if p.parts[0] in machine_or_teaching and counts(p)]


def counts(path: Path) -> bool:
    """Say whether a file counts: a lesson's data does; weights, cards and images do not."""
    kinds = (*CODE, ".json", ".tsv", ".txt") if path.parts[0] == "lessons" else CODE
    return path.suffix in kinds and (ROOT / path).exists()


def length(path: Path) -> int:
    return len((ROOT / path).read_text(encoding="utf-8").splitlines())


def owner_and_role(path: Path) -> tuple[str, str]:
    """Return the owner of a file, and its role or folder."""
    top, second, *rest = path.parts
    if top == "transformer":
        return top, f"{second}/" if rest else "the nine files"
    if top == "lessons" and second in {lesson.name for lesson in LESSONS}:
        if len(rest) > 1 and rest[0] in ROLES:
            return second, rest[0]
        if path.suffix not in CODE:
            return second, "data"
        role = "exercise" if path.stem in EXERCISE else "page"
        return second, "text" if path.stem == "lesson" else role
    return SHARED, f"{top}/{second}/" if rest else f"{top}/"


def seconds_in(report: str) -> dict[str, str]:
    """Read the CPU seconds of each lesson from the end of pytest's output."""
    _, _, table = report.rpartition("processor seconds")
    return dict(re.findall(r"^(\w+) +(\d+\.\d)$", table, re.MULTILINE))


if __name__ == "__main__":
    with command("cost"):
        main()
