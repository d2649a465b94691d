"""The app at http://[::1], this computer's address in IPv6.

Streamlit listens on one address. Some systems resolve "localhost" to ::1 only, so the connections of that
address are forwarded, byte for byte.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

CHUNK = 64 * 1024  # bytes
FORWARDED = ("127.0.0.1", "localhost", "0.0.0.0")


@contextlib.asynccontextmanager
async def also_ipv6(address: str, port: int) -> AsyncIterator[None]:
    """Forward [::1]:port to 127.0.0.1:port, if the server listens there and the computer has IPv6."""
    server = None
    if address in FORWARDED:
        with contextlib.suppress(OSError):  # no IPv6, or the port is in use
            server = await asyncio.start_server(lambda *ends: forward(port, *ends), "::1", port)
    try:
        yield
    finally:
        if server:
            server.close()


async def forward(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connect one visitor with the server until either side ends."""
    try:
        answers, requests = await asyncio.open_connection("127.0.0.1", port)
    except OSError:  # the server is ending
        writer.close()
        return
    await asyncio.gather(copy(reader, requests), copy(answers, writer))


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Write everything that is read. When the reader ends, close the writer."""
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    writer.close()
