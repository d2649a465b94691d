"""One reader for many watchers: a training is read once, however many browsers follow it."""

import asyncio
from collections.abc import AsyncIterator, Callable


class FanOut:
    """The messages of each source, read by one task while anyone watches. `read(name)` yields them; a message for which
    `restarts` is true makes the earlier ones obsolete."""

    def __init__(
        self, read: Callable[[str], AsyncIterator[str]], restarts: Callable[[str], bool]
    ) -> None:
        self._read, self._restarts = read, restarts
        self._sources: dict[str, _Source] = {}

    async def watch(self, name: str) -> AsyncIterator[str]:
        """Yield all messages of a source, the earlier ones first, until it ends."""
        source = self._sources.get(name)
        if source is None:
            source = self._sources[name] = _Source()
            source.task = asyncio.create_task(self._fill(name, source))
        source.watchers += 1
        try:
            messages, at = source.messages, 0
            while True:
                if messages is not source.messages:
                    messages, at = source.messages, 0
                if at < len(messages):
                    at += 1
                    yield messages[at - 1]
                elif source.has_ended:
                    return
                else:
                    await source.changed.wait()
        finally:
            source.watchers -= 1
            if not source.watchers and source.task:
                source.task.cancel()
                self._forget(name, source)

    async def _fill(self, name: str, source: "_Source") -> None:
        try:
            async for message in self._read(name):
                if self._restarts(message):
                    source.messages = []
                source.messages.append(message)
                source.wake()
        finally:
            source.has_ended = True
            self._forget(name, source)
            source.wake()

    def _forget(self, name: str, source: "_Source") -> None:
        if self._sources.get(name) is source:
            del self._sources[name]


class _Source:
    """What was read of one source."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.watchers = 0
        self.has_ended = False
        self.task: asyncio.Task | None = None
        self.changed = asyncio.Event()

    def wake(self) -> None:
        """Let all watchers go on."""
        self.changed.set()
        self.changed = asyncio.Event()
