"""A lesson's notebook as a page: its text, its highlighted code, and the output of its cells."""

import base64
import json
import re
from html import escape
from typing import Any

import nbformat

from lessons import LESSONS
from lessons.figures.kit.bundle import drawn_by
from web import headings, preview
from web.files import START, WITHOUT_SCRIPTS, Site
from web.static_streamlit import writing
from web.visit import ROOT

HEAD = """<!doctype html>
<html lang="en" data-page="{name}" data-root="../">
<head><meta charset="utf-8"><title>{title}: the notebook</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{tags}
<meta http-equiv="Content-Security-Policy" content="{policy}">
<script>{start}</script>
<link rel="icon" href="../icon.png"><link rel="stylesheet" href="../code/look.css">{scripts}</head>
<body class="notebook">{without_scripts}<main>
<p class="soft"><a href="index.html">‹ {title}</a> · <a href="{file}" download>{file}</a>{about}</p>
{cells}
</main></body></html>
"""
VERBATIM = re.compile(r"<(pre|code|kbd|math)\b")
# A figure as `Figure._repr_html_` writes it, with its code and numbers: here these are shared files.
FIGURE = re.compile(
    r"(?:<script>\(function \(\) \{ let define[^\n]*\n.*?\n\}\)\.call\(window\);</script>\n)?"
    r'<div data-glassbox="(?P<id>\w+)"[^>]*></div>\n<script>\n.*?\n  const header = (?P<header>[^\n]*);\n'
    r'  const floats = floatsOf\(bytesOf\("(?P<floats>[^"]*)"\)\);\n.*?header, floats, (?P<options>[^\n]*)\);\n'
    r"\}\n\}\)\(\);\n</script>",
    re.S,
)


def write(site: Site, name: str, runs: bool = True) -> None:
    """Write `notebook.html` beside the lesson's page, and the notebook itself. Its cells are run if `runs`."""
    number = [lesson.name for lesson in LESSONS].index(name) + 1
    source = ROOT / "notebooks" / f"{number:02}_{name}.ipynb"
    site.write(f"{name}/{source.name}", source.read_bytes())
    book = nbformat.read(source, as_version=4)
    if runs:
        book = ran(book)
    drawn = headings.marked(cell_html(site, cell) for cell in book.cells)
    cells = "\n".join(map(untranslated, drawn))
    title = LESSONS[number - 1].title
    about = "" if runs else " · the cells have not been run for this copy of the site"
    files = ("kit.js", "notebook.js") if "data-glassbox" in cells else ("load.js",)
    about = f"The notebook of the lesson “{title}”. {preview.about(name)}"
    tags = preview.tags(f"{title}: the notebook", about, site.at(f"{name}/"), "notebook.html")
    scripts = "".join(
        f'<script defer src="../code/{file}"></script>' for file in (*files, "search.js")
    )
    page = HEAD.format(
        name=name, title=escape(title), policy=site.policy,
        file=source.name, about=about, cells=cells, scripts=scripts, start=START, without_scripts=WITHOUT_SCRIPTS,
        tags=tags,
    )  # fmt: skip
    site.write(f"{name}/notebook.html", page)


def ran(book: Any) -> Any:
    """Return the notebook with its output; a failing cell shows its error, as intended in "Break"."""
    from nbclient import NotebookClient

    where = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(
        book, timeout=None, coalesce_streams=True, allow_errors=True, resources=where
    ).execute()
    return book


def untranslated(html: str) -> str:
    """The same HTML with code, output and formulas marked, so that a browser does not translate them."""
    return VERBATIM.sub(r'<\1 translate="no"', html)


def cell_html(site: Site, cell: Any) -> str:
    if cell.cell_type == "markdown":
        return f'<section class="text" data-testid="stMarkdownContainer">{writing.with_markup(cell.source)}</section>'
    shown = "".join(output_html(site, output) for output in cell.get("outputs", []))
    return f'<section class="cell">{writing.code(cell.source)}{shown}</section>'


def output_html(site: Site, output: Any) -> str:
    """Return what a cell has printed or drawn, in its richest form."""
    if output.output_type == "stream":
        return f'<pre class="printed">{escape(plain(output.text))}</pre>'
    if output.output_type == "error":
        return f'<pre class="printed wrong">{escape(plain(chr(10).join(output.traceback)))}</pre>'
    data = output.get("data", {})
    if "text/html" in data:
        html = FIGURE.sub(lambda match: figure_html(site, match), data["text/html"])
        return f'<div class="drawn">{html}</div>'
    if "image/png" in data:
        return f'<img src="data:image/png;base64,{data["image/png"].strip()}" alt="">'
    if "image/svg+xml" in data:
        picture = base64.b64encode(data["image/svg+xml"].encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{picture}" alt="">'
    if "text/plain" in data:
        return f'<pre class="printed">{escape(plain(data["text/plain"]))}</pre>'
    return ""


def figure_html(site: Site, match: re.Match) -> str:
    """Return a place for a figure; its numbers are in a file, its code is shared by all pages (`notebook.js`)."""
    header = json.loads(match["header"])
    data = site.data({"header": header}, base64.b64decode(match["floats"]))
    kind = drawn_by(header["kind"])
    return f'<div data-glassbox data-figure="{data}" data-kind="{kind}" data-options="{escape(match["options"])}"></div>'


def plain(text: str) -> str:
    """Remove the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
