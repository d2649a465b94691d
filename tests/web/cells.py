"""Run the cells of notebooks, with whichever torch is on the path, and keep what they print and show.

    python tests/web/cells.py OUT.json LESSON …

A cell's answer is what it printed and how its last line reads; of a figure the header and how many numbers it has.
"""

import ast
import base64
import contextlib
import io
import json
import os
import sys
import time
import traceback
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def cells_of(lesson):
    path = next(NOTEBOOKS.glob(f"??_{lesson}.ipynb"))
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(lesson):
    """For each cell: what it printed, its last value, the error that ended it, and seconds of processor."""
    space, found = {"__name__": "__main__", "display": lambda *_, **__: None}, []
    for source in cells_of(lesson):
        said, begin = {"printed": "", "value": None, "error": None}, time.process_time()
        printed = io.StringIO()
        try:
            tree, last = ast.parse(source), None
            if tree.body and isinstance(tree.body[-1], ast.Expr):
                last = ast.Expression(tree.body.pop().value)
            with contextlib.redirect_stdout(printed):
                exec(compile(tree, lesson, "exec"), space)
                value = eval(compile(last, lesson, "eval"), space) if last is not None else None
            said["value"] = shown(value)
        except BaseException as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            said["error"] = (
                f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno})"
            )
        found.append(
            {
                **said,
                "printed": printed.getvalue(),
                "source": source,
                "seconds": time.process_time() - begin,
            }
        )
    return found


def shown(value):
    """Of a figure its header and its numbers, of all else how it reads."""
    if hasattr(value, "complete_header"):
        return {
            "kind": value.kind, "header": json.loads(json.dumps(value.complete_header, default=str)),
            "floats": base64.b64encode(value.floats).decode(),
        }  # fmt: skip
    return None if value is None else repr(value)


def patient():
    """Numpy trains several times more slowly than PyTorch: what is computed for a page has more time, as in a tab."""
    from lessons.host import limit, shared

    shared.within = lambda seconds, work, *given: limit.within(20 * seconds, work, *given)


if __name__ == "__main__":
    out, *lessons = sys.argv[1:]
    patient()
    os.chdir(NOTEBOOKS.parent)
    Path(out).write_text(json.dumps({lesson: run(lesson) for lesson in lessons}))
