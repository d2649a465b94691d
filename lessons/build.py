"""Build the notebooks: lessons/<name>/lesson.py → notebooks/NN_<name>.ipynb.

    python -m lessons.build           write every notebook of the table of contents
    python -m lessons.build --check   change nothing; fail where one is missing or stale

The same text always gives the same file: no outputs, no dates, and cell ids that come from a cell's
content, so a change shows up as a small diff.
"""

import argparse
import hashlib
import sys
import tomllib
from collections import Counter
from pathlib import Path

import jupytext
import nbformat

from lessons import LESSONS, Lesson, glossary
from lessons.kit.sections import Duration, duration
from transformer.diagnosis import writable
from transformer.runs.commands import command

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
ANSWERS, OPENING = "### Answers", "{opening}"
# Where `git clone` finds this project: `Repository` in pyproject.toml, or nothing.
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ADDRESS = PROJECT.get("urls", {}).get("Repository", "")
BUILT = "# Finds the project around this notebook."  # in each notebook that is built
BEGIN = """\
import subprocess
import sys
from pathlib import Path

# Finds the project around this notebook. Colab opens a notebook alone: there it is fetched, once.
ADDRESS, HERE = "@address@", Path.cwd()
near = (HERE, *HERE.parents, HERE / "glassbox")
ROOT = next((folder for folder in near if (folder / "transformer").is_dir()), None)
if ROOT is None and ADDRESS and "google.colab" in sys.modules:
    ROOT = near[-1]
    subprocess.run(["git", "clone", "--quiet", "--depth=1", ADDRESS, ROOT], check=True)
    subprocess.run([sys.executable, ROOT / "tools" / "colab.py"], check=True)
if ROOT is None:
    raise FileNotFoundError(
        f"{HERE} and the folders around it have no folder `transformer`: this notebook lies alone. "
        "Put it back into the project. In Colab, write where `git clone` finds the project into "
        "ADDRESS above, and run this cell again."
    )
sys.path.insert(0, str(ROOT))""".replace("@address@", ADDRESS)
HINTS = "# hint(1)     then hint(2) and hint(3); reveal() prints a solution"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def main(arguments: list[str] | None = None) -> None:
    """Write the notebooks, or with --check exit with a sentence where one is not up to date."""
    parser = argparse.ArgumentParser(prog="python -m lessons.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a notebook is stale")
    options = parser.parse_args(arguments)
    if not options.check:
        writable.require(NOTEBOOKS, f"{writable.OWN_COPY} With --check, nothing is written.")
    stale = {path: text for path, text in built().items() if read(path) != text}
    if options.check:
        if stale := [*stale, *left_over()]:
            names = ", ".join(path.relative_to(ROOT).as_posix() for path in stale)
            sys.exit(f"stale: {names}. The lesson changed; run: python -m lessons.build")
        return
    for path in left_over():
        path.unlink()
        print(f"deleted {path.relative_to(ROOT).as_posix()}: no lesson has this name or number")
    for path, text in stale.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT).as_posix()}")


def left_over() -> list[Path]:
    """Return the notebooks that were built for a lesson that no longer exists, or has another number now."""
    numbered = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
    own = {f"{number:02d}_{lesson.name}.ipynb" for number, lesson in enumerate(LESSONS, start=1)}
    return [path for path in numbered if path.name not in own and BUILT in (read(path) or "")]


def built() -> dict[Path, str]:
    """What every notebook should contain, by its path, in the order of the table of contents."""
    return {
        NOTEBOOKS / f"{number:02d}_{lesson.name}.ipynb": notebook(
            (ROOT / "lessons" / lesson.name / "lesson.py").read_text(encoding="utf-8")
        )
        for number, lesson in enumerate(LESSONS, start=1)
    }


def notebook(source: str) -> str:
    """A lesson in percent format → the text of its notebook. What precedes `# %%` is for tools.

    `{opening}` under its title becomes how long the lesson takes by what its headings say, and what one can do
    after it; a cell that finds the project follows. A cell for hints follows the check of the exercise.
    """
    cells = jupytext.reads(source[source.index("# %%") :], fmt="py:percent").cells
    if OPENING in cells[0].source:
        intro = introduction(titled(cells[0].source), duration(source))
        cells[0].source = cells[0].source.replace(OPENING, intro)
        cells.insert(1, nbformat.v4.new_code_cell(BEGIN))
    checked = (n for n, cell in enumerate(cells) if cell.source.endswith("\n\ncheck()"))
    if at := next(checked, 0):
        cells.insert(at + 1, nbformat.v4.new_code_cell(HINTS))
    seen: Counter[str] = Counter()
    for cell in cells:
        cell.id = cell_id(cell, seen)
        cell.metadata = nbformat.NotebookNode()
    made = nbformat.v4.new_notebook(cells=explained(cells), metadata=METADATA)
    nbformat.validate(made)
    return nbformat.writes(made) + "\n"


def titled(cell: str) -> Lesson:
    """Return the lesson whose title begins a cell; stop with a sentence where there is none."""
    for lesson in LESSONS:
        if cell.startswith(f"# {lesson.title}: "):
            return lesson
    sys.exit(
        f"The notebook begins with “{cell.splitlines()[0]}”, but no lesson has this title. Write "
        "`# TITLE: QUESTION` there, with the title of the entry in LESSONS (lessons/__init__.py)."
    )


def introduction(lesson: Lesson, time: Duration) -> str:
    return (
        f"{as_sentence(time)} Run the cells from top to bottom. You need no GPU and no network\n"
        "(except in Colab, where the first cell fetches this project).\n"
        f"Every number {lesson.numbers}.\n\n**You will be able to:**\n\n"
        + "\n".join(f"- {goal}" for goal in lesson.goal)
    )


def as_sentence(time: Duration) -> str:
    optional = f" Optional sections: about {time.optional}." if time.optional else ""
    return f"Core: about {time.core} minutes. Exercise: about {time.exercise}.{optional}"


def explained(cells: list) -> list:
    """The cells with each term of the glossary explained where it first stands, all of them once more at
    the end, and the answers to Recall folded until somebody opens them."""
    seen: set[str] = set()
    for cell in cells:
        if cell.cell_type == "markdown":
            if cell.source.startswith(ANSWERS):
                answers, *after = cell.source.removeprefix(ANSWERS).strip().split("\n\nNext: ")
                folded = f"<details><summary><b>Answers</b></summary>\n\n{answers}\n\n</details>"
                cell.source = "\n\nNext: ".join((folded, *after))
            cell.source = glossary.titled(cell.source, seen)
    terms = nbformat.v4.new_markdown_cell(glossary.listed(seen), id="the-terms")
    return [*cells, terms] if seen else cells


def cell_id(cell, seen: Counter) -> str:
    """From kind and content; a cell that occurs twice is told apart by its number."""
    content = f"{cell.cell_type}\n{cell.source}"
    seen[content] += 1
    repeat = f"-{seen[content]}" if seen[content] > 1 else ""
    return hashlib.sha256(content.encode()).hexdigest()[:12] + repeat


def read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    with command("build"):
        main()
