"""A notebook figure that Python can read: `picture = attention_map(trained, text).live()`, then `picture.chosen`.

The drawing is the same as everywhere, and its numbers travel as bytes. The user's choices, the requests
("Recompute") and the dragged values come back as traits. anywidget transports them, in JupyterLab, VS Code, Colab
and marimo.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import anywidget
import traitlets

from lessons.figures.kit import chart_page
from lessons.figures.kit.bundle import drawn_by, together


class LiveFigure(anywidget.AnyWidget):
    """`chosen` is the reader's state, as `figure.at(…)` takes it; `figure` is the current figure. To observe each
    choice: `picture.observe(lambda change: print(change.new), "chosen")`."""

    content = traitlets.Tuple(traitlets.Unicode(), traitlets.Bytes()).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)  # sent to the drawing once
    chosen = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)  # {"cell": arguments of `recompute`, "count": …}
    answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    committed = traitlets.Dict().tag(sync=True)  # {"value": what was dragged, "count": …}

    def __init__(self, figure, on_choose: Callable[[Any], Any] | None = None):
        self.figure, self._on_choose, self._place = figure, on_choose, figure.chosen
        charts, plotly = None, ""
        if "chart" in figure.header:
            arrays = {name: array.values for name, array in figure.arrays.items()}
            charts, plotly = chart_page.mounted(figure.header, arrays), chart_page.plotly()
        super().__init__(
            _esm=_module(drawn_by(figure.kind)),
            content=figure.content,
            chosen=figure.chosen,
            options={"charts": charts, "plotly": plotly, "answers": on_choose is not None},
        )

    def recompute(self, **cell: Any) -> dict[str, Any]:
        """Recompute one number of the figure: `figure.recompute`."""
        return self.figure.recompute(**cell)

    # ---- what comes from a browser may be anything that JSON can say ------------------------------
    @traitlets.validate("chosen")
    def _there(self, proposal) -> dict[str, Any]:
        """Set a state of this figure; ignore any other."""
        with suppress(TypeError, ValueError):
            self._place = self.figure.at(**proposal.value).chosen
        return self._place

    @traitlets.observe("asked")
    def _recompute(self, change) -> None:
        with suppress(KeyError, TypeError, ValueError):  # not a cell of this figure
            result = self.recompute(**change.new["cell"])
            self.answer = {**result, "count": change.new["count"]}  # sent again if it is unchanged

    @traitlets.observe("committed")
    def _choose(self, change) -> None:
        heard = self._on_choose and "value" in change.new
        if heard and (now := self._on_choose(change.new["value"])):
            self.show(now)

    def show(self, figure) -> None:
        """Draw this figure, of the same kind, instead."""
        if drawn_by(figure.kind) != drawn_by(self.figure.kind):
            raise ValueError(
                f"this widget shows a {self.figure.kind!r} figure; it cannot show a {figure.kind!r} figure"
            )
        self.figure = figure
        with self.hold_sync():
            self.content, self.answer = figure.content, None
            self.chosen = figure.chosen

    def _repr_mimebundle_(self, **named: Any):
        """Return the figure as HTML beside the live widget, for readers of the notebook without a kernel."""
        data, *rest = super()._repr_mimebundle_(**named)
        return {**data, "text/html": self.figure._repr_html_()}, *rest


@cache
def _module(kind: str) -> str:
    return f"{together(f'{kind}/draw.js')}\n{RENDER}"


RENDER = """\
export default { render({ model, el }) {
  const content = () => {
    const [header, { buffer, byteOffset, byteLength }] = model.get("content");
    return [JSON.parse(header), floatsOf(new Uint8Array(buffer, byteOffset, byteLength))];
  };
  const tell = (name, value) => (model.set(name, value), model.save_changes());
  const count = (name) => (model.get(name).count ?? 0) + 1;
  const { charts, plotly, answers } = model.get("options");
  if (plotly && !globalThis.Plotly) {
    const script = node("script");
    script.textContent = `{ let define, module, exports; ${plotly} }`;
    document.head.append(script);
  }
  const place = node("div", { "data-glassbox": "live", "data-lm-suppress-shortcuts": "true" });
  el.append(place);
  const options = {
    home: "notebook", key: null, charts, answer: model.get("answer"),
    ask: (cell) => tell("asked", { cell, count: count("asked") }),
    choose: answers ? (value) => tell("committed", { value, count: count("committed") }) : null,
    placed(chosen) {
      if (JSON.stringify(chosen) !== JSON.stringify(model.get("chosen"))) tell("chosen", chosen);
    },
  };
  const figure = draw(place.attachShadow({ mode: "open" }), ...content(), options);
  const redrawn = () => figure.update(...content(), { answer: null });
  const answered = () => figure.update(null, null, { answer: model.get("answer") });
  model.on("change:content", redrawn);
  model.on("change:answer", answered);
  return () => {
    model.off("change:content", redrawn);
    model.off("change:answer", answered);
    figure.destroy();
  };
} };
"""
