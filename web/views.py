"""The views of a lesson that are built: each part, what one choice or example makes of it, each scene; each of them
before and after the answer to its question.

A view is found by its address, as the page itself would write it. What several views have in common is written once.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from web.visit import Shown, Visit

KINDS = ("option", "select", "menu", "toggle", "slider")
MOST = 24  # values of a widget that are built
# Buttons that only put something into the page's boxes; no other is pressed when the site is built.
PRESSED = re.compile(r"finetuning-text-\w+|training-to-film")


def address(query: dict[str, str]) -> str:
    """A query as JSON, the same as in views.js."""
    return json.dumps(
        [[k, v] for k, v in sorted(query.items())], ensure_ascii=False, separators=(",", ":")
    )


@dataclass
class View:
    """A page at an address, before its question is answered and after."""

    query: dict[str, str]
    plain: Shown
    answered: Shown | None = None
    asks: str = ""  # the key of its open question
    next: dict[str, str] = field(default_factory=dict)  # event, as views.js names it → address
    charts: dict[str, Any] = field(default_factory=dict)  # figure → what its charts can show


@dataclass
class Views:
    lesson: str
    first: str = ""
    views: dict[str, View] = field(default_factory=dict)
    replies: dict[str, dict[str, Shown]] = field(default_factory=dict)  # question → option → page
    names: dict[str, dict[str, str | None]] = field(default_factory=dict)


class Widgets(HTMLParser):
    """The widgets of a page: key → kind, and its values with what the page calls them."""

    def __init__(self, html: str):
        super().__init__()
        self.found: dict[str, tuple[str, list[Any]]] = {}
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        has = dict(attrs)
        key, kind = has.get("data-widget"), has.get("data-kind")
        if tag == "option" and self._select:
            self.found[self._select][1].append(int(has["value"]))
        if key is None or "disabled" in has:
            return
        values = self.found.setdefault(key, (kind, []))[1]
        self._select = key if kind == "select" else self._select
        if kind in ("option", "menu"):
            values.append(int(has["data-value"]))
        elif kind == "toggle":
            values.append("checked" not in has)
        elif kind == "slider":
            values.extend(range(int(has["min"]), int(has["max"]) + 1))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def of_lesson(lesson: str, addresses: tuple[str, ...] = (), explores: bool = True) -> Views:
    """All views of a lesson; without `explores` its parts and scenes alone."""
    found = Views(lesson)
    visit, shown = opened(lesson, {})
    found.first = add(found, visit, shown)
    part = f"{lesson}-part"
    openings = [{}]
    for number in range(1, len(Widgets(shown.html).found.get(part, ("", []))[1])):
        visit, _ = opened(lesson, {})
        openings.append(visit.run({"key": part, "value": number}).query)
        found.views[found.first].next[f"{part}={number}"] = address(openings[-1])
    for query in openings:
        explore(found, query, explores, openings)
    for one in addresses:
        where = urlsplit(one)
        if where.path in (lesson, ""):
            visit, shown = opened(lesson, dict(parse_qsl(where.query)))
            add(found, visit, shown)
    return found


def opened(lesson: str, query: dict[str, str]) -> tuple[Visit, Shown]:
    visit = Visit(lesson, query)
    return visit, visit.run()


def add(found: Views, visit: Visit, shown: Shown) -> str:
    """Keep a view, with its other side; returns its address."""
    query = {k: v for k, v in shown.query.items() if k != "answered"}
    where = address(query)
    if where in found.views:
        return where
    view = found.views[where] = View(query, shown, charts=charts_of(visit, shown))
    names(found, visit, shown)
    asks = next((k[5:] for k in visit.session.widgets if k.startswith("show-")), "")
    view.asks = asks
    if asks:
        if asks not in found.replies:
            found.replies[asks] = replies(found.lesson, query, asks)
        other, answered = opened(found.lesson, {**query, "answered": "true"})
        view.answered = answered
        answered.query = query
        view.charts |= {f"{k}!": v for k, v in charts_of(other, answered).items()}
    return where


def replies(lesson: str, query: dict[str, str], asks: str) -> dict[str, Shown]:
    """What the page says to each answer."""
    said = {}
    visit, _ = opened(lesson, query)
    options = [k for k in visit.session.widgets if k.startswith(f"predict-{asks}-")]
    for key in [*options, f"show-{asks}"]:
        visit, _ = opened(lesson, query)
        name = key.removeprefix(f"predict-{asks}-") if key in options else "show"
        said[name] = visit.run({"key": key})
    return said


def explore(found: Views, query: dict[str, str], deep: bool, openings: list[dict]) -> None:
    """A part as it opens, and each thing that can be chosen there."""
    visit, shown = opened(found.lesson, query)
    where = add(found, visit, shown)
    lead, part = found.views[where].next, f"{found.lesson}-part"
    for number, other in enumerate(openings):
        lead[f"{part}={number}"] = address(other)
    for key, message in messages(shown).items():
        if message.get("yields"):
            events = [({"key": key, "trigger": "chosen", "value": message["yields"]}, "chosen")]
            follow(found, query, lead, events)
    if not deep:
        return
    for key, (kind, values) in Widgets(shown.html).found.items():
        if key == part or (kind not in KINDS and not (kind == "button" and PRESSED.fullmatch(key))):
            continue
        asked = values[:MOST] if kind in KINDS else [True]
        follow(found, query, lead, [({"key": key, "value": value}, "") for value in asked])


def follow(found: Views, query: dict[str, str], lead: dict[str, str], events: list) -> None:
    for event, trigger in events:
        visit, _ = opened(found.lesson, query)
        shown = visit.run(event)
        if shown.goes or "st-key-mistake" in shown.html:
            continue
        said = json.dumps(event["value"], ensure_ascii=False, separators=(",", ":"))
        name = f"{event['key']}{f':{trigger}' * bool(trigger)}={said}"
        # What the address does not say is another page at the same address: Python's.
        fresh, again = opened(found.lesson, shown.query)
        if text_of(again) == text_of(shown):
            lead[name] = add(found, fresh, again)


def listen() -> None:
    """From now on a visit knows what the charts of its figures hide: `charts_of` asks."""
    from streamlit.session import now

    from lessons.figures.kit.chart_showing import Charts

    show = Charts.show

    def heard(self: Any) -> None:
        now().told[f"{self.key}: hides"] = self.hides
        show(self)

    Charts.show = heard


def text_of(shown: Shown) -> str:
    return re.sub(r'data-name="[^"]*"', "", shown.html)


def names(found: Views, visit: Visit, shown: Shown) -> None:
    """What an address may call the options of each widget that it holds."""
    for key, widget in visit.session.widgets.items():
        if widget.bound:
            known = found.names.setdefault(key, {})
            known.update({said: name for said, name in widget.names.items() if said not in known})


def messages(shown: Shown) -> dict[str, dict]:
    """What each figure was told, beside its numbers."""
    return {
        k: unpacked(c.data)[0] for k, c in shown.components.items() if c.name == "glassbox_figure"
    }


def unpacked(data: bytes) -> tuple[dict, dict, bytes]:
    """A figure's message, its header and its numbers (`showing._packed`)."""
    length = int.from_bytes(data[:4], "little")
    told = json.loads(data[4 : 4 + length])
    header = told.pop("header")
    return told, header, data[4 + length :]


