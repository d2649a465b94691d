"""Simulated phones of a class: each holds an event stream open and votes, as lessons/host/classroom/phone.html does."""

import asyncio
import json
import re
import time
from contextlib import suppress
from urllib.parse import urlsplit


class Phone:
    """One phone: its cookie, its stream, and when it saw each state."""

    def __init__(self, url: str, number: int = 0):
        parts = urlsplit(url)
        self.host, self.port, self.number = parts.hostname, parts.port, number
        self.cookie = ""
        self.state: dict = {}
        self.seen: dict[tuple, float] = {}  # state → time of its arrival
        self.changed = asyncio.Event()
        self._listening: asyncio.Task | None = None

    async def request(
        self, method: str, path: str, values: dict | None = None
    ) -> tuple[int, bytes]:
        """Send one request; return its status and body."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        body = b"" if values is None else json.dumps(values).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Cookie: {self.cookie}",
            "Content-Type: application/json",
            "Accept-Encoding: gzip",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head, _, content = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if cookie := re.search(rb"set-cookie: (glassbox_phone=\w+)", head, re.I):
            self.cookie = cookie[1].decode()
        return int(head.split()[1]), content

    async def join(self) -> None:
        """Open the page and its stream, and wait for the first state."""
        await self.request("GET", "/class")
        self._listening = asyncio.create_task(self._listen())
        await self.changed.wait()

    async def _listen(self) -> None:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(self.host, self.port)
            head = f"GET /class/events HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self.cookie}\r\n\r\n"
            writer.write(head.encode())
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.state = json.loads(line[6:])
                    self.seen.setdefault(key_of(self.state), time.perf_counter())
                    self.changed.set()
                    self.changed = asyncio.Event()
            writer.close()

    async def until(self, key: tuple) -> None:
        """Wait until the phone shows a state; see `key_of`."""
        while key not in self.seen:
            await self.changed.wait()

    async def vote(self, option: int) -> float:
        """Vote in the round that is open; return the seconds until the answer."""
        begun = time.perf_counter()
        values = {"number": self.state["number"], "round": self.state["round"], "option": option}
        status, body = await self.request("POST", "/class/vote", values)
        assert status == 200, body
        return time.perf_counter() - begun

    async def lose_network(self) -> None:
        """End the stream and open it again."""
        if self._listening:
            self._listening.cancel()
        self._listening = asyncio.create_task(self._listen())

    def leave(self) -> None:
        """End the stream."""
        if self._listening:
            self._listening.cancel()


def key_of(state: dict) -> tuple:
    """Return what of a state a test waits for: question, round, whether it is open, whether the answer is uncovered."""
    return state["number"], state.get("round"), state.get("open"), "reasons" in state


class Teacher(Phone):
    """The teacher's commands."""

    def __init__(self, url: str, secret: str):
        super().__init__(url)
        self.cookie = f"glassbox_teacher={secret}"

    async def tell(self, command: str) -> float:
        """Send a command; return the time at which it was sent."""
        sent = time.perf_counter()
        status, body = await self.request("POST", f"/class/host/{command}", {})
        assert status == 200, body
        return sent

    async def counts(self) -> list[list[int]]:
        """Return the votes of each option in each round of the last ballot, from the saved file."""
        _, body = await self.request("GET", "/class/votes.csv")
        rows = [row.rsplit(",", 4) for row in body.decode().splitlines()[1:]]
        last = rows[-1][0].split(",")[0]
        rounds: dict[str, list[int]] = {}
        for question, round_number, _, _, votes in rows:
            if question.split(",")[0] == last:
                rounds.setdefault(round_number, []).append(int(votes))
        return list(rounds.values())


async def lecture(teacher: Teacher, phones: list[Phone], spread: float) -> dict[str, list[float]]:
    """Vote twice on the question on the screen and uncover the answer; return the seconds of each kind of event.

    In each round every phone votes within `spread` seconds, a third of them twice, and a tenth lose the network.
    """
    times: dict[str, list[float]] = {"vote": [], "question seen": [], "answer seen": []}
    number = phones[0].state["number"] + 1

    async def act(phone: Phone, round_number: int, opened: float) -> None:
        key = (number, round_number, True, False)
        await phone.until(key)
        times["question seen"].append(phone.seen[key] - opened)
        await asyncio.sleep(phone.number * 0.618 % 1 * spread)
        options = len(phone.state["options"])
        times["vote"].append(await phone.vote((phone.number + round_number) % options))
        if phone.number % 10 == 0:
            await phone.lose_network()
        if phone.number % 3 == 0:
            times["vote"].append(await phone.vote(phone.number % options))

    for round_number in (1, 2):
        opened = await teacher.tell("open")
        await asyncio.gather(*(act(phone, round_number, opened) for phone in phones))
        await teacher.tell("close")
    uncovered = await teacher.tell("uncover")
    key = (number, 2, False, True)
    await asyncio.gather(*(phone.until(key) for phone in phones))
    times["answer seen"] = [phone.seen[key] - uncovered for phone in phones]
    return times


def expected_counts(phones: list[Phone]) -> list[list[int]]:
    """Return the votes that `lecture` casts: the last vote of each phone in each round."""
    rounds, options = [], len(phones[0].state["options"])
    for round_number in (1, 2):
        last = [p.number if p.number % 3 == 0 else p.number + round_number for p in phones]
        rounds.append(
            [[vote % options for vote in last].count(option) for option in range(options)]
        )
    return rounds
