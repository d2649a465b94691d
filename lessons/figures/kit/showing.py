"""A figure in a page of the app: its drawing is fetched by the browser, its numbers travel as bytes.

The figure may have been made here, or in the process that runs students' code (`lessons.host.remote.Drawn`).
"""

import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import streamlit as st

from lessons.figures.kit import chart_showing
from lessons.figures.kit.bundle import bundle, drawn_by


def show(
    figure,
    key: str,
    on_choose: Callable[[Any], None] | None = None,
    waits: bool = False,
    yields: str = "",
    veil: int | None = None,
    hides: Sequence[str] = (),
) -> None:
    """Draw it. What is stepped, hovered or clicked stays in the browser.

    `show_panel(key)` elsewhere on the page takes the arithmetic of the selected cell; without
    it, the arithmetic is drawn under the picture. `on_choose` gets what a drawing hands over
    with `options.choose(value)`, before the fragment runs again; the value comes from a browser
    and may be anything that JSON can say. One that `waits` goes to the place that the
    address names only when it no longer does: there stands the answer to an open question. `veil`: the row of a
    map that answers one: it is hatched, and its numbers are nowhere on the page. Of an address that holds a place
    of the figure with the key `yields`, and none of this one, `on_choose` gets that key. `hides`: what of its charts
    tells the answer to an open question, by the names that they give it.
    """
    answers = f"{key}: recomputed"  # (figure, answer, which one): a new sentence forgets it
    of, answer, count = st.session_state.get(answers, (None, None, 0))

    def recompute() -> None:
        try:
            answer = figure.recompute(**st.session_state[key].recompute)
        except (TypeError, ValueError):  # not a cell of this figure: nothing to answer
            answer = None
        st.session_state[answers] = (figure.id, answer, count + 1)

    def choose() -> None:
        # A drawing that has just left the page may still have something to say.
        chosen = st.session_state[key].chosen if key in st.session_state else None
        if charts and isinstance(chosen, dict) and "place" in chosen:
            charts.go(chosen["place"], scale=chosen.get("scale"))
        elif on_choose is not None and chosen is not None:
            on_choose(chosen)

    charts = chart_showing.Charts(figure, key, hides) if "chart" in figure.header else None
    if charts:
        charts.show()
    message = {
        "key": key,
        "goes": charts.told if charts else None,
        "answer": answer if of == figure.id else None,
        "waits": waits,
        "yields": yields,
        "veil": veil,
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
    """How long the JSON is, the JSON, the floats: Streamlit passes bytes on as they are."""
    text = f'{json.dumps(message)[:-1]}, "header": {header}}}'.encode()
    return len(text).to_bytes(4, "little") + text + floats


def show_panel(key: str) -> None:
    """Where the arithmetic of the figure with this key is drawn in the app."""
    _component("glassbox_panel", PANEL)(key=f"{key}-panel", data={"figure": key})


@cache
def _version(name: str) -> str:
    return hashlib.sha256(bundle(name).encode()).hexdigest()[:12]


def _served() -> bool:
    """Whether the server hands out the drawings (app.py does; a script of your own need not)."""
    return "lessons.host.server" in sys.modules and not st.get_option("server.baseUrlPath")


@cache
def _component(name: str, javascript: str):
    return st.components.v2.component(name, js=javascript)


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
