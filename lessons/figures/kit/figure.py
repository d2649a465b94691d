"""A figure is data: a small header and exact float32 bytes. It is drawn in three homes.

`figure.show(key)` in the app, the last line of a notebook cell, and `figure.save("x.html")` (also
.png, .svg, .pdf) give the same picture. In a figure's folder lies its drawing, `draw.js`; `paper.py`
draws it with matplotlib.
"""

import base64
import hashlib
import html
import importlib.util
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from lessons.figures.kit import choices
from lessons.figures.kit.bundle import bundle
from lessons.kit import older

ROOM = "lessons.figures"


@dataclass(frozen=True)
class Array:
    """Numbers and where they come from: a probe of the model, or a function of probed values."""

    values: np.ndarray  # float32
    axes: str  # "head query key"
    probe: str  # the captured tensor, or the one that `derived` was applied to
    derived: str = (
        ""  # "transformer.measure.attention.arithmetic.softmax_parts", empty for a captured tensor
    )
    # Of an axis: what stands along it; several such lists where there are several sentences.
    labels: dict[str, Sequence] = field(default_factory=dict)

    def __post_init__(self):
        """Raises `ValueError` for labels that are not as many as the numbers along their axis."""
        sizes = dict(zip(self.axes.split(), self.values.shape, strict=False))
        for axis, names in self.named():
            if axis in sizes:
                fitting(self.probe, axis, sizes[axis], names)

    def named(self) -> Iterator[tuple[str, Sequence]]:
        """Each axis, with each list of labels that stands along it."""
        for axis, names in self.labels.items():
            several = isinstance(next(iter(names), None), list)
            yield from ((axis, one) for one in (names if several else [names]))


def fitting(array: str, axis: str, size: int, names: Sequence) -> None:
    """Raises `ValueError` where there are not as many labels, texts or dictionaries, as numbers to stand at."""
    if len(names) != size:
        said = [str(one["full"] if isinstance(one, dict) else one) for one in names[:6]]
        said += ["…"] * (len(names) > len(said))
        raise ValueError(
            f"{array} has {size} along its axis {axis}, and {len(names)} labels to stand there "
            f"({', '.join(said)}). Of a model, its family says what stands on each side of its maps: in the "
            "method `sides` of its objective, one name for each row or column"
        )


@dataclass(frozen=True)
class Figure:
    """`kind` names the drawing; `header` is plain JSON; `arrays` are float32, by name."""

    kind: str
    header: dict[str, Any]
    arrays: dict[str, Array]

    def at(self, **choice: Any) -> "Figure":
        """The same figure, opened elsewhere: `figure.at(map="cross", step=4)`, as on screen."""
        start = self.header["start"]
        if unknown := [name for name in choice if name not in start]:
            raise ValueError(
                f"at() does not know {', '.join(unknown)}; it takes {', '.join(start)}"
            )
        moved = {**self.header, "start": {**start, **choice}}
        if "choices" in moved:
            choices.places(moved)
        else:
            moved["start"] = self._module().validate_choice(self, moved["start"])
        return replace(self, header=moved)

    @property
    def chosen(self) -> dict[str, Any]:
        """Where it opens, as `at(…)` takes it; of one that is `live()`, where the reader is."""
        return dict(self.header["start"])

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

    @property
    def id(self) -> str:
        """Another one for another content."""
        return self.complete_header["id"]

    @cached_property
    def header_as_text(self) -> str:
        """Written once: a class of 60 looks at the same figure."""
        return json.dumps(self.complete_header)

    # ---- home 1: the app ----------------------------------------------------------------------
    def show(self, key: str, **options: Any) -> None:
        """Draw in a Streamlit page: see `lessons.figures.kit.showing`."""
        from lessons.figures.kit.showing import show

        show(self, key, **options)

    @property
    def content(self) -> tuple[str, bytes]:
        """The complete header as JSON, and all numbers as float32: what is sent to a browser."""
        return self.header_as_text, self.floats

    # ---- home 2: a notebook -------------------------------------------------------------------
    def _repr_html_(self) -> str:
        older.warn()
        return self._html("notebook")

    def live(self, on_choose: Callable[[Any], "Figure | None"] | None = None) -> Any:
        """The same figure, in a notebook that can read what is chosen in it (`kit/widget.py`): `picture.chosen`.

        `on_choose` gets what somebody has dragged or typed in it, and may return the figure to draw then. Without
        the package anywidget this is the figure itself.
        """
        if not importlib.util.find_spec("anywidget"):
            return self
        from lessons.figures.kit.widget import LiveFigure

        return LiveFigure(self, on_choose)

    # ---- home 3: a file -----------------------------------------------------------------------
    def save(self, path: str | Path) -> Path:
        """Write .html (with everything to step and click), .png, .svg or .pdf (for paper).

        What is shown first, and what paper shows, is chosen with `at(...)`.
        """
        path = Path(path)
        if path.suffix == ".html":
            title = html.escape(self.header["title"])
            policy = "img-src data: blob:; " if "chart" in self.header else ""
            page = PAGE.format(title=title, figure=self._html("page"), images=policy)
            path.write_text(page, encoding="utf-8")
        elif path.suffix in (".png", ".svg", ".pdf"):
            folder = "panels" if "panels" in self.header else self.kind
            paper = importlib.import_module(f"{ROOM}.{folder}.paper")
            paper.write(self, path)
        else:
            raise ValueError(
                f"a figure cannot be saved as '{path.name}': the name must end in .html "
                "(to step and click), .png, .svg or .pdf (for paper)"
            )
        return path

    def _html(self, home: str) -> str:
        """An element and a script that draws into it: no network, nothing shared but the page."""
        here, options = self.id, {"home": home, "key": "figure" if home == "page" else None}
        plotly = ""
        if "chart" in self.header:
            from lessons.figures.kit import chart_page

            arrays = {name: array.values for name, array in self.arrays.items()}
            options["charts"], plotly = (
                chart_page.mounted(self.header, arrays),
                chart_page.script(home),
            )
        values = {
            "id": here,
            "plotly": plotly,
            "drawing": bundle(self.kind),
            "header": as_script(self.complete_header),
            "floats": base64.b64encode(self.floats).decode(),
            "options": as_script(options),
        }
        return re.sub(r"@(\w+)@", lambda gap: values[gap[1]], ELEMENT)

    def _module(self):
        return importlib.import_module(f"{ROOM}.{self.kind}")


def as_script(value: Any) -> str:
    """JSON that may stand in a <script>: "</script>" in a sentence must not end it."""
    return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c")


ELEMENT = """\
@plotly@<div data-glassbox="@id@" data-lm-suppress-shortcuts="true"></div>
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
 content="default-src 'none'; {images}script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 28px; max-width: 1180px; background: #fff; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0e1117; }} }}
</style></head>
<body>
{figure}</body></html>
"""
