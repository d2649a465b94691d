"""A figure is data: a small header and exact float32 bytes. It can be drawn in three homes.

`figure.show(key)` in the app, the last line of a notebook cell, and `figure.save("x.html")` (also
.png, .svg, .pdf) give the same drawing. A figure's folder contains its drawing, `draw.js`, and `paper.py`,
which draws it with matplotlib.
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
from lessons.figures.kit.bundle import bundle, module_of
from lessons.kit import older


@dataclass(frozen=True)
class Array:
    """Numbers and their origin: a probe of the model, or a function of probed values."""

    values: np.ndarray  # float32
    axes: str  # "head query key"
    probe: str  # the captured tensor, or the one that `derived` was applied to
    derived: str = (
        ""  # "transformer.measure.attention.arithmetic.softmax_parts", empty for a captured tensor
    )
    # For an axis: its labels; several lists if there are several sentences.
    labels: dict[str, Sequence] = field(default_factory=dict)

    def __post_init__(self):
        """Check the labels. Raises `ValueError` unless there are as many as numbers along their axis."""
        sizes = dict(zip(self.axes.split(), self.values.shape, strict=False))
        for axis, names in self.label_lists():
            if axis in sizes:
                check_length(self.probe, axis, sizes[axis], names)

    def label_lists(self) -> Iterator[tuple[str, Sequence]]:
        """Return each axis with each list of labels along it."""
        for axis, names in self.labels.items():
            several = isinstance(next(iter(names), None), list)
            yield from ((axis, labels) for labels in (names if several else [names]))


def check_length(array: str, axis: str, size: int, names: Sequence) -> None:
    """Check one list. Raises `ValueError` unless there are as many labels, texts or dictionaries, as numbers."""
    if len(names) != size:
        shown = [str(label["full"] if isinstance(label, dict) else label) for label in names[:6]]
        shown += ["…"] * (len(names) > len(shown))
        raise ValueError(
            f"{array} has {size} values along its axis {axis}, but {len(names)} labels were given for it "
            f"({', '.join(shown)}). For a model, its family names the rows and columns of its maps: the "
            "method `side_labels` of its objective must give one name for each"
        )


@dataclass(frozen=True, repr=False)
class Figure:
    """`kind` names the drawing; `header` is plain JSON; `arrays` are float32, by name."""

    kind: str
    header: dict[str, Any]
    arrays: dict[str, Array]

    def __repr__(self) -> str:
        """Describe the figure in one line, for readers without images: a screen reader, a diff, a printed notebook."""
        return f"Figure: {self.header.get('title', self.kind)}"

    def at(self, **choice: Any) -> "Figure":
        """Return the same figure, opened elsewhere: `figure.at(map="cross", step=4)`, as on screen."""
        start = self.header["start"]
        if unknown := [name for name in choice if name not in start]:
            raise ValueError(
                f"at() does not accept {', '.join(unknown)}; it accepts {', '.join(start)}"
            )
        moved = {**self.header, "start": {**start, **choice}}
        if "choices" in moved:
            choices.places(moved)
        else:
            moved["start"] = self._module().validate_choice(self, moved["start"])
        return replace(self, header=moved)

    @property
    def chosen(self) -> dict[str, Any]:
        """The state in which it opens, as `at(…)` takes it; for a `live()` figure, the reader's current state."""
        return dict(self.header["start"])

    def recompute(self, **cell: Any) -> dict[str, Any]:
        """Recompute one number of the figure from the tensors that it holds."""
        return self._module().recompute(self, **cell)

    @cached_property
    def floats(self) -> bytes:
        """Return all arrays, one after the other, as little-endian float32."""
        return b"".join(
            np.ascontiguousarray(a.values, "<f4").tobytes() for a in self.arrays.values()
        )

    @cached_property
    def complete_header(self) -> dict[str, Any]:
        """Return the header, with the offset of every array in `floats`."""
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
        """Return an id that changes with the content."""
        return self.complete_header["id"]

    @cached_property
    def header_as_text(self) -> str:
        """Serialize once: a class of 60 opens the same figure."""
        return json.dumps(self.complete_header)

    # ---- home 1: the app ----------------------------------------------------------------------
    def show(self, key: str, **options: Any) -> None:
        """Draw in a Streamlit page: see `lessons.figures.kit.showing`."""
        from lessons.figures.kit.showing import show

        show(self, key, **options)

    @property
    def content(self) -> tuple[str, bytes]:
        """Return the complete header as JSON and all numbers as float32, as sent to a browser."""
        return self.header_as_text, self.floats

    # ---- home 2: a notebook -------------------------------------------------------------------
    def _repr_html_(self) -> str:
        older.warn()
        return self._html("notebook")

    def live(self, on_choose: Callable[[Any], "Figure | None"] | None = None) -> Any:
        """Return the same figure for a notebook that can read its state (`kit/widget.py`): `picture.chosen`.

        `on_choose` receives what the user drags or types in it, and may return the next figure to draw. Without
        the package anywidget, this returns the figure itself.
        """
        if not importlib.util.find_spec("anywidget"):
            return self
        from lessons.figures.kit.widget import LiveFigure

        return LiveFigure(self, on_choose)

    # ---- home 3: a file -----------------------------------------------------------------------
    def save(self, path: str | Path) -> Path:
        """Write .html (interactive), .png, .svg or .pdf (for paper).

        `at(...)` chooses the first view, and the view on paper.
        """
        path = Path(path)
        if path.suffix == ".html":
            title = html.escape(self.header["title"])
            policy = "img-src data: blob:; " if "chart" in self.header else ""
            page = PAGE.format(title=title, figure=self._html("page"), images=policy)
            path.write_text(page, encoding="utf-8")
        elif path.suffix in (".png", ".svg", ".pdf"):
            folder = "panels" if "panels" in self.header else self.kind
            paper = importlib.import_module(f"{module_of(folder)}.paper")
            paper.write(self, path)
        else:
            raise ValueError(
                f"a figure cannot be saved as '{path.name}': the name must end in .html "
                "(interactive), .png, .svg or .pdf (for paper)"
            )
        return path

    def _html(self, home: str) -> str:
        """Return an element and a script that draws into it: no network, nothing shared except the page."""
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
        return importlib.import_module(module_of(self.kind))


def as_script(value: Any) -> str:
    """Return JSON that is safe in a <script>: "</script>" in a sentence must not end it."""
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
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; {images}script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 28px; max-width: 1180px; background: #fff; }}
@media screen and (prefers-color-scheme: dark) {{ body {{ background: #0e1117; }} }}
</style></head>
<body>
{figure}</body></html>
"""
