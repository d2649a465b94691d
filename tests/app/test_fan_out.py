"""A training that many browsers follow is read once, and each of them gets every message."""

import asyncio

from lessons.host.fan_out import FanOut
from tests.kit.loops import in_a_thread


def test_one_reader_serves_all_and_ends_with_the_last_watcher():
    started, ended = [], []

    async def read(name):
        started.append(name)
        try:
            for number in range(100):
                yield "again" if number == 3 else f"{number}"
                await asyncio.sleep(0.001)
        finally:
            ended.append(name)

    async def follow(fan, most=1000):
        messages = []
        async for message in fan.watch("run"):
            messages.append(message)
            if len(messages) == most:
                break
        return messages

    async def test():
        fan = FanOut(read, restarts=lambda message: message == "again")
        whole = ["again", *map(str, range(4, 100))]
        for messages in await asyncio.gather(*(follow(fan) for _ in range(20))):
            assert messages[-len(whole) :] == whole
        assert started == ended == ["run"]
        early = asyncio.create_task(follow(fan))
        await asyncio.sleep(0.05)
        assert await follow(fan) == whole, "a late watcher gets what is still valid"
        await early
        watching = fan.watch("run")
        await anext(watching)
        await watching.aclose()
        await asyncio.sleep(0.01)
        assert len(started) == len(ended) == 3, "nobody watches, so nothing is read"

    in_a_thread(test())
