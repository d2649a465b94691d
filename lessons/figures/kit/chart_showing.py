"""The charts of a figure (`chart.py`) in the app: `st.plotly_chart` above its drawing."""

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from lessons.figures.kit import chart, choices, plotting

LARGEST = 8  # factor of enlargement, compared with a page


class Charts:
    """The charts of one figure in a page of the app, in the state that the user chose."""

    def __init__(self, figure: Any, key: str, hidden: Sequence[str]):
        self.key, self.hidden = key, hidden
        self.header, self.floats = json.loads(figure.content[0]), figure.content[1]

    @property
    def drawing_state(self) -> dict[str, Any]:
        """Return what the drawing needs: the position of the charts, the paper colour, and the enlargement."""
        return self.now | {"paper": self.palette["paper"]}

    @property
    def now(self) -> dict[str, Any]:
        """Return the state, in numbers from 0, and how often a click has changed it; another figure starts afresh."""
        state = st.session_state.get(f"{self.key}: place")
        if state is None or state["of"] != self.header["id"]:
            state = {
                "of": self.header["id"],
                "place": choices.places(self.header),
                "count": 0,
                "scale": 1,
            }
        return state

    @property
    def palette(self) -> dict[str, str]:
        """Draw without Streamlit's theme: a figure has its own colours, for light and for dark."""
        return self.header["palette"][st.context.theme.type or "light"]

    def go(self, place: Any, clicked: bool = False, scale: Any = None) -> None:
        """Read the state and the enlargement from the browser, which may send anything."""
        try:
            start = {
                choice["name"]: choices.value(choice, place[choice["name"]])
                for choice in self.header["choices"]
            }
            at = choices.places({**self.header, "start": start})
        except (TypeError, ValueError, KeyError, IndexError):
            return
        now = {**self.now, "place": at, "count": self.now["count"] + clicked}
        if isinstance(scale, int | float) and 1 <= scale <= LARGEST:
            now["scale"] = scale
        st.session_state[f"{self.key}: place"] = now

    def show(self) -> None:
        """Draw side by side if there is room."""
        if "charts" in self.hidden:
            return
        layout, arrays = self.header["chart"], chart.arrays_of(self.header, self.floats)
        at = chart.place_of(self.header, self.now["place"])
        # The recording plays on while Python draws it.
        hears = layout["picks"] and not layout["film"]
        with st.container(key=f"{self.key}-charts"):
            for number, panel in enumerate(choices.picked(layout["panels"], at)):
                if not (place := number % layout["columns"]):
                    row = st.columns(layout["columns"])
                with row[place]:
                    if panel["title"]:
                        st.html(f"<p class=chart-title>{plotting.text(panel['title'])}</p>")
                    name = f"{self.key}-chart-{number}{'-veiled' * ('veiled' in panel)}"
                    picks = (lambda name=name: self.picked(name)) if hears else "ignore"
                    drawn = plotting.drawn(
                        self.header, arrays, panel, self.palette, at, self.hidden
                    )
                    st.plotly_chart(
                        plotting.enlarged(drawn, self.now["scale"]), theme=None, key=name, height=layout["height"], config=plotting.CONFIG, on_select=picks,
                        selection_mode="points", alt=panel["title"].replace("**", "") or self.header["title"],
                    )  # fmt: skip

    def picked(self, name: str) -> None:
        """Handle a click on a point: choose what the point stands for."""
        points = st.session_state[name].selection.points if name in st.session_state else []
        for point in points[:1]:
            choice = next(
                choice
                for choice in self.header["choices"]
                if choice["name"] == self.header["chart"]["picks"]
            )
            number = point.get("customdata")
            if number is None and choice["values"] and point.get("x") in choice["values"]:
                number = choice["values"].index(point["x"])
            self.go({**self.now["place"], choice["name"]: number}, clicked=True)
