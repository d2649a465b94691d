"""Run a notebook and store the time and output of each section.

`python -m tools.minutes --run attention` calls `run`; the results are in `tools/measured.json`.
"""

import json
import re
from datetime import datetime
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from lessons import build
from lessons.kit.sections import HEADING

FILE = Path(__file__).with_name("measured.json")
Measured = dict[str, dict[str, int]]  # section → its seconds, lines and figures


def measured() -> dict[str, Measured]:
    """Return the stored measurements of each lesson."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def run(lesson: str) -> None:
    """Run a lesson's notebook from top to bottom, and store the measurements of its sections."""
    text = (build.ROOT / "lessons" / lesson / "lesson.py").read_text(encoding="utf-8")
    made = nbformat.reads(build.notebook(text), as_version=4)
    where = {"metadata": {"path": str(build.NOTEBOOKS)}}
    NotebookClient(made, timeout=None, coalesce_streams=True, resources=where).execute()
    kept = {**measured(), lesson: by_section(made.cells)}
    FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def by_section(cells: list) -> Measured:
    """Return the sections with code, and the measurements of their cells."""
    sections, name = {}, ""
    for cell in cells:
        if cell.cell_type == "markdown":
            for heading in re.findall(r"^#+ .*$", cell.source, re.M):
                name = HEADING.match(heading)["name"].strip()
            continue
        drawn = [html for html in shown(cell, "text/html") if "data-glassbox" in html]
        lines = [line for text in shown(cell, "text/plain") for line in text.splitlines()]
        took = (seconds(cell), sum(map(bool, map(str.strip, lines))), len(drawn))
        sections[name] = [a + b for a, b in zip(sections.get(name, (0, 0, 0)), took, strict=True)]
    names = ("seconds", "lines", "figures")
    return {n: dict(zip(names, map(round, took), strict=True)) for n, took in sections.items()}


def seconds(cell) -> float:
    """Return the seconds from the start of a cell to its end, as the kernel reports them."""
    at = cell.metadata["execution"]
    begin, end = (at[f"iopub.status.{state}"] for state in ("busy", "idle"))
    return (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()


def shown(cell, kind: str) -> list[str]:
    """Return the text that a cell prints or shows; a figure is an image without text."""
    texts = []
    for output in cell.outputs:
        data = output.get("data", {"text/plain": output.get("text", "")})
        if kind == "text/html" or "data-glassbox" not in data.get("text/html", ""):
            texts.append(data.get(kind, ""))
    return texts
