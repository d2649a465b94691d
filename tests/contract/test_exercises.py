"""What holds for the exercise of every lesson: the stub, a solution, and each usual mistake.

`lessons/NAME/tests/mutants.py` has a student's solution as text, in another style than the machine's,
`EDITS` of it, each by the name of the mistake that it makes ("Cosine", "Cosine: in another way"), and edits that
are `UNKNOWN`.
"""

import io
import json
import re
from contextlib import redirect_stdout
from importlib import import_module
from types import SimpleNamespace

import pytest

from lessons import LESSONS
from tests.kit.chosen import few
from tests.kit.stub import stub
from tests.kit.unhurried import unhurried

NAMES = [lesson.name for lesson in LESSONS]
every_lesson = pytest.mark.parametrize("lesson", NAMES)
# An exercise of functions, one of a class, one that is called with a model.
SOME = ("masks", "attention", "decoding")
some_quick = pytest.mark.parametrize("lesson", few(SOME, NAMES))


@pytest.fixture
def part(lesson):
    """A module of the lesson, by its name."""
    return lambda name: import_module(f"lessons.{lesson}.{name}")


@pytest.fixture
def mutants(lesson):
    return import_module(f"lessons.{lesson}.tests.mutants")


@pytest.fixture
def checked(part, tmp_path, monkeypatch):
    """What the checks say of a text of exercise.py."""
    unhurried(monkeypatch)
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(part("checks").EXERCISE.student, "exercise", file)

    def checked(text: str, **settings):
        file.write_text(text, encoding="utf-8")
        return part("checks").check(**settings)

    return checked


def printed(function, *arguments) -> str:
    with redirect_stdout(io.StringIO()) as text:
        function(*arguments)
    return text.getvalue()


@every_lesson
def test_the_stub_fails_kindly_and_hints_lead_on(lesson, part, checked):
    checks = part("checks")
    result = checked(stub(lesson))
    assert not result.passed
    assert result.done == (checks.CHECKS[0].title,)
    assert "still to be written" in result.saw
    assert result.look_at.startswith("exercise.py:")
    assert result.likely == ""  # nobody has made a mistake yet
    assert result.next == "hint(1)"
    assert result.not_run == len(checks.EXERCISE.every) - 2
    for number, more in ((1, "hint(2)"), (2, "hint(3)"), (3, "reveal()"), (4, "no hint 4")):
        assert more in printed(checks.hint, number)
    for one in checks.CHECKS:
        assert len(set(one.hints)) == 3


@some_quick
def test_the_reference_passes_and_fits_a_slide(part):
    checks = part("checks")
    reference = checks.EXERCISE.student.reference()
    for one in checks.CHECKS:
        one.run(reference)
    assert checks.EXERCISE.diagnose(reference) == ""
    assert checks.solution().strip() in printed(checks.reveal)
    # Attention has ten methods, each with its shape.
    assert len(checks.solution().splitlines()) <= 70


@every_lesson
def test_a_solution_in_another_style_passes(mutants, part, checked):
    checked(mutants.solution()).raise_if_failed()
    assert "every check passes" in printed(part("checks").hint, 1)


# Each mistake of `machine` translates sentences: ten seconds.
@pytest.mark.parametrize("lesson", few({*NAMES} - {"machine"}, NAMES))
def test_each_planted_mistake_is_caught_with_its_sentence(part):
    for name, planted in part("mistakes").MISTAKES.items():
        result = part("checks").check(*planted.code)
        assert not result.passed, name
        assert result.likely == planted.sentence, name
        assert result.next.startswith("hint(1, ")
        assert json.loads(json.dumps(result.as_dict()))["failed"] == result.failed
        assert all(len(line) <= 100 for line in str(result).splitlines()), name


@every_lesson
@pytest.mark.slow
def test_each_mistake_of_a_student_is_caught_with_its_sentence(mutants, part, checked):
    mistakes = part("mistakes").MISTAKES
    for name, edits in mutants.EDITS.items():
        result = checked(mutants.solution(*edits))
        assert not result.passed, name
        assert result.likely == mistakes[name.partition(":")[0]].sentence, name
        assert result.saw and result.expected, name
        assert result.look_at.startswith("exercise.py"), name
    made = {name.partition(":")[0] for name in mutants.EDITS}
    assert made == set(mistakes) - getattr(mutants, "UNTRIED", set())


@every_lesson
@pytest.mark.slow
def test_a_mistake_that_is_on_no_list_is_caught_and_gets_no_name(mutants, checked):
    assert mutants.UNKNOWN
    for name, edits in mutants.UNKNOWN.items():
        result = checked(mutants.solution(*edits))
        assert not result.passed, name
        assert result.saw, name
        assert result.likely == "", name


