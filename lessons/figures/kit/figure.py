"""A figure is data: a small header and exact float32 bytes. It is drawn in three homes.

`figure.show(key)` in the app, the last line of a notebook cell, and `figure.save("x.html")` (also
.png, .svg, .pdf) give the same picture. In a figure's folder lies its drawing, `draw.js`; `paper.py`
draws it with matplotlib.
"""

import base64
import hashlib
import html
import importlib
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from lessons.kit import older

FIGURES = Path(__file__).parents[1]
ROOM = "lessons.figures"


@dataclass(frozen=True)
class Array:
    """Numbers and where they come from: a probe of the model, or a function of probed values."""

    values: np.ndarray  # float32
    axes: str  # "head query key"
    probe: str  # the captured tensor, or the one that `derived` was applied to
    derived: str = ""  # "transformer.measure.arithmetic.softmax_parts", empty for a captured tensor


@dataclass(frozen=True)
class Figure:
    """`kind` names the drawing; `header` is plain JSON; `arrays` are float32, by name."""

    kind: str
    header: dict[str, Any]
    arrays: dict[str, Array]

    def at(self, **place: Any) -> "Figure":
        """The same figure, opened elsewhere: `figure.at(map="cross", step=4)`, as on screen."""
        start = self.header["start"]
        if unknown := [name for name in place if name not in start]:
            raise ValueError(
                f"at() does not know {', '.join(unknown)}; it takes {', '.join(start)}"
            )
        found = self._module().place(self, {**start, **place})
        return replace(self, header={**self.header, "start": found})

    def recompute(self, **cell: Any) -> dict[str, Any]:
        """Compute one number of the picture again, from the tensors that the figure holds."""
        return self._module().recompute(self, **cell)

    @cached_property
    def floats(self) -> bytes:
        """All arrays, one after the other, as little-endian float32."""
        return b"".join(
            np.ascontiguousarray(a.values, "<f4").tobytes() for a in self.arrays.values()
        )

    @cached_property
    def complete_header(self) -> dict[str, Any]:
        """The header, with the place of every array in `floats`."""
        starts = accumulate((a.values.size for a in self.arrays.values()), initial=0)
        arrays = [
            {"name": name, "shape": list(a.values.shape), "offset": start}
            | {"axes": a.axes, "probe": a.probe, "derived": a.derived}
            for (name, a), start in zip(self.arrays.items(), starts, strict=False)
        ]
        full = {**self.header, "kind": self.kind, "arrays": arrays}
        content = json.dumps(full, sort_keys=True).encode() + self.floats
        return {**full, "id": hashlib.sha256(content).hexdigest()[:16]}

    @cached_property
    def _header_as_text(self) -> str:
        """Written once: a class of 60 looks at the same figure."""
        return json.dumps(self.complete_header)

    # ---- home 1: the app ----------------------------------------------------------------------
    def show(
        self,
        key: str,
        on_choose: Callable[[Any], None] | None = None,
        plays: bool = False,
        waits: bool = False,
    ) -> None:
        """Draw in a Streamlit page. What is stepped, hovered or clicked stays in the browser.

        `show_panel(key)` elsewhere on the page takes the arithmetic of the selected cell; without
        it, the arithmetic is drawn under the picture. `on_choose` gets what a drawing hands over
        with `options.choose(value)`, before the fragment runs again; the value comes from a browser
        and may be anything that JSON can say. One that `plays` does so by itself until somebody
        touches it, and shows no more than it needs for that. One that `waits` goes to the place that the
        address names only when it no longer does: there stands the answer to an open question.
        """
        import streamlit as st

        answers = f"{key}: recomputed"  # (figure, answer, which one): a new sentence forgets it
        of, answer, count = st.session_state.get(answers, (None, None, 0))

        def recompute() -> None:
            try:
                answer = self.recompute(**st.session_state[key].recompute)
            except (TypeError, ValueError):  # not a cell of this figure: nothing to answer
                answer = None
            st.session_state[answers] = (self.complete_header["id"], answer, count + 1)

        def choose() -> None:
            # A drawing that has just left the page may still have something to say.
            if on_choose is not None and key in st.session_state:
                on_choose(st.session_state[key].chosen)

        message = {
            "key": key,
            "answer": answer if of == self.complete_header["id"] else None,
            "plays": plays,
            "waits": waits,
            "count": count,  # the same answer twice is drawn twice: the button waits for it
        }
        if _served():
            message["module"] = f"{self.kind}/draw.js?v={_version(self.kind)}"
            component = _component("glassbox_figure", FETCH + UNPACK)
        else:
            name = f"glassbox_{self.kind}_{_version(self.kind)}"
            component = _component(
                name, f"{bundle(self.kind)}\nconst fetched = () => mount;\n{UNPACK}"
            )
        component(
            key=key,
            data=self._packed(message),
            on_recompute_change=recompute,
            on_chosen_change=choose,
        )

    def _packed(self, message: dict[str, Any]) -> bytes:
        """How long the JSON is, the JSON, the floats: Streamlit passes bytes on as they are."""
        text = f'{json.dumps(message)[:-1]}, "header": {self._header_as_text}}}'.encode()
        return len(text).to_bytes(4, "little") + text + self.floats

    # ---- home 2: a notebook -------------------------------------------------------------------
    def _repr_html_(self) -> str:
        older.warn()
        return self._html("notebook")

    # ---- home 3: a file -----------------------------------------------------------------------
    def save(self, path: str | Path) -> Path:
        """Write .html (with everything to step and click), .png, .svg or .pdf (for paper).

        What is shown first, and what paper shows, is chosen with `at(...)`.
        """
        path = Path(path)
        if path.suffix == ".html":
            title = html.escape(self.header["title"])
            path.write_text(PAGE.format(title=title, figure=self._html("page")), encoding="utf-8")
        elif path.suffix in (".png", ".svg", ".pdf"):
            paper = importlib.import_module(f"{ROOM}.{self.kind}.paper")
            paper.write(self, path)
        else:
            raise ValueError(
                f"a figure cannot be saved as '{path.name}': the name must end in .html "
                "(to step and click), .png, .svg or .pdf (for paper)"
            )
        return path

    def _html(self, home: str) -> str:
        """An element and a script that draws into it: no network, nothing shared but the page."""
        here = self.complete_header["id"]
        values = {
            "id": here,
            "drawing": bundle(self.kind),
            "header": as_script(self.complete_header),
            "floats": base64.b64encode(self.floats).decode(),
            "options": as_script({"home": home, "key": "figure" if home == "page" else None}),
        }
        return re.sub(r"@(\w+)@", lambda gap: values[gap[1]], ELEMENT)

    def _module(self):
        return importlib.import_module(f"{ROOM}.{self.kind}")


