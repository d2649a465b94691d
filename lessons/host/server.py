"""What the app's server does beside Streamlit: it warms up, and it hands out the figures' drawings."""

import asyncio
import gc
import json
import logging
import os
import re
import signal
import sys
import threading
import time
from contextlib import asynccontextmanager, suppress

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from streamlit import config

from lessons import LESSONS
from lessons.host import faults, live, patches, remote, uploads
from lessons.host.hosts import OwnNames
from transformer.runs.kept import FOLDER as RUNS
from transformer.runs.kept import Kept
from transformer.runs.workers import Workers


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


def progress(name: str) -> dict:
    """How a run stands: its state, its place in line, and what it failed of."""
    card = json.loads((RUNS / name / "card.json").read_text(encoding="utf-8"))
    state, queue_position = card["state"], 0
    if state in ("waiting", "running"):
        if (now := at_work().get(name)) is None:
            state = "stopped"  # the app that trained it has ended
        else:
            queue_position = now["queue_position"]
            if state == "waiting" and now["begun"]:
                state = "running"  # its process is reading the code
    told = {"state": state, "queue_position": queue_position, "error": card.get("error", "")}
    if state == "running" and card["task"] in ("pairs", "text"):  # a text of one's own
        told["preparing"] = not (RUNS / name / "task.json").exists()
    return told


def ending() -> bool:
    """Whether the server was told to end: uvicorn waits for every answer, a story of hours too."""
    uvicorn = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return getattr(uvicorn, "should_exit", False)


async def story(name: str):
    """The lines of a run's events.jsonl as they come, and its state whenever that changes."""
    file, read, seen, told = RUNS / name / "events.jsonl", 0, None, None
    while not ending():
        try:
            now = progress(name)  # before the lines: who is done writes no more
            if now != told:
                yield f"event: state\ndata: {json.dumps(now)}\n\n"
                told = now
            if file.exists():
                which = file.stat().st_ino
                if seen not in (None, which):  # it went on from an earlier frame
                    read = 0
                    yield "event: again\ndata: {}\n\n"
                seen = which
                with open(file, "rb") as text:
                    text.seek(read)
                    whole, newline, _ = text.read().rpartition(b"\n")
                if newline:
                    read += len(whole) + 1
                    lines = whole.decode().replace("Infinity", "null").replace("NaN", "null")
                    yield f"data: [{','.join(lines.splitlines())}]\n\n"
        except (OSError, ValueError, KeyError, TypeError):  # removed, or its card is damaged
            now = {"state": "gone"}
        if now["state"] not in ("waiting", "running"):
            yield "event: end\ndata: {}\n\n"
            return
        await asyncio.sleep(EVERY)


def run_events(request: Request) -> Response:
    """`/lessons/runs/<name>/events`: a training, told to a browser as it happens."""
    name = request.path_params["name"]
    if (
        not re.fullmatch(r"[\w-]+", name)
        or len(name.encode()) > 200
        or not (RUNS / name / "card.json").is_file()
    ):
        return Response("no such run", status_code=404)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}  # no proxy shall wait
    return StreamingResponse(story(name), media_type="text/event-stream", headers=headers)


def speaker(request: Request) -> Response:
    """`/lessons/speaker`: notes and clock, in a second window beside the page that presents."""
    page = live.ROOT / "lessons" / "host" / "speaker.html"
    return Response(page.read_text(encoding="utf-8"), media_type="text/html")


ROUTES = [
    Route("/lessons/speaker", speaker),
    Route("/lessons/figures/{path:path}", drawing),
    Route("/lessons/runs/{name}/events", run_events),
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
            live.load(f"lessons.{name}.results").warm()
        except BaseException as error:  # a broken layer is explained on the page, not here
            logging.getLogger(__name__).warning("the first picture of %s failed: %s", name, error)
        if name == COURSE:
            settle()
            seconds = time.perf_counter() - start
            print(f"  ready after {seconds:.1f} s", file=sys.stderr, flush=True)
    with suppress(Exception):
        if not ONLY_COURSE:
            live.load("lessons.course.covers").draw()
    settle()


EVERY = 0.2  # seconds between two looks at a run that somebody watches
serving = False  # whether this process is the app, and not a test of a page
_workers = None
told: dict | None = None  # in the process that computes for the app: what the app says is at work
_training = {}  # by name, what was handed to the workers: the run and its future


def workers():
    """The processes that train, one set for the whole app. They outlive an edit of the code."""
    global _workers
    if _workers is None:
        _workers = Workers(launcher=remote.pool.launcher)
    return _workers


def train(name: str) -> None:
    """Hand the run of that name to the workers."""
    run = Kept(RUNS / name)
    _training[name] = run, workers().submit(run)


def cancel(name: str) -> None:
    """End the training of the run of that name."""
    workers().cancel(Kept(RUNS / name))


def at_work() -> dict[str, dict]:
    """The trainings of this app that have not ended: how many begin before each, and whether it has begun."""
    if told is not None:
        return told
    return {
        name: {"queue_position": workers().queue_position(run), "begun": future.running()}
        for name, (run, future) in list(_training.items())
        if not future.done()
    }


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
    global serving
    serving = True
    remote.serve(at_work)
    patches.send_at_once()
    uploads.limit()
    if config.get_option("server.runOnSave"):  # not in a class: there edits show on the next click
        patches.follow_saves()
    threading.Thread(target=warm, daemon=True, name="warm up").start()
    yield
    remote.pool.shut_down()
