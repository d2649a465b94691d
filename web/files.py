"""The files of the site, and the HTML frame around each page."""

import base64
import hashlib
import re
from html import escape
from pathlib import Path
from typing import Any

from web import early, packing, preview, views
from web.packing import hashed
from web.static_streamlit.session import Component
from web.views import as_json
from web.visit import ROOT, Shown

# Only scripts and styles of this site; Python is loaded on request, possibly from Pyodide's usual address.
PYODIDE = "https://cdn.jsdelivr.net"
POLICY = (
    "default-src 'none'; script-src 'self' file: blob: 'wasm-unsafe-eval'{inline}{host}; worker-src 'self' blob: file:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data: blob:; font-src 'self' file: data:; "
    "connect-src 'self' file: data: blob:{host}; base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="en" data-page="{page}" data-root="{root}"{python}>
<head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
{about}
<meta http-equiv="Content-Security-Policy" content="{policy}">
<script>{start}</script>
<link rel="icon" href="{root}icon.png"><link rel="stylesheet" href="{root}code/look.css">{style}
{scripts}
</head>
<body data-page="{page}">
{without_scripts}
<div class="stApp" data-testid="stApp" data-test-script-state="notRunning">
<header class="stAppHeader" data-testid="stHeader"><button type="button" class="theme" title="Light or dark" aria-label="Light or dark">◐</button></header>
<main class="stMain" data-testid="stMain" id="stMain" tabindex="-1"><div class="stMainBlockContainer" data-testid="stMainBlockContainer"><div class="stVerticalBlock" data-testid="stVerticalBlock">{body}</div></div>{below}</main>
</div>
</body></html>
"""
# On the course page; the build writes the size when all files are there (publish.py).
OFFLINE = """<footer class="offline" hidden><button type="button">Download the course</button>
<span role="status">One ZIP file with all pages, @size@ MB, to read without a network.</span></footer>"""
# Inside each page, so that it can tell which other file is lost; above the style sheet, for which a script waits.
START = (ROOT / "web/start.js").read_text(encoding="utf-8")
WITHOUT_SCRIPTS = (
    "<noscript><p>JavaScript is off in this browser, so figures, questions and buttons do not work here. "
    "You can read the text and the code.</p></noscript>"
)
SPEAKER = (ROOT / "lessons/host/speaker.html").read_text(encoding="utf-8")
BIG = 1000  # data of more characters gets its own file
MOST = 60_000  # bytes of a figure's numbers that are part of a page, or of the figure's own file


def inline() -> str:
    """Return the hashes of the scripts inside pages: start.js, and that of the speaker's window, which a page writes
    and which inherits its policy."""
    (notes,) = re.findall(r"<script>(.*?)</script>", SPEAKER, flags=re.DOTALL)
    digests = [hashlib.sha256(script.encode()).digest() for script in (START, notes)]
    return "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


class Site:
    """The folder to write."""

    def __init__(self, folder: Path, python: bool = False, fetches: bool = False, host: str = ""):
        self.folder, self.python = folder, python  # whether its pages can start Python (web/tab)
        self.host = (
            f"{host.rstrip('/')}/" if host else ""
        )  # the address of the site, if it is known
        self.opens: dict[str, dict] = {}  # the data of the first view, in the page's own script
        self.packed: set[str] = set()  # the data that is already written
        host = f" {PYODIDE}" * fetches  # if Python comes from its usual address
        self.policy = POLICY.format(inline=inline(), host=host)

    def write(self, name: str, text: str | bytes) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def data(self, value: dict, floats: bytes | None = None, opens: bool = False) -> str:
        """Write data to its own packed file; equal data is written only once, for all pages. Many numbers have their
        own file, because figures with other headers can share them. If a page `opens` with the data and it is small, it
        is part of the page's script instead, which any browser can read. Return its name, or both names: "a.b"."""
        text = as_json(value).encode()
        name = hashed(text + (floats or b""))
        if opens and len(floats or b"") <= MOST:
            if floats is not None:
                value = value | {"floats": base64.b64encode(packing.in_planes(floats)).decode()}
            self.opens[name] = value
        if name in self.opens:
            return name
        if floats:
            spares, floats = packing.spared(value["header"]["arrays"], floats)
            text = as_json(value | {"spares": spares}).encode()
        if floats and len(floats) > MOST:
            return f"{self.file(hashed(text), text)}.{self.file(hashed(floats), b'', floats)}"
        return self.file(name, text, floats or b"")

    def file(self, name: str, text: bytes, floats: bytes = b"") -> str:
        """Write a packed file, if it is not there yet, and return its name."""
        if name not in self.packed:
            script = packing.script(packing.zipped(text, floats), len(text))
            self.write(f"data/{name}z.js", script)
            self.packed.add(name)
        return f"{name}z"

    # ---- a view ------------------------------------------------------------------------------------
    def component(self, component: Component, opens: bool = False) -> dict[str, Any]:
        """Return what views.js needs to know of a component; its numbers are in a file."""
        if component.name == "glassbox_figure":
            message, header, floats = views.unpacked(component.data)
            description = {"name": component.name, "message": message}
            if opens and len(floats) > MOST and (first := early.part(header, floats)):
                description["early"] = self.data({"header": first[0]}, first[1], opens=True)
            return description | {"figure": self.data({"header": header}, floats, opens)}
        if len(as_json(component.data)) > BIG:
            waits = component.name.startswith(("glassbox_terms", "glassbox_stand"))  # for a click
            return {
                "name": component.name,
                "at": self.data(component.data, opens=opens and not waits),
            }
        return {"name": component.name, "data": component.data}

    def components(self, shown: Shown, opens: bool = False) -> dict[str, dict]:
        return {key: self.component(part, opens) for key, part in shown.components.items()}

    def charts(self, charts: dict[str, Any], answered: bool) -> dict[str, Any]:
        """Return the files of each figure's charts."""
        files = {}
        for key, chart in charts.items():
            if key.endswith("!") == answered:
                entry = {"redraws": chart["redraws"], "at": self.data(chart["places"])}
                files[key.removesuffix("!")] = entry
        return files

    def side(self, view: views.View, answered: bool, numbers: dict[tuple, int]) -> dict[str, Any]:
        side = (view.answered if answered else None) or view.plain
        pieces = [numbers.get(piece, list(piece)) for piece in side.pieces]
        charts = self.charts(view.charts, answered)
        return {"pieces": pieces, "components": self.components(side.shown), "charts": charts}

    def lesson(self, lesson_views: views.Views) -> None:
        """Write all views of a lesson, and the page that opens first."""
        first = lesson_views.views[lesson_views.first].plain.shown
        components = self.components(first, opens=True)
        pieces = views.common(lesson_views)
        numbers = {piece: number for number, piece in enumerate(pieces)}
        listed = {}
        for address, view in lesson_views.views.items():
            data = {
                "query": view.query,
                "next": view.next,
                "plain": self.side(view, False, numbers),
            }
            if view.answered:
                data["answered"] = self.side(view, True, numbers)
            listed[address] = {"at": self.data(data), "asks": view.asks}
        self.page(
            lesson_views, components, {"views": listed, "pieces": self.data({"pieces": pieces})}
        )
        self.index(lesson_views.lesson, first, components)

    def script(self, name: str, content: dict) -> None:
        """Write a page's own script: its views, and the data of the first one."""
        self.write(
            name, f"glassbox.data = {as_json(self.opens)};\nglassbox.built = {as_json(content)};\n"
        )
        self.opens = {}

    def page(self, lesson_views: views.Views, components: dict, listed: dict) -> None:
        """Return what the page needs to know of its views, and of the first one."""
        first = lesson_views.views[lesson_views.first]
        content = {
            **listed,
            "names": lesson_views.names,
            "replies": {k: self.data(self.replies(lesson_views, each)) for k, each in lesson_views.replies.items()},
            "first": {
                "address": lesson_views.first, "query": first.query, "next": first.next,
                "components": components, "charts": self.charts(first.charts, False),
            },
        }  # fmt: skip
        self.script(f"{lesson_views.lesson}/built.js", content)

    def replies(self, lesson_views: views.Views, each: dict[str, views.Side]) -> dict[str, Any]:
        """Return what replaces the question after each answer."""
        by_option = {}
        for option, side in each.items():
            html = "".join(
                text for of, text in side.pieces if of == f"{lesson_views.lesson}-predict"
            )
            parts = side.shown.components.items()
            marks = {key: self.component(part) for key, part in parts if key.startswith("mark-")}
            by_option[option] = {"html": html, "components": marks}
        return by_option

    def index(self, name: str, shown: Shown, components: dict[str, dict]) -> None:
        """Write a page with everything that its first view needs."""
        course = name == "course"
        root, own = ("", "") if course else ("../", f"{name}/")
        kinds = {c["message"]["module"].split("/")[0] for c in components.values() if "figure" in c}
        # A slow line carries six files at a time: what the first view needs is in six. Python's script comes after.
        code = ["kit", *sorted(kinds), "page", *["offline"] * course]
        sources = [
            "course.js" if course else "built.js",
            *(f"{root}code/{file}.js" for file in code),
        ]
        scripts = "".join(f'<script defer src="{source}"></script>\n' for source in sources)
        sheet = next((f for f in shown.styles if f.endswith(f"{name}/page.css")), "")
        style = f"<style>\n{Path(sheet).read_text(encoding='utf-8')}</style>" if sheet else ""
        self.write(f"{own}{preview.PICTURE}", preview.picture(name))
        about = preview.tags(shown.title, preview.about(name), self.at(own))
        self.write(f"{own}index.html", PAGE.format(
            page=name, root=root, title=escape(shown.title), about=about, policy=self.policy, style=style,
            python=' data-python="tab/tab.js"' * self.python, scripts=scripts, body=shown.html, start=START, without_scripts=WITHOUT_SCRIPTS,
            below=OFFLINE * course,
        ))  # fmt: skip

    def at(self, folder: str) -> str:
        """Return the address of one of the site's folders; nothing if that of the site is not known."""
        return self.host + folder if self.host else ""
