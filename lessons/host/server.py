"""The app's training runs: sent to the workers, cancelled, and reported to browsers live."""

import asyncio
import json
import re
import signal
from collections.abc import AsyncIterator
from concurrent.futures import Future

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lessons.host import storage
from lessons.host.fan_out import FanOut
from transformer.runs.launching import Launcher
from transformer.runs.run_folder import Busy, RunFolder
from transformer.runs.workers import Workers


def progress(name: str) -> dict:
    """Return the state of a run, its place in the queue, and its error."""
    run = RunFolder(storage.RUNS / name)
    card = run.card
    state, queue_position = card["state"], 0
    if state in ("waiting", "running"):
        if (now := at_work().get(name)) is None:
            # Its process may belong to a second app or a terminal; otherwise the app that trained it has ended.
            state = "running" if run.is_trained() else "stopped"
        else:
            queue_position = now["queue_position"]
            if state == "waiting" and now["begun"]:
                state = "running"  # its process is reading the code
    status = {"state": state, "queue_position": queue_position, "error": card.get("error", "")}
    if state == "running" and card["task"] in ("pairs", "text"):  # a visitor's own text
        status["preparing"] = not (storage.RUNS / name / "task.json").exists()
    return status


def ending() -> bool:
    """Say whether the server is shutting down: uvicorn waits for every response, however long."""
    uvicorn = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return getattr(uvicorn, "should_exit", False)


async def story(name: str) -> AsyncIterator[str]:
    """Yield the lines of a run's events.jsonl as they are written, and its state when it changes."""
    file, read, seen, last_state = storage.RUNS / name / "events.jsonl", 0, None, None
    while not ending():
        try:
            now = progress(name)  # before the lines, because a finished run writes no more
            if now != last_state:
                yield f"event: state\ndata: {json.dumps(now)}\n\n"
                last_state = now
            if file.exists():
                which = file.stat().st_ino
                if seen not in (None, which):  # it continued from an earlier frame
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
    """`/lessons/runs/<name>/events`: a training run, reported live to a browser."""
    name = request.path_params["name"]
    if (
        not re.fullmatch(r"[\w-]+", name)
        or len(name.encode()) > 200
        or not (storage.RUNS / name / "card.json").is_file()
    ):
        return Response("There is no run with this name.", status_code=404)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}  # proxies must not buffer
    return StreamingResponse(_watched.watch(name), media_type="text/event-stream", headers=headers)


_watched = FanOut(story, restarts=lambda message: message.startswith("event: again"))
EVERY = 0.2  # seconds between two checks of a watched run
launcher: Launcher | None = None  # of the app, which starts its other processes too
_workers: Workers | None = None
reported_runs: dict | None = (
    None  # in the app's computing process: the active runs, as the app reports them
)
_training: dict[
    str, tuple[RunFolder, Future[RunFolder]]
] = {}  # name → the run sent to the workers, and its future


def workers() -> Workers:
    """Return the processes that train, one set for the whole app. They survive an edit of the code."""
    global _workers
    if _workers is None:
        _workers = Workers(launcher=launcher)
    return _workers


def submit(name: str, visitor: str = "") -> None:
    """Send the run of that name to the workers, where visitors take turns."""
    run = RunFolder(storage.RUNS / name)
    _training[name] = run, workers().submit(run, visitor)


def cancel(name: str) -> None:
    """End the run of that name. Raises `Busy` if another program trains it."""
    run = RunFolder(storage.RUNS / name)
    if name not in at_work() and run.is_trained():
        raise Busy(name)
    workers().cancel(run)


def at_work() -> dict[str, dict]:
    """Return the app's active runs: how many come before each, and whether it has begun."""
    if reported_runs is not None:
        return reported_runs
    return {
        name: {"queue_position": workers().queue_position(run), "begun": future.running()}
        for name, (run, future) in list(_training.items())
        if not future.done()
    }
