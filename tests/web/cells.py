"""Run the cells of notebooks, with whichever torch is on the path, and keep what they print.

python tests/web/cells.py OUT.json LESSON …
"""

import contextlib
import io
import json
import os
import sys
import traceback
from pathlib import Path

from tests.web.figures import direct

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def cells_of(lesson):
    path = next(NOTEBOOKS.glob(f"??_{lesson}.ipynb"))
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(lesson):
    """For each cell: its text, what it printed, and the error that ended it."""
    space, found = {"__name__": "__main__", "display": lambda *_, **__: None}, []
    for source in cells_of(lesson):
        printed, failed = io.StringIO(), None
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(source, lesson, "exec"), space)
        except BaseException as error:  # a cell may end with `exit()`, too
            at = traceback.extract_tb(error.__traceback__)[-1]
            failed = f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno})"
        found.append({"source": source, "printed": printed.getvalue(), "error": failed})
    return found


if __name__ == "__main__":
    out, *lessons = sys.argv[1:]
    direct()
    os.chdir(NOTEBOOKS.parent)
    Path(out).write_text(json.dumps({lesson: run(lesson) for lesson in lessons}))
