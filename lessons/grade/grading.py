"""From files to grades: choose what to run, run it, and give every other file a sentence."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from lessons.grade import matching, notebooks
from lessons.grade.runner import Job, run
from lessons.grade.submissions import Submission
from lessons.grade.verdict import Verdict


@dataclass(frozen=True)
class Grade:
    """A submission with its exercise, and its verdict if its code was run."""

    submission: Submission
    exercise: str = ""
    code: bytes = b""
    fits: int = 0  # how many of the functions that are asked for it defines
    notebook: notebooks.Code | None = None  # where the lines of the code are from
    verdict: Verdict | None = None
    problem: str = ""  # why there is no result

    @property
    def passed(self) -> bool:
        """Say whether the code was run and passed all checks."""
        return self.verdict is not None and self.verdict.passed

    @property
    def done(self) -> int:
        """Return how many checks passed."""
        return len(self.verdict.done) if self.verdict else 0

    @property
    def total(self) -> int:
        """Return how many checks count; 0 if the code was not run."""
        return self.verdict.total if self.verdict else 0

    @property
    def line(self) -> str:
        """Return the line to look at, “12” or “code cell 7, line 3”; "" if none is known."""
        line = self.verdict.line if self.verdict else 0
        if self.notebook:
            return self.notebook.place(line)
        return str(line) if line else ""


def grade(
    handed_in: Sequence[Submission],
    lesson: str = "",
    at_once: int = 1,
    seconds: int = 60,
    ended: Callable[[int, int], object] = lambda count, of: None,
) -> list[Grade]:
    """Return the grades of all submissions, sorted by student and exercise.

    `lesson`: all files belong to it. `ended` is called with the number of processes that have ended, and of all.
    """
    grades = latest([examine(submission, lesson) for submission in with_code(handed_in)])
    to_run = [number for number, attempt in enumerate(grades) if not attempt.problem]
    jobs = [Job(grades[number].code, grades[number].exercise) for number in to_run]
    for count, (job, verdict) in enumerate(run(jobs, at_once, seconds), start=1):
        number = to_run[job]
        grades[number] = replace(grades[number], verdict=verdict, problem=verdict.problem)
        ended(count, len(jobs))
    return sorted(grades, key=_place)


def with_code(handed_in: Sequence[Submission]) -> list[Submission]:
    """Return the files with code of each student; for a student without code, one file with a problem."""
    by_student = defaultdict(list)
    for submission in handed_in:
        by_student[submission.id].append(submission)
    kept = []
    for files in by_student.values():
        code = [
            submission for submission in files if submission.file.is_code or submission.file.problem
        ]
        if not code:
            names = ", ".join(sorted(submission.original for submission in files))[:200]
            problem = f"No .py or .ipynb file was handed in, only {names}."
            code = [replace(files[0], file=replace(files[0].file, problem=problem))]
        kept += code
    return kept


def examine(submission: Submission, lesson: str = "") -> Grade:
    """Return a grade without a verdict: it has the code to run, or the problem why nothing can be run."""
    file = submission.file
    if file.problem:
        return Grade(submission, problem=file.problem)
    try:
        is_notebook = file.path.lower().endswith(".ipynb")
        cells = notebooks.code_cells(file.data) if is_notebook and file.data.strip() else []
    except ValueError as error:
        return Grade(submission, problem=str(error))
    text = "" if is_notebook else file.data.decode("utf-8-sig", "replace")
    defined = {*matching.definitions(text), *notebooks.defined_in(cells)}
    match = _lesson(submission, lesson, matching.docstring(text), defined)
    if not file.data.strip():
        return Grade(submission, match.lesson, problem="The file is empty.")
    if match.problem:
        return Grade(submission, problem=match.problem)
    names = matching.stubs()[match.lesson].names
    fits = len(defined & {*names})
    if not is_notebook:
        return Grade(submission, match.lesson, file.data, fits)
    if not fits:
        problem = f"No cell of the notebook defines {', '.join(names)}. Hand in exercise.py, or define them in cells."
        return Grade(submission, match.lesson, problem=problem)
    code = notebooks.extract(cells, names)
    return Grade(submission, match.lesson, code.text.encode("utf-8", "replace"), fits, code)


def _lesson(submission: Submission, lesson: str, about: str, defined: set[str]) -> matching.Match:
    """Return the lesson that was given, that `--names` found, or that the file shows."""
    if submission.exercise and submission.exercise not in matching.stubs():
        names = ", ".join(matching.stubs())
        return matching.Match(
            problem=f"--names found the exercise “{submission.exercise}”. Use one of {names}."
        )
    exercise = lesson or submission.exercise
    if exercise:
        return matching.match_given(exercise, submission.original, about, defined)
    return matching.match(submission.original, about, defined)


def latest(grades: Sequence[Grade]) -> list[Grade]:
    """Keep the newest attempt of each student at each exercise to be run; the others get a problem.

    A file that defines nothing of an exercise is left out if the student has another that does: it may be a helper.
    """
    by_exercise = defaultdict(list)
    for attempt in grades:
        by_exercise[attempt.submission.id, attempt.exercise].append(attempt)
    solved = {student for student, exercise in by_exercise if exercise}
    kept = []
    for (student, exercise), attempts in by_exercise.items():
        if not exercise:
            helpers = {matching.NOTHING} if student in solved else set()
            kept += [attempt for attempt in attempts if attempt.problem not in helpers]
            continue
        newest = max(attempts, key=_age)
        problem = f"Another attempt was graded instead: {newest.submission.file.path}."
        for attempt in attempts:
            if attempt is newest:
                kept.append(attempt)
            elif attempt.fits or attempt.problem or not newest.fits:
                kept.append(replace(attempt, problem=problem))
    return kept


def _place(attempt: Grade) -> tuple:
    """Return a key for the order of the rows; ids that are numbers are in numerical order."""
    submission = attempt.submission
    return submission.id.zfill(20), attempt.exercise, submission.original


def _age(attempt: Grade) -> tuple:
    """Return a key that is largest for the attempt to be graded: one that can be run, and then the newest."""
    submission = attempt.submission
    order = (submission.attempt, submission.file.modified, submission.file.path)
    return not attempt.problem, attempt.fits > 0, *order
