"""A figure in a page of the app: the browser fetches its drawing, and its numbers travel as bytes.

The figure may come from here or from the process that runs students' code (`lessons.host.remote.Drawn`).
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import streamlit as st

from lessons.figures.kit import chart_showing
from lessons.figures.kit.bundle import bundle, drawn_by
from lessons.host.host import current


def show(
    figure,
    key: str,
    on_choose: Callable[[Any], None] | None = None,
    is_unanswered: bool = False,
    yields: str = "",
    hatched_row: int | None = None,
    hidden: Sequence[str] = (),
) -> None:
    """Draw the figure. Stepping, pointing and clicking stay in the browser.

    `show_panel(key)` elsewhere on the page shows the arithmetic of the selected cell; without
    it, the arithmetic is below the figure. `on_choose` receives what a drawing passes to
    `options.choose(value)`, before the fragment runs again; the value comes from a browser
    and may be any JSON. A figure that `is_unanswered` moves to the state in its
    address only when it has been answered: that state answers an open question. `hatched_row`: the row of a
    map that answers a question: it is hatched, and its numbers are nowhere on the page. If an address has a state
    for the figure with the key `yields`, and none for this one, `on_choose` receives that key. `hidden`: the parts of
    its charts that answer an open question, by the names that they give it.
    """
    answers = f"{key}: recomputed"  # (figure, answer, which one): a new sentence discards it
    of, answer, count = st.session_state.get(answers, (None, None, 0))

    def recompute() -> None:
        try:
            answer = figure.recompute(**st.session_state[key].recompute)
        except (TypeError, ValueError):  # not a cell of this figure: no answer
            answer = None
        st.session_state[answers] = (figure.id, answer, count + 1)

    def choose() -> None:
        # A drawing that has just left the page can still send a message.
        chosen = st.session_state[key].chosen if key in st.session_state else None
        if charts and isinstance(chosen, dict) and "place" in chosen:
            charts.go(chosen["place"], scale=chosen.get("scale"))
        elif on_choose is not None and chosen is not None:
            on_choose(chosen)

    charts = chart_showing.Charts(figure, key, hidden) if "chart" in figure.header else None
    if charts:
        charts.show()
    message = {
        "key": key,
        "goes": charts.drawing_state if charts else None,
        "answer": answer if of == figure.id else None,
        "waits": is_unanswered,
        "yields": yields,
        "veil": hatched_row,
        "count": count,  # the same answer twice is drawn twice: the button waits for it
    }
    kind = drawn_by(figure.kind)
    if _served():
        message["module"] = f"{kind}/draw.js?v={_version(kind)}"
        component = _component("glassbox_figure", FETCH + UNPACK)
    else:
        name = f"glassbox_{kind}_{_version(kind)}"
        component = _component(name, f"{bundle(kind)}\nconst fetched = () => mount;\n{UNPACK}")
    component(
        key=key,
        data=_packed(message, *figure.content),
        on_recompute_change=recompute,
        on_chosen_change=choose,
    )


def _packed(message: dict[str, Any], header: str, floats: bytes) -> bytes:
    """Return the length of the JSON, the JSON, the floats: Streamlit passes bytes on unchanged."""
    text = f'{json.dumps(message)[:-1]}, "header": {header}}}'.encode()
    return len(text).to_bytes(4, "little") + text + floats


def show_panel(key: str) -> None:
    """Mark where the app draws the arithmetic of the figure with this key."""
    _component("glassbox_panel", PANEL)(key=f"{key}-panel", data={"figure": key})


@cache
def _version(name: str) -> str:
    return hashlib.sha256(bundle(name).encode()).hexdigest()[:12]


def _served() -> bool:
    """Whether the drawings are fetched: the app and the site serve them; your own script need not."""
    return current().serves_drawings


@cache
def _component(name: str, javascript: str):
    return st.components.v2.component(name, js=javascript)


# Inline code travels with every message, so the drawing is fetched, and cached by the browser.
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

# Only marks where the panel can be: the figure with this key draws into it, now or later.
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