def show_panel(key: str) -> None:
    """Where the arithmetic of the figure with this key is drawn in the app."""
    _component("glassbox_panel", PANEL)(key=f"{key}-panel", data={"figure": key})


def as_script(value: Any) -> str:
    """JSON that may stand in a <script>: "</script>" in a sentence must not end it."""
    return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c")


@cache  # `lessons/host/live.py` drops this module when a drawing is edited
def bundle(name: str) -> str:
    """`name/draw.js`, what it imports and what puts it into the app, as one script without imports."""
    return f"{together('kit/app.js', f'{name}/draw.js')}\nconst mount = mounting(draw);"


def together(*files: str) -> str:
    """These files of the figures and what they import, as one script without imports."""
    seen: dict[Path, str] = {}

    def add(file: Path) -> None:
        source = file.read_text(encoding="utf-8")
        for imported in IMPORT.findall(source):
            if (other := (file.parent / imported).resolve()) not in seen:
                add(other)
        source = re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.MULTILINE)
        seen[file] = source

    for file in files:
        add((FIGURES / file).resolve())
    return "\n".join(seen.values())


@cache
def _version(name: str) -> str:
    return hashlib.sha256(bundle(name).encode()).hexdigest()[:12]


def _served() -> bool:
    """Whether the server hands out the drawings (app.py does; a script of your own need not)."""
    import streamlit as st

    return "lessons.host.server" in sys.modules and not st.get_option("server.baseUrlPath")


@cache
def _component(name: str, javascript: str):
    import streamlit as st

    return st.components.v2.component(name, js=javascript)


IMPORT = re.compile(r'^import [^;]*? from "((?:\./|\.\./kit/)\w+\.js)";$', flags=re.MULTILINE)

# Inline code travels with every message, so the drawing itself is fetched, and kept by the browser.
FETCH = """\
async function fetched(module) {
  const streamlit = document.querySelector('script[src*="static/js/"]').src;
  const folder = new URL("../../lessons/figures/", streamlit);
  return (await import(new URL(module, folder))).default;
}
"""
UNPACK = """\
export default async function ({ data, ...component }) {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const message = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  const mount = await fetched(message.module);
  return mount({ ...component, ...message, bytes: data.subarray(4 + length) });
}
"""

# Only says where the panel may sit: the figure with this key draws into it, now or later.
PANEL = """\
export default function ({ data, parentElement }) {
  const shared = (globalThis.glassboxFigures ??= {
    figures: new Set(), active: null, listening: false, panels: new Map(), events: new EventTarget(),
  });
  const tell = () => shared.events.dispatchEvent(new Event(data.figure));
  shared.panels.set(data.figure, parentElement);
  tell();
  return () => {
    if (shared.panels.get(data.figure) === parentElement) shared.panels.delete(data.figure);
    tell();
  };
}
"""

ELEMENT = """\
<div data-glassbox="@id@" data-lm-suppress-shortcuts="true"></div>
<script>
(() => {
@drawing@
{
  const header = @header@;
  const floats = floatsOf(bytesOf("@floats@"));
  for (const place of document.querySelectorAll('[data-glassbox="@id@"]'))
    if (!place.shadowRoot) draw(place.attachShadow({ mode: "open" }), header, floats, @options@);
}
})();
</script>
"""

PAGE = """\
<!doctype html>
<html><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 28px; max-width: 1180px; background: #fff; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0e1117; }} }}
</style></head>
<body>
{figure}</body></html>
"""
