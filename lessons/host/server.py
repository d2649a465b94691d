"""The trainings of this app: handed to the workers, ended, and told to browsers as they happen."""

import asyncio
import json
import re
import signal

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lessons.host import remote
from transformer.runs.kept import FOLDER as RUNS
from transformer.runs.kept import Kept
from transformer.runs.workers import Workers


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