def charts_of(visit: Visit, shown: Shown) -> dict[str, Any]:
    """The charts of each figure at each of their places: what is chosen redraws them, without Python."""
    from lessons.figures.kit import chart, choices, plotting

    found = {}
    for key, (message, header, floats) in (
        (k, unpacked(c.data)) for k, c in shown.components.items() if c.name == "glassbox_figure"
    ):
        if not message.get("goes"):
            continue
        arrays, redraws = chart.arrays_of(header, floats), header["chart"]["redraws"]
        at = choices.places(header)
        hides = visit.session.told.get(f"{key}: hides", ())
        each = [values_of(next(o for o in header["choices"] if o["name"] == n)) for n in redraws]
        places = {}
        for numbers in product(*each):
            there = chart.place_of(header, {**at, **dict(zip(redraws, numbers, strict=True))})
            drawn = [
                plotting.drawn(header, arrays, panel, header["palette"]["light"], there, hides)
                for panel in choices.picked(header["chart"]["panels"], there)
            ]
            places["/".join("-" if n is None else str(n) for n in numbers)] = drawn
        if "charts" not in hides:
            found[key] = {"redraws": redraws, "film": header["chart"]["film"], "places": places}
    return found


def values_of(choice: dict) -> list[int | None]:
    return [None] * bool(choice["optional"]) + list(range(len(choice["labels"])))


# ---- what views have in common --------------------------------------------------------------------
def merged(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """One piece for what the same fragment draws in a row."""
    found: list[list[str]] = []
    for of, text in pieces:
        if found and found[-1][0] == of:
            found[-1][1] += text
        else:
            found.append([of, text])
    return [(of, text) for of, text in found]


def common(views: list[list[Shown]]) -> list[tuple[str, str]]:
    """Pieces that stand in several views."""
    counts = Counter(
        piece for sides in views for piece in {p for shown in sides for p in merged(shown.pieces)}
    )
    return [piece for piece, count in counts.items() if count > 2 and len(piece[1]) > 300]
