"""The views of a lesson to build: each part, the result of each choice or example, and each scene, all
before and after the answer to their question.

A view is identified by its address, as the page itself writes it. Parts shared by several views are written once.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from web.visit import Shown, Visit

Pieces = list[tuple[str, str]]

WIDGET_KINDS = ("option", "select", "menu", "toggle", "slider")
MOST = 24  # most values of a widget to build
# Buttons that only fill the page's boxes; no other button is pressed during the build.
PRESSED = re.compile(r"finetuning-text-\w+|training-to-film")
# Options that answer a question, all together uncover the page.
ANSWERS = re.compile(r"\w+-answer-.+")


def as_json(value: Any) -> str:
    """Encode a value as JavaScript's `JSON.stringify` does."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def address(query: dict[str, str]) -> str:
    """Encode a query as JSON, as in views.js."""
    return as_json(sorted(query.items()))


@dataclass
class Side:
    """A page as it is drawn."""

    shown: Shown
    pieces: Pieces

    @classmethod
    def draw(cls, visit: Visit, event: dict[str, Any] | None = None) -> "Side":
        return cls(visit.run(event), merged(visit.pieces()))


@dataclass
class View:
    """A page at an address, before and after the answer to its question."""

    query: dict[str, str]
    plain: Side
    answered: Side | None = None
    asks: str = ""  # the key of its open question, or the keys of those answered together
    next: dict[str, str] = field(default_factory=dict)  # event, as views.js names it → address
    charts: dict[str, Any] = field(default_factory=dict)  # figure → what its charts can show


@dataclass
class Views:
    lesson: str
    first: str = ""
    views: dict[str, View] = field(default_factory=dict)
    replies: dict[str, dict[str, Side]] = field(default_factory=dict)  # question → option → page
    names: dict[str, dict[str, str | None]] = field(default_factory=dict)


class Widgets(HTMLParser):
    """The widgets of a page: key → kind, and its values with their labels on the page."""

    def __init__(self, html: str):
        super().__init__()
        self.found: dict[str, tuple[str, list[Any]]] = {}
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        has = dict(attrs)
        key, kind = has.get("data-widget"), has.get("data-kind", "")
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


def of_lesson(
    lesson: str, addresses: tuple[str, ...] = (), explores: Callable[[str], bool] = lambda key: True
) -> Views:
    """Return all views of a lesson: its parts, its scenes, and variants of a part by the widgets that it `explores`."""
    views = Views(lesson)
    visit, side = opened(lesson, {})
    views.first = add(views, visit, side)
    part = f"{lesson}-part"
    openings: list[dict[str, str]] = [{}]
    for number in range(1, len(Widgets(side.shown.html).found.get(part, ("", []))[1])):
        visit, _ = opened(lesson, {})
        query = visit.run({"key": part, "value": number}).query
        openings.append(opened(lesson, query)[1].shown.query)  # as in a link to it
    for query in openings:
        explore(views, query, explores, openings)
    for link in addresses:
        where = urlsplit(link)
        if where.path in (lesson, ""):
            add(views, *opened(lesson, dict(parse_qsl(where.query))))
    return views


def opened(lesson: str, query: dict[str, str]) -> tuple[Visit, Side]:
    visit = Visit(lesson, query)
    return visit, Side.draw(visit)


def add(views: Views, visit: Visit, side: Side) -> str:
    """Store a view with its answered side; return its address."""
    query = {k: v for k, v in side.shown.query.items() if k != "answered"}
    where = address(query)
    if where in views.views:
        return where
    view = views.views[where] = View(query, side, charts=charts_of(visit, side.shown))
    names(views, visit)
    view.asks = open_question(visit)
    if view.asks:
        if view.asks not in views.replies:
            views.replies[view.asks] = replies(views.lesson, query, view.asks)
        other, view.answered = opened(views.lesson, {**query, "answered": "true"})
        seen = charts_of(other, view.answered.shown)
        view.charts |= {f"{key}!": charts for key, charts in seen.items()}
    return where


def open_question(visit: Visit) -> str:
    """Return the key of the page's open question, or the keys of those that are answered together."""
    for key in visit.session.widgets:
        if key.startswith("show-"):
            return key.removeprefix("show-")
    is_unanswered = "st-key-asked" in "".join(text for _, text in visit.pieces())
    return " ".join(
        key for key in visit.session.widgets if is_unanswered and ANSWERS.fullmatch(key)
    )


def replies(lesson: str, query: dict[str, str], asks: str) -> dict[str, Side]:
    """Return the page's reply to each answer; for several questions, with the same option for all."""
    by_option = {}
    visit, side = opened(lesson, query)
    if ANSWERS.match(asks):
        first, *others = asks.split()
        for option in Widgets(side.shown.html).found[first][1]:
            visit, _ = opened(lesson, query)
            for key in others:
                visit.run({"key": key, "value": option})
            by_option[str(option)] = Side.draw(visit, {"key": first, "value": option})
        return by_option
    options = [key for key in visit.session.widgets if key.startswith(f"predict-{asks}-")]
    for key in [*options, f"show-{asks}"]:
        visit, _ = opened(lesson, query)
        name = key.removeprefix(f"predict-{asks}-") if key in options else "show"
        by_option[name] = Side.draw(visit, {"key": key})
    return by_option


