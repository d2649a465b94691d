"""What a browser hears of a training run: its lines as they come, its state, and its end."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from types import SimpleNamespace

import pytest

from lessons.host import server, storage
from tests.kit.app import free_port
from tests.kit.paths import ROOT
from tests.kit.small import TINY
from transformer.runs import Run, RunConfig
from transformer.training.settings import Settings


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Run:
    """A run that every test gets a copy of."""
    run = Run.create(
        RunConfig("copy", Settings(steps=12), TINY), tmp_path_factory.mktemp("trained")
    )
    list(run.train())
    return run


@pytest.fixture
def done(trained, tmp_path, monkeypatch) -> Run:
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    monkeypatch.setattr(server, "_training", {})
    return Run(shutil.copytree(trained.folder, tmp_path / trained.name))


async def heard(name: str, after=None) -> list[str]:
    said = []
    async for message in server.story(name):
        said.append(message)
        if after:
            after()
    return said


def told(name: str, after=None) -> list[str]:
    """All that a browser would hear; in a thread, because a browser test leaves a loop in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(lambda: asyncio.run(asyncio.wait_for(heard(name, after), 10))).result()


def steps_in(messages: list[str]) -> list[int]:
    return [e["step"] for m in messages if m.startswith("data: ") for e in json.loads(m[6:])]


def test_a_done_run_is_told_at_once(done):
    said = told(done.name)
    assert steps_in(said) == list(range(1, 13))
    assert said[0].startswith("event: state") and '"done"' in said[0]
    assert said[-1] == "event: end\ndata: {}\n\n"


def test_lines_are_told_as_they_come(done, monkeypatch):
    """Each line once, a half line not at all; the state when it changes; then the end."""
    lines = (done.folder / "events.jsonl").read_text().splitlines(keepends=True)
    file, state = (
        done.folder / "events.jsonl",
        {"state": "running", "queue_position": 0, "error": ""},
    )
    file.write_text(lines[0] + lines[1][:9])
    monkeypatch.setattr(server, "EVERY", 0)
    monkeypatch.setattr(server, "progress", lambda name: dict(state))
    rest = [lines[1][9:] + lines[2], "".join(lines[3:])]

    def more():
        if rest:
            with open(file, "a") as log:
                log.write(rest.pop(0))
        else:
            state["state"] = "done"

    said = told(done.name, more)
    assert steps_in(said) == list(range(1, 13))
    assert [m for m in said if m.startswith("event: state")][-1].count('"done"') == 1


def test_a_run_that_goes_on_from_an_earlier_frame_is_told_again(done, monkeypatch):
    state = {"state": "running", "queue_position": 0, "error": ""}
    monkeypatch.setattr(server, "EVERY", 0)
    monkeypatch.setattr(server, "progress", lambda name: dict(state))
    seen = []

    def rewound():
        seen.append(1)
        if len(seen) == 2:
            part = done.folder / "part"
            part.write_text((done.folder / "events.jsonl").read_text().split("\n")[0] + "\n")
            os.replace(part, done.folder / "events.jsonl")
        if len(seen) == 4:
            state["state"] = "done"

    said = told(done.name, rewound)
    again = said.index("event: again\ndata: {}\n\n")
    assert steps_in(said[:again]) == list(range(1, 13)) and steps_in(said[again:]) == [1]


def test_numbers_that_json_does_not_know_become_null(done):
    file = done.folder / "events.jsonl"
    file.write_text('{"step": 1, "loss": Infinity, "gradient_norm": NaN}\n')
    said = told(done.name)
    data = next(m for m in said if m.startswith("data"))
    assert json.loads(data[6:]) == [{"step": 1, "loss": None, "gradient_norm": None}]


def test_only_runs_are_told(done, tmp_path):
    for folder in (tmp_path.parent, tmp_path / "a" / "b"):  # a card lies there too
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "card.json").write_text("{}")
    for name in ("nothing", "..", "../x", "a/b", "", "%2e%2e", "copy-1/..", 150 * "é"):
        answer = server.run_events(SimpleNamespace(path_params={"name": name}))
        assert answer.status_code == 404, name
    good = server.run_events(SimpleNamespace(path_params={"name": done.name}))
    assert good.status_code == 200 and good.media_type == "text/event-stream"


def test_a_run_whose_app_has_ended_is_stopped(done):
    done.write_card({**done.card, "state": "running"})
    assert server.progress(done.name)["state"] == "stopped"
    future = Future()
    server._training[done.name] = done, future
    assert server.progress(done.name)["state"] == "running"
    future.set_result(done)
    assert server.progress(done.name)["state"] == "stopped"


def test_the_server_ends_though_somebody_watches(done):
    """uvicorn waits for every answer, and this one would last as long as the training."""
    done.write_card({**done.card, "state": "running"})
    code = (
        "import sys, uvicorn; from pathlib import Path; from starlette.applications import Starlette\n"
        "from lessons.host import asgi, server, storage; storage.RUNS = Path(sys.argv[1])\n"
        "server.progress = lambda name: {'state': 'running'}\n"
        "uvicorn.run(Starlette(routes=asgi.ROUTES), port=int(sys.argv[2]), log_level='error')"
    )
    port = free_port()
    command = [sys.executable, "-c", code, str(done.folder.parent), str(port)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        address = f"http://127.0.0.1:{port}/lessons/runs/{done.name}/events"
        for _ in range(100):
            with suppress(OSError):
                stream = urllib.request.urlopen(address, timeout=60)
                break
            time.sleep(0.1)
        with stream:
            assert stream.readline() == b"event: state\n"
            process.terminate()
            process.wait(60)
    finally:
        process.kill()
