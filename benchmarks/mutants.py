"""Mutation test of the checks: which judge catches the injected mistakes of every exercise, and names them?

    python -m benchmarks.mutants [LESSON …]

Each known mistake of an exercise (`lessons/*/mistakes.py`) is written once more in another style, as a
student might (`lessons/*/tests/mutants.py`), so that no judge sees the very code that it compares with. The
judges are: our checks, as a student calls them; a plain `allclose` with the reference, on the first input
that our recognition uses for each part; and torch-judge (TorchCode, MIT), if it is installed and has a
matching task: `pip install torch-judge==0.1.1`. It has no dependencies.

Caught: the judge rejects the code. A line: it shows a line of the student's file. The line: this line was
changed by the mistake, or is the next one. Named: it prints the sentence of this mistake. The last row has
mistakes without a sentence: they should be caught, and get no name.
"""

import contextlib
import difflib
import importlib.metadata
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from itertools import chain
from pathlib import Path

import torch

from benchmarks.kit import torch_judge as tasks_of_others
from benchmarks.kit.options import parser
from lessons import LESSONS
from lessons.kit.checking import load_file
from lessons.kit.exercise import Exercise
from transformer.contracts import layer_checks
from transformer.registry import LAYERS


@dataclass
class Verdict:
    """The findings of one judge; None for what it never reports."""

    caught: bool
    line: bool | None = None
    exact: bool | None = None
    named: bool | None = None


@dataclass
class Mutant:
    """A wrong solution as text; `changed` are the lines that differ from the correct one."""

    lesson: str
    name: str
    sentence: str
    text: str
    changed: set[int]


def mutants(lesson: str) -> Iterator[Mutant]:
    written = import_module(f"lessons.{lesson}.tests.mutants")
    sentences = import_module(f"lessons.{lesson}.mistakes").MISTAKES
    right = written.solution().splitlines()
    for name, edits in written.EDITS.items():
        text = written.solution(*edits)
        sentence = sentences[name.partition(":")[0]].sentence
        yield Mutant(lesson, name, sentence, text, lines_changed(right, text.splitlines()))


def unlisted(lesson: str) -> Iterator[Mutant]:
    """Mistakes without a sentence: they should be caught, and get no name."""
    written = import_module(f"lessons.{lesson}.tests.mutants")
    right = written.solution().splitlines()
    for name, edits in written.UNKNOWN.items():
        text = written.solution(*edits)
        yield Mutant(lesson, name, "", text, lines_changed(right, text.splitlines()))


def lines_changed(right: list[str], wrong: list[str]) -> set[int]:
    """Return the edited line numbers of `wrong`, and the next one after each, where a missing line shows."""
    found: set[int] = set()
    steps = difflib.SequenceMatcher(None, right, wrong, autojunk=False).get_opcodes()
    for tag, _, _, begin, end in steps:
        if tag != "equal":
            found |= set(range(begin + 1, end + 2))
    return found


def exercise(lesson: str) -> Exercise:
    return import_module(f"lessons.{lesson}.checks").EXERCISE


@contextlib.contextmanager
def as_exercise(lesson: str, text: str) -> Iterator[Path]:
    """Write the text as a student's exercise.py."""
    student = exercise(lesson).student
    before = student.exercise
    with tempfile.TemporaryDirectory() as folder:
        student.exercise = Path(folder) / "exercise.py"
        student.exercise.write_text(text, encoding="utf-8")
        try:
            yield student.exercise
        finally:
            student.exercise = before


# ---- judges --------------------------------------------------------------------------------------
def ours(mutant: Mutant) -> Verdict:
    with as_exercise(mutant.lesson, mutant.text):
        result = exercise(mutant.lesson).check()
    shown = re.match(r"exercise\.py:(\d+)", result.look_at)
    exact = bool(shown) and int(shown[1]) in mutant.changed
    named = result.likely == mutant.sentence if mutant.sentence else bool(result.likely)
    return Verdict(not result.passed, bool(shown), exact, named)


def allclose(mutant: Mutant) -> Verdict:
    """Compare one output of each part, and nothing else."""
    kind, asks = exercise(mutant.lesson).student, exercise(mutant.lesson).diagnose
    with as_exercise(mutant.lesson, mutant.text):
        student = kind()
        try:
            student.find()
            answers = [(ask(student), ask(kind.reference())) for ask, *_ in asks.stages]
            alike = all(asks.same(mine, right) for mine, right in answers)
        except Exception:  # a test that raises an error fails
            alike = False
    return Verdict(not alike)


