"""Thirty phones on real connections: no vote is lost or counted twice."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette

from lessons.host.classroom import routes
from lessons.host.classroom.room import Room
from tests.app.classroom.test_votes import QUESTION
from tests.kit.loops import in_a_thread
from tests.kit.phones import Phone, Teacher, expected_counts, lecture


@pytest.fixture
def address() -> Iterator[str]:
    """A server with the routes of a class alone, in a thread."""
    app = Starlette(routes=routes.routes(Room("secret", on_screen=QUESTION)))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = server.force_exit = True
        thread.join()


def test_no_vote_is_lost_or_counted_twice(address):
    async def vote() -> list[list[int]]:
        phones, teacher = (
            [Phone(address, number) for number in range(30)],
            Teacher(address, "secret"),
        )
        await asyncio.gather(*(phone.join() for phone in phones))
        await lecture(teacher, phones, spread=0.3)
        assert await teacher.counts() == expected_counts(phones)
        assert all(phone.state["right"] == QUESTION.right for phone in phones)
        for phone in phones:
            phone.leave()

    in_a_thread(vote())