def explore(
    views: Views, query: dict[str, str], explores: Callable[[str], bool], openings: list[dict]
) -> None:
    """Yield a part as it opens, and each choice on it."""
    visit, side = opened(views.lesson, query)
    lead, part = views.views[add(views, visit, side)].next, f"{views.lesson}-part"
    for number, other in enumerate(openings):
        lead[f"{part}={number}"] = address(other)
    for key, message in messages(side.shown).items():
        if yields := message.get("yields"):
            follow(views, query, lead, {"key": key, "trigger": "chosen", "value": yields})
    for key, (kind, values) in Widgets(side.shown.html).found.items():
        presses = kind == "button" and PRESSED.fullmatch(key)
        if (
            key != part
            and not ANSWERS.fullmatch(key)
            and (kind in WIDGET_KINDS or presses)
            and explores(key)
        ):
            for value in values[:MOST] if kind in WIDGET_KINDS else [True]:
                follow(views, query, lead, {"key": key, "value": value})


def follow(views: Views, query: dict[str, str], lead: dict[str, str], event: dict) -> None:
    """Return the result of an event, if the address expresses all of it: the rest needs Python in the tab."""
    visit, _ = opened(views.lesson, query)
    shown = visit.run(event)
    if shown.goes or "st-key-mistake" in shown.html:
        return
    fresh, again = opened(views.lesson, shown.query)
    if again.shown.html == shown.html:
        lead[event_name(event)] = add(views, fresh, again)


def event_name(event: dict[str, Any]) -> str:
    """Return the name of an event in views.js."""
    trigger = f":{event['trigger']}" if "trigger" in event else ""
    return f"{event['key']}{trigger}={as_json(event['value'])}"


def listen() -> None:
    """From now on, record what the charts of a visit's figures hide, for `charts_of`."""
    from lessons.figures.kit.chart_showing import Charts
    from web.static_streamlit.session import now

    show = Charts.show
    if show.__name__ == "heard":
        return

    def heard(self: Any) -> None:
        now().told[f"{self.key}: hidden"] = self.hidden
        show(self)

    Charts.show = heard  # type: ignore[method-assign]  # a patch


def names(views: Views, visit: Visit) -> None:
    """Return the names of each widget's options in the address."""
    for key, widget in visit.session.widgets.items():
        if widget.bound:
            labels = views.names.setdefault(key, {})
            labels.update({text: name for text, name in widget.names.items() if text not in labels})


def messages(shown: Shown) -> dict[str, dict]:
    """Return the data of each figure besides its numbers."""
    return {
        k: unpacked(c.data)[0] for k, c in shown.components.items() if c.name == "glassbox_figure"
    }


def unpacked(data: bytes) -> tuple[dict, dict, bytes]:
    """Return a figure's message, its header and its numbers (`showing._packed`)."""
    length = int.from_bytes(data[:4], "little")
    message = json.loads(data[4 : 4 + length])
    header = message.pop("header")
    return message, header, data[4 + length :]


def charts_of(visit: Visit, shown: Shown) -> dict[str, Any]:
    """Return the charts of each figure for each of its places, so that choosing redraws them without Python."""
    from lessons.figures.kit import chart, choices, plotting

    charts = {}
    for key, (message, header, floats) in (
        (k, unpacked(c.data)) for k, c in shown.components.items() if c.name == "glassbox_figure"
    ):
        if not message.get("goes"):
            continue
        arrays, redraws = chart.arrays_of(header, floats), header["chart"]["redraws"]
        hides = visit.session.told.get(f"{key}: hidden", ())
        if "charts" in hides:
            continue
        optional = {choice["name"] for choice in header["choices"] if choice["optional"]}
        nothing, first = dict.fromkeys(optional), dict.fromkeys(optional, 0)
        redraws = [name for name in redraws if name not in optional]
        each = [range(count(header, name)) for name in redraws]
        colours, places = header["palette"]["light"], {}
        for numbers in product(*each):
            opens = {**choices.places(header), **dict(zip(redraws, numbers, strict=True))}
            there, panels = chart.place_of(header, opens), []
            for panel in choices.picked(header["chart"]["panels"], there):
                drawn = plotting.drawn(header, arrays, panel, colours, {**there, **nothing}, hides)
                # What a choice adds, as `chart_page.mounted` has it.
                added = [
                    trace for trace in choices.picked(panel["traces"], there) if "needs" in trace
                ]
                chosen = [
                    {
                        "trace": plotting.traced(trace, arrays, {**there, **first}, colours),
                        "said": trace,
                    }
                    for trace in added
                ]
                panels.append({**drawn, "chosen": chosen})
            places["/".join(map(str, numbers))] = panels
        charts[key] = {"redraws": redraws, "places": places}
    return charts


def count(header: dict, name: str) -> int:
    """Return the number of possible choices."""
    labels = next(choice["labels"] for choice in header["choices"] if choice["name"] == name)
    return labels if isinstance(labels, int) else len(labels)


# ---- shared parts ---------------------------------------------------------------------------------
def merged(pieces: Pieces) -> Pieces:
    """Merge into one piece what the same fragment draws in a row."""
    groups: list[list[str]] = []
    for of, text in pieces:
        if groups and groups[-1][0] == of:
            groups[-1][1] += text
        else:
            groups.append([of, text])
    return [(of, text) for of, text in groups]


def common(views: Views) -> Pieces:
    """Find the pieces that occur in several views."""
    sides = [{*view.plain.pieces, *(view.answered or view.plain).pieces} for view in views.views.values()]  # fmt: skip
    counts = Counter(piece for side in sides for piece in side)
    return [piece for piece, count in counts.items() if count > 2 and len(piece[1]) > 300]
