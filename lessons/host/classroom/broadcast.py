"""One event stream per page: each change is serialised once, and the same bytes go to all who watch."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import StreamingResponse

from lessons.host.server import ending

TICK = 0.25  # seconds between two looks at what changed: at most four messages a second
ALIVE = 15.0  # seconds between two comments, which show a lost connection to both sides
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}  # proxies must not buffer


class Channel:
    """The state that a group of pages shows. `read()` returns it; it is compared at each tick while anyone watches."""

    def __init__(self, read: Callable[[], Any]):
        self._read = read
        self._message = b""
        self._changed: asyncio.Event | None = None
        self._ticking: asyncio.Task | None = None
        self.watchers = 0

    def response(self) -> StreamingResponse:
        """Return the stream: the present state at once, then every change."""
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers=HEADERS)

    async def _stream(self) -> AsyncIterator[bytes]:
        self.watchers += 1
        try:
            self._start()
            sent = b""
            while not ending():
                if self._message != sent:
                    sent = self._message
                    yield sent
                try:
                    await asyncio.wait_for(self._change().wait(), ALIVE)
                except TimeoutError:
                    yield b": alive\n\n"
        finally:
            self.watchers -= 1

    def _change(self) -> asyncio.Event:
        self._changed = self._changed or asyncio.Event()
        return self._changed

    def _start(self) -> None:
        self._update()
        if self._ticking is None or self._ticking.done():
            self._ticking = asyncio.get_running_loop().create_task(self._tick())

    def _update(self) -> None:
        message = b"data: " + json.dumps(self._read(), separators=(",", ":")).encode() + b"\n\n"
        if message != self._message:
            self._message = message
            changed, self._changed = self._changed, asyncio.Event()
            if changed:
                changed.set()

    async def _tick(self) -> None:
        while self.watchers and not ending():
            self._update()
            await asyncio.sleep(TICK)
        self._change().set()
