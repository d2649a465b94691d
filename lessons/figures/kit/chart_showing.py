"""The charts of a figure (`chart.py`) in the app: `st.plotly_chart` above its drawing."""

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from lessons.figures.kit import chart, choices, plotting

LARGEST = 8  # factor of enlargement, compared with a page


class Charts:
    """The charts of one figure in a page of the app, in the state that the user chose."""

    def __init__(self, figure: Any, key: str, hides: Sequence[str]):
        self.key, self.hides = key, hides
        self.header, self.floats = json.loads(figure.content[0]), figure.content[1]

    @property
    def told(self) -> dict[str, Any]:
        """Return what the drawing needs: the position of the charts, the paper colour, and the enlargement."""
        return self.now | {"paper": self.palette["paper"]}

    @property
    def now(self) -> dict[str, Any]:
        """Return the state, in numbers from 0, and how often a click has changed it; another figure starts afresh."""
        known = st.session_state.get(f"{self.key}: place")
        if known is None or known["of"] != self.header["id"]:
            known = {
                "of": self.header["id"],
                "place": choices.places(self.header),
                "count": 0,
                "scale": 1,
            }
        return known

    @property
    def palette(self) -> dict[str, str]:
        """Draw without Streamlit's theme: a figure has its own colours, for light and for dark."""
        return self.header["palette"][st.context.theme.type or "light"]

    def go(self, place: Any, clicked: bool = False, scale: Any = None) -> None:
        """Read the state and the enlargement from the browser, which may send anything."""
        try:
            asked = {
                one["name"]: choices.value(one, place[one["name"]])
                for one in self.header["choices"]
            }
            at = choices.places({**self.header, "start": asked})
        except (TypeError, ValueError, KeyError, IndexError):
            return
        now = {**self.now, "place": at, "count": self.now["count"] + clicked}
        if isinstance(scale, int | float) and 1 <= scale <= LARGEST:
            now["scale"] = scale
        st.session_state[f"{self.key}: place"] = now

    def show(self) -> None:
        """Draw side by side if there is room."""
        if "charts" in self.hides:
            return
        said, arrays = self.header["chart"], chart.arrays_of(self.header, self.floats)
        at = chart.place_of(self.header, self.now["place"])
        hears = said["picks"] and not said["film"]  # the recording plays on while Python draws it
        with st.container(key=f"{self.key}-charts"):
            for number, panel in enumerate(choices.picked(said["panels"], at)):
                if not (place := number % said["columns"]):
                    row = st.columns(said["columns"])
                with row[place]:
                    if panel["title"]:
                        st.html(f"<p class=chart-title>{plotting.text(panel['title'])}</p>")
                    name = f"{self.key}-chart-{number}{'-veiled' * ('veiled' in panel)}"
                    picks = (lambda name=name: self.picked(name)) if hears else "ignore"
                    drawn = plotting.drawn(self.header, arrays, panel, self.palette, at, self.hides)
                    st.plotly_chart(
                        plotting.enlarged(drawn, self.now["scale"]), theme=None, key=name, height=said["height"], config=plotting.CONFIG, on_select=picks,
                        selection_mode="points", alt=panel["title"].replace("**", "") or self.header["title"],
                    )  # fmt: skip

    def picked(self, name: str) -> None:
        """Handle a click on a point: choose what the point stands for."""
        points = st.session_state[name].selection.points if name in st.session_state else []
        for point in points[:1]:
            one = next(
                one
                for one in self.header["choices"]
                if one["name"] == self.header["chart"]["picks"]
            )
            number = point.get("customdata")
            if number is None and one["values"] and point.get("x") in one["values"]:
                number = one["values"].index(point["x"])
            self.go({**self.now["place"], one["name"]: number}, clicked=True)
