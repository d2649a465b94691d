"""What the app's server does beside Streamlit: it warms up, and it hands out the figures' drawings."""

import gc
import logging
import os
import re
import sys
import threading
import time
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import config

from lessons import LESSONS
from lessons.host import faults, live, patches, remote, server, uploads
from lessons.host.hosts import OwnNames


def drawing(request: Request) -> Response:
    """`/lessons/figures/<kind>/draw.js`: the code that draws one kind of figure, in one piece.

    One file, because modules that import each other are fetched one after the other.
    """
    path = request.path_params["path"]
    kind = re.fullmatch(r"(\w{1,100})/draw\.js", path)  # no file system knows longer names than 255
    if not kind or not (live.ROOT / "lessons" / "figures" / path).is_file():
        return Response("no such drawing", status_code=404)
    code = live.load("lessons.figures.kit.bundle").bundle(kind[1])
    # The address carries a hash of the code, so the browser may keep what it has.
    keep = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    module = f"{code}\nexport default mount;\n"
    return Response(module, media_type="text/javascript", headers={"Cache-Control": keep})


def font(request: Request) -> Response:
    """`/lessons/fonts/inter-400.woff2`: the type of the pages, which no machine need have installed."""
    name = re.fullmatch(r"inter-\d00\.woff2", request.path_params["name"])
    file = live.ROOT / "lessons/host/fonts" / request.path_params["name"]
    if not name or not file.is_file():
        return Response("no such font", status_code=404)
    keep = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(file.read_bytes(), media_type="font/woff2", headers=keep)


def speaker(request: Request) -> Response:
    """`/lessons/speaker`: notes and clock, in a second window beside the page that presents."""
    page = live.ROOT / "lessons" / "host" / "speaker.html"
    return Response(page.read_text(encoding="utf-8"), media_type="text/html")


ROUTES = [
    Route("/lessons/speaker", speaker),
    Route("/lessons/fonts/{name}", font),
    Route("/lessons/figures/{path:path}", drawing),
    Route("/lessons/runs/{name}/events", server.run_events),
]


MIDDLEWARE = [Middleware(OwnNames)]


COURSE = "course"  # the page that opens first, `lessons/course`
ONLY_COURSE = os.environ.get("GLASSBOX_WARM") == COURSE  # about 15 s of processor less


def settle() -> None:
    """What is there now stays for ever, and need not be walked through again and again."""
    gc.collect()
    gc.freeze()


def warm() -> None:
    """Compute the first picture of every page, the course page's first of all.

    It runs beside the start of the server: both take about as long, and a browser needs a second
    to load Streamlit's own files. Who opens the page meanwhile waits for the rest. With
    $GLASSBOX_WARM=course that page is all: the others are computed when somebody opens them.
    """
    start = time.perf_counter()
    rest = () if ONLY_COURSE else tuple(lesson.name for lesson in LESSONS)
    for name in (COURSE, *rest):
        if name != COURSE:
            remote.pool.give_way()
        try:
            if name == COURSE:
                live.load("lessons.course.results").warm()
            else:
                live.load("lessons.kit.warming").warm(name)
        except BaseException as error:  # a broken layer is explained on the page, not here
            logging.getLogger(__name__).warning("the first picture of %s failed: %s", name, error)
        if name == COURSE:
            settle()
            seconds = time.perf_counter() - start
            print(f"  ready after {seconds:.1f} s", file=sys.stderr, flush=True)
    settle()


def say_it(error: Exception) -> bool:
    """What nobody foresaw, on any page: a sentence, and what stands already stays."""
    mistake = getattr(error, "mistake", None) or faults.explain(error)
    try:
        live.load("lessons.kit.ui").show_mistake(mistake, "unforeseen")
    except Exception:  # it is what cannot be read
        st.text(mistake.sentence)
    return True


@asynccontextmanager
async def lifespan(app):
    """Start to warm up when the server starts; serve at once."""
    server.serving = True
    remote.serve(server.at_work)
    patches.send_at_once()
    uploads.limit()
    if config.get_option("server.runOnSave"):  # not in a class: there edits show on the next click
        patches.follow_saves()
    threading.Thread(target=warm, daemon=True, name="warm up").start()
    yield
    remote.pool.shut_down()