def torch_judge(mutant: Mutant) -> Verdict | None:
    """Return the verdict; None if torch-judge is not installed, or has no matching task."""
    if version("torch-judge") is None:
        return None
    with as_exercise(mutant.lesson, mutant.text) as file:
        found = tasks_of_others.judged(mutant.lesson, changed_function(mutant), load_file(file))
    return None if found is None else Verdict(*found)


def changed_function(mutant: Mutant) -> str:
    """Return the function that contains the first changed line."""
    name, first = "", min(mutant.changed)
    for number, line in enumerate(mutant.text.splitlines(), start=1):
        if (begins := re.match(r"def (\w+)", line)) and number <= first:
            name = begins[1]
    return name


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


JUDGES = {"ours": ours, "plain allclose": allclose, "torch-judge": torch_judge}


WAITS: dict[str, float] = {}  # CPU seconds to accept a correct solution


# ---- the table -----------------------------------------------------------------------------------
def scored(lesson: str) -> dict[str, list[Verdict]]:
    """Return the verdicts of each judge on the mutants for which it has a test."""
    right = import_module(f"lessons.{lesson}.tests.mutants").solution()
    solved = Mutant(lesson, "none", "", right, {1})
    begun = time.process_time()
    assert not ours(solved).caught and not allclose(solved).caught, "the solution is rejected"
    WAITS[lesson] = time.process_time() - begun
    if version("torch-judge"):
        with as_exercise(lesson, right) as file:
            assert tasks_of_others.accepts(lesson, load_file(file)), "the solution is rejected"
    return verdicts(mutants(lesson))


def verdicts(asked: Iterable[Mutant]) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = {name: [] for name in JUDGES}
    for mutant in asked:
        for name, judge in JUDGES.items():
            if (verdict := judge(mutant)) is not None:
                found[name].append(verdict)
    return found


def row(lesson: str, found: dict[str, list[Verdict]]) -> str:
    cells = [share(found["ours"], field.name) for field in fields(Verdict)]
    cells += [share(found["plain allclose"], "caught"), share(found["torch-judge"], "caught")]
    cells.append(share(found["torch-judge"], "line"))
    return f"| {lesson} | {' | '.join(cells)} |"


def share(found: list[Verdict], field: str) -> str:
    said = [getattr(verdict, field) for verdict in found]
    return f"{sum(said)}/{len(said)}" if said and None not in said else "–"


def lit() -> str:
    """Run the layer checks, which have no reference, on the injected mistakes of attention."""
    planted = import_module("lessons.attention.mistakes").MISTAKES
    red = named = 0
    try:
        for mistake in planted.values():
            (LAYERS["attention"]["planted"],) = mistake.code
            found = [
                check for check in layer_checks("attention", "planted") if check.state == "red"
            ]
            red += bool(found)
            named += any(check.likely for check in found)
    finally:
        LAYERS["attention"].pop("planted", None)
    return (
        f"Layer checks, which need no reference: of the {len(planted)} mistakes of attention, "
        f"{red} fail a check, {named} with a likely cause."
    )


HEAD = """| exercise | ours: caught | a line | the line | named | plain allclose: caught | torch-judge: caught | a line |
|---|---|---|---|---|---|---|---|"""


def main() -> None:
    names = [lesson.name for lesson in LESSONS]
    command = parser(__doc__)
    command.add_argument("lessons", nargs="*", default=names, metavar="LESSON")
    options = command.parse_args()
    torch.set_num_threads(1)
    asked = ["scores"] if options.quick else options.lessons
    if unknown := set(asked) - set(names):
        command.error(
            f"there is no lesson {', '.join(sorted(unknown))}. Use one of {', '.join(names)}"
        )
    installed = version("torch-judge")
    print(HEAD, flush=True)
    whole: dict[str, list[Verdict]] = {name: [] for name in JUDGES}
    for lesson in asked:
        found = scored(lesson)
        print(row(lesson, found), flush=True)
        for name, said in found.items():
            whole[name] += said
    print(row("**all**", whole))
    alone = dict(tasks_of_others.BY_TASK)
    print(row("*on no list*", verdicts(chain.from_iterable(map(unlisted, asked)))))
    if "attention" in asked:
        print(f"\n{lit()}")
    slowest = max(WAITS, key=WAITS.get)
    print(
        f"\nA correct solution is accepted within {WAITS[slowest]:.2f} s ({slowest}); goal 1.5 s."
    )
    by_task = ", ".join(f"{task} {count}" for task, count in alone.items())
    print(f"\nCaught by each task of torch-judge: {by_task or 'none was run'}.")
    print(f"torch-judge {installed or 'is not installed: pip install torch-judge==0.1.1'}")


if __name__ == "__main__":
    main()