def instead(text: str, *lines: str) -> tuple[str, int]:
    """A stub with these lines in the place of the first `raise`, and the number of the first of them."""
    before, _, after = text.partition("raise NotImplementedError(")
    indent = before.rpartition("\n")[2]
    return before + f"\n{indent}".join((*lines, after.partition("\n")[2])), before.count("\n") + 1


@every_lesson
def test_an_endless_loop_is_stopped_with_its_line(lesson, checked):
    text, line = instead(stub(lesson), "endless = 0", "while True:", "    endless += 1")
    result = checked(text, seconds=0.1)
    assert result.saw.startswith((f"line {line + 1} ", f"line {line + 2} "))
    assert "still running after 0.1 seconds" in result.saw
    assert result.likely == ""  # it is not run again for its name


@some_quick
@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("1 / 0", "line {line} raised ZeroDivisionError: "),
        ("return unknown", "line {line} raised NameError: name 'unknown' is not defined"),
        ("raise SystemExit(3)", "line {line} raised SystemExit: 3"),
        ("(again := lambda: again())()", "line {line} raised RecursionError: "),
        ("pass", "{name} returned nothing; it needs a return"),
    ],
)
def test_what_gives_no_answer_is_told_in_a_sentence_with_its_line(lesson, checked, line, saw):
    text, number = instead(stub(lesson), line)
    name = re.search(r'"(\w+) is still to be written"', stub(lesson))[1]
    result = checked(text)
    assert result.saw.startswith(saw.format(line=number, name=name))
    assert result.look_at.startswith(f"exercise.py:{number} · ") or line == "pass"
    assert "\n" not in result.saw and "Traceback" not in str(result) and result.expected


@some_quick
@pytest.mark.parametrize(
    ("text", "saw"),
    [
        ("def unfinished(:\n", "Python cannot read line 1"),
        ("import torch\n1 / 0\n", "line 2 raised ZeroDivisionError"),
        ("", "there is no "),
        ("{name} = 3\n", "{name} is not a"),
    ],
)
def test_a_file_without_the_exercise_is_told_so(part, checked, text, saw):
    name = called(part)[0]
    result = checked(text.format(name=name))
    assert saw.format(name=name) in result.saw and result.done == ()


@every_lesson
def test_no_file_and_no_text_are_told_so(part, checked):
    file, check = part("checks").EXERCISE.student.exercise, part("checks").check
    assert "there is no file exercise.py" in check().saw
    file.write_bytes(b"\xff\xfe\x00bad")
    assert "cannot read" in check().saw


def called(part) -> list[str]:
    """What a student writes: a class, or functions."""
    student = part("checks").EXERCISE.student
    return [student.name] if hasattr(student, "name") else list(student.real)


@every_lesson
def test_code_from_a_notebook_cell_is_at_home_in_its_cell(part, mutants):
    edits, *_ = mutants.EDITS.values()
    cell: dict = {}
    exec(compile(mutants.solution(*edits), "/tmp/ipykernel_7/1234.py", "exec"), cell)
    names = called(part)
    code = SimpleNamespace(**{name: cell[name] for name in names})
    given = (code,) if len(names) > 2 else vars(code).values()  # three functions come as one thing
    result = part("checks").check(*given)
    assert not result.passed
    assert result.look_at.startswith("your cell")
    assert result.next == f"hint(1, {', '.join(names) if len(names) < 3 else 'yours'})"


@every_lesson
def test_no_two_mistakes_share_a_sentence(part):
    sentences = [mistake.sentence for mistake in part("mistakes").MISTAKES.values()]
    assert all(sentences) and len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("lesson", SOME)
def test_a_file_of_an_old_editor_is_read_or_named_with_its_line(part, mutants, checked):
    text = mutants.solution()
    assert checked("\ufeff" + text).passed, "a byte order mark"
    file, lines = part("checks").EXERCISE.student.exercise, text.splitlines()
    file.write_bytes(
        "\n".join([*lines[:2], "# and so on …", *lines[2:]]).encode("cp1252", "replace")
    )
    saw = part("checks").check().saw
    assert "cannot read line 3: the byte 0x85 is not UTF-8; save the file as UTF-8" in saw
    file.write_bytes(
        "\n".join(["# coding: cp1252", "# and so on …", *lines]).encode("cp1252", "replace")
    )
    assert part("checks").check().passed, "Python reads what a file says of itself"
