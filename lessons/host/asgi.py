"""What the app's server adds to Streamlit: it warms up, and serves the figures' code."""

import gc
import logging
import os
import re
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import config

from lessons import LESSONS
from lessons.host import faults, handles, live, loopback, patches, remote, seats, server, uploads
from lessons.host.classroom import routes
from lessons.host.hosts import OwnNames


def drawing(request: Request) -> Response:
    """`/lessons/figures/<kind>/draw.js`: the code that draws one kind of figure, as one file.

    One file, because the browser fetches modules that import each other one after the other.
    """
    kind, _, script = request.path_params["path"].partition("/")
    bundle = live.import_module("lessons.figures.kit.bundle")
    folder = bundle.folders().get(kind)
    if script != "draw.js" or folder is None or not (folder / script).is_file():
        return Response("There is no figure with this name.", status_code=404)
    code = bundle.bundle(kind)
    # The address contains a hash of the code, so the browser can cache the file.
    keep = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    module = f"{code}\nexport default mount;\n"
    return Response(module, media_type="text/javascript", headers={"Cache-Control": keep})


def font(request: Request) -> Response:
    """`/lessons/fonts/inter-400.woff2`: the font of the pages, which need not be installed."""
    name = re.fullmatch(r"inter-\d00(-rest)?\.woff2", request.path_params["name"])
    file = live.ROOT / "lessons/host/fonts" / request.path_params["name"]
    if not name or not file.is_file():
        return Response("There is no font with this name.", status_code=404)
    keep = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(file.read_bytes(), media_type="font/woff2", headers=keep)


def speaker(request: Request) -> Response:
    """`/lessons/speaker`: notes and clock, in a second window next to the presented page."""
    page = live.ROOT / "lessons" / "host" / "speaker.html"
    return Response(page.read_text(encoding="utf-8"), media_type="text/html")


OWN = [
    Route("/lessons/speaker", speaker),
    Route("/lessons/fonts/{name}", font),
    Route("/lessons/figures/{path:path}", drawing),
    Route("/lessons/runs/{name}/events", server.run_events),
    *routes.routes(),
]
# Streamlit serves its own files below this path, for a proxy that keeps it; ours have to be there too.
BASE = config.get_option("server.baseUrlPath").strip("/")
ROUTES = [Route(f"/{BASE}{r.path}", r.endpoint, methods=r.methods) for r in OWN] if BASE else OWN
MIDDLEWARE = [Middleware(OwnNames)]


COURSE = "course"  # the page that opens first, `lessons/course`
ONLY_COURSE = os.environ.get("GLASSBOX_WARM") == COURSE  # saves about 15 s of CPU time


def settle() -> None:
    """Exempt the present objects from garbage collection, so that it does not scan them again."""
    gc.collect()
    gc.freeze()


def warm() -> None:
    """Compute the first figure of every page, starting with the course page.

    This runs while the server starts: both take about as long, and a browser needs a second
    to load Streamlit's own files. A visitor who comes earlier waits for the rest. With
    $GLASSBOX_WARM=course only that page is computed; the others are computed on the first visit.
    """
    start = time.perf_counter()
    first_figure(COURSE)
    settle()
    seconds = time.perf_counter() - start
    print(f"  ready after {seconds:.1f} s", file=sys.stderr, flush=True)
    warm_lessons()
    settle()
    if not config.get_option("server.runOnSave"):
        begin_class()


def begin_class() -> None:
    """Start further processes, each with the first figures of all lessons before it gets visitors."""
    for number in range(1, seats.for_a_class()):
        remote.pool.seats.take(number)
        for name in (COURSE, *(lesson.name for lesson in LESSONS)):
            first_figure(name)
        remote.pool.seats.open += 1


def warm_lessons() -> None:
    """Compute the first figure of every lesson, each when no visitor waits for an answer."""
    for lesson in () if ONLY_COURSE else LESSONS:
        remote.pool.give_way()
        first_figure(lesson.name)


def first_figure(page: str) -> None:
    """Compute what the first visitor of a page sees; a broken layer is explained there, not here."""
    try:
        if page == COURSE:
            live.import_module("lessons.course.results").warm()
        else:
            live.import_module("lessons.kit.warming").warm(page)
    except BaseException as error:
        logging.getLogger(__name__).warning("The first figure of %s failed: %s", page, error)


def say_it(error: Exception) -> bool:
    """Show a sentence for an unexpected error on any page; what was drawn before stays."""
    mistake = getattr(error, "mistake", None) or faults.explain(error)
    try:
        live.import_module("lessons.kit.ui").show_mistake(mistake, "unforeseen")
    except Exception:  # the module itself cannot be read
        st.text(mistake.sentence)
    return True


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Start warming up when the server starts; serve at once."""
    handles.raise_limit()
    remote.serve()
    patches.send_at_once()
    patches.drop_inner_fragments()
    uploads.limit()
    happened = patches.watch_files()
    if config.get_option("server.runOnSave"):
        patches.follow_saves(happened)
    else:
        patches.note_changes()
    threading.Thread(target=warm, daemon=True, name="warm up").start()
    address, port = config.get_option("server.address"), config.get_option("server.port")
    async with loopback.also_ipv6(address, port):
        yield
    remote.pool.shut_down()
