"""What the app's server does beside Streamlit: it warms up, and it hands out the figures' drawings."""

import gc
import logging
import socket
import sys
import threading
import time
from contextlib import asynccontextmanager, suppress

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from lessons import LESSONS, live


def drawing(request: Request) -> Response:
    """`/lessons/figures/<name>.js`: the code that draws, read-only, out of one folder only."""
    folder = live.ROOT / "lessons" / "figures"
    file = folder / request.path_params["name"]
    if file.parent != folder or file.suffix != ".js" or not file.is_file():
        return Response("no such drawing", status_code=404)
    # The address carries a hash of the file, so the browser may keep what it has.
    keep = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    return FileResponse(file, media_type="text/javascript", headers={"Cache-Control": keep})


ROUTES = [Route("/lessons/figures/{name}", drawing)]


def warm() -> None:
    """Import torch, load the first lesson's model and compute its first picture.

    It runs beside the start of the server: both take about as long, and a browser needs a second
    to load Streamlit's own files. Who opens the page meanwhile waits for the rest.
    """
    start = time.perf_counter()
    try:
        live.load(f"lessons.{LESSONS[0].name}.results").first()
    except BaseException as error:  # a broken layer is explained on the page, not here
        logging.getLogger(__name__).warning("the first picture failed: %r", error)
    gc.collect()
    gc.freeze()  # what stays for ever need not be walked through again and again
    print(f"  ready after {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)


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
