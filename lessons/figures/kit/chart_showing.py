"""The charts of a figure (`chart.py`) in the app: `st.plotly_chart` above its drawing."""

import json
from collections.abc import Container
from types import SimpleNamespace
from typing import Any

import streamlit as st

from lessons.figures.kit import chart, plotting


class Shown:
    """The charts of one figure in a page of the app, at the place that somebody chose."""

    def __init__(self, figure: Any, key: str, hides: Container[str] = ()):
        self.key, self.hides, self.charted = key, hides, "chart" in figure.header
        if self.charted:
            self.header, self.floats = json.loads(figure.content[0]), figure.content[1]

    @property
    def state(self) -> dict[str, Any]:
        """The place, and how often a click in a chart has changed it; of another figure there is none yet."""
        known = st.session_state.get(f"{self.key}: place")
        if known is None or known["of"] != self.header["id"]:
            known = {"of": self.header["id"], "start": self.header["start"], "clicks": 0}
        return known

    def go(self, place: Any, clicked: bool = False) -> None:
        """Somebody has chosen a place; it comes from a browser, and may be anything."""
        try:
            start = {**self.header["start"], **place}
            chart.validate_choice(SimpleNamespace(header=self.header), start)
        except (TypeError, ValueError, KeyError):
            return
        clicks = self.state["clicks"] + clicked
        st.session_state[f"{self.key}: place"] = {**self.state, "start": start, "clicks": clicks}

    @property
    def goes(self) -> dict[str, Any] | None:
        """What the drawing is told of a click in a chart: where to go, as an address has it."""
        if not self.charted or not self.state["clicks"]:
            return None
        places = [self.state["start"][one["name"]] for one in self.header["chart"]["moves"]]
        return {"place": [str(place) for place in places], "count": self.state["clicks"]}

    def show(self) -> None:
        """Side by side where there is room. Streamlit's theme is not used: a figure has its own colours."""
        if not self.charted or "charts" in self.hides:
            return
        said, arrays = self.header["chart"], chart.arrays_of(self.header, self.floats)
        palette = self.header["palette"][st.context.theme.type or "light"]
        with st.container(key=f"{self.key}-charts"):
            columns = st.columns(said["columns"]) if said["columns"] > 1 else [st.container()]
            for place, number in enumerate(chart.panels(self.header, self.state["start"])):
                panel = said["panels"][number]
                with columns[place % said["columns"]]:
                    if panel["title"]:
                        st.html(f"<p class=chart-title>{plotting.text(panel['title'])}</p>")
                    drawn = plotting.drawn(
                        self.header, arrays, number, palette, self.state["start"], self.hides
                    )
                    name = f"{self.key}-chart-{number}"
                    picks = (lambda name=name: self.picked(name)) if said["picks"] else "ignore"
                    st.plotly_chart(
                        drawn, theme=None, key=name, height=said["height"], config=plotting.CONFIG, on_select=picks,
                        selection_mode="points", alt=panel["title"].replace("**", "") or self.header["title"],
                    )  # fmt: skip

    def picked(self, name: str) -> None:
        """Python hears of a click on a point: what the chart picks has its value of x, or is its number."""
        points = st.session_state[name].selection.points if name in st.session_state else []
        if points:
            picks = self.header["chart"]["picks"]
            value = points[0].get("customdata", points[0].get("x"))
            self.go({picks: int(value) if float(value).is_integer() else value}, clicked=True)
