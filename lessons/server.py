"""What the app's server does beside Streamlit: it warms up, and it hands out the figures' drawings."""

import gc
import logging
import re
import socket
import sys
import threading
import time
from contextlib import asynccontextmanager, suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lessons import FRONT, LESSONS, live


def drawing(request: Request) -> Response:
    """`/lessons/figures/<kind>.js`: the code that draws one kind of figure, in one piece.

    One file, because modules that import each other are fetched one after the other.
    """
    name = request.path_params["name"]
    if (
        not re.fullmatch(r"\w+\.js", name)
        or not (live.ROOT / "lessons" / "figures" / name).is_file()
    ):
        return Response("no such drawing", status_code=404)
    code = live.load("lessons.figures.figure").bundle(name.removesuffix(".js"))
    # The address carries a hash of the code, so the browser may keep what it has.
    keep = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    module = f"{code}\nexport default mount;\n"
    return Response(module, media_type="text/javascript", headers={"Cache-Control": keep})


ROUTES = [Route("/lessons/figures/{name}", drawing)]


def warm() -> None:
    """Import torch and compute the first picture of every page, the front page's first of all.

    It runs beside the start of the server: both take about as long, and a browser needs a second
    to load Streamlit's own files. Who opens the page meanwhile waits for the rest.
    """
    start = time.perf_counter()
    for name in sorted((lesson.name for lesson in LESSONS), key=lambda name: name != FRONT):
        try:
            live.load(f"lessons.{name}.results").first()
        except BaseException as error:  # a broken layer is explained on the page, not here
            logging.getLogger(__name__).warning("the first picture of %s failed: %r", name, error)
        if name == FRONT:
            gc.collect()
            gc.freeze()  # what stays for ever need not be walked through again and again
            seconds = time.perf_counter() - start
            print(f"  ready after {seconds:.1f} s", file=sys.stderr, flush=True)


RUNS = live.ROOT / "runs"  # where trainings keep their folders
_workers = None


def workers():
    """The processes that train, one set for the whole app. They outlive an edit of the code."""
    global _workers
    if _workers is None:
        from transformer.workers import Workers

        _workers = Workers()
    return _workers


def send_at_once() -> None:
    """Switch off Nagle's algorithm on the sockets that listen; connections inherit it.

    Streamlit 1.67 makes its socket without naming the protocol, and asyncio then does not switch it
    off. Every second packet of an answer waited 40 ms for the browser to confirm the first: 62 ms
    for a new sentence instead of 18.
    """
    for found in gc.get_objects():
        if issubclass(type(found), socket.socket) and found.fileno() >= 0:
            with suppress(OSError):  # not a TCP socket
                if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@asynccontextmanager
async def lifespan(app):
    """Start to warm up when the server starts; serve at once."""
    send_at_once()
    threading.Thread(target=warm, daemon=True, name="warm up").start()
    yield
