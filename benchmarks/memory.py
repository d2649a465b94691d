"""The memory of the app while a page runs again and again.

    python -m benchmarks.memory
    python -m benchmarks.memory --runs 3000

One visitor commits the example sentences of the attention page, 1,200 times. A row gives the resident memory
of the server and of all its processes. The peer is an empty page in the same minute, whose growth is that of
Streamlit. The first half of the runs fills caches, so growth is counted in the second half.
"""

import asyncio
import itertools
import time

import psutil

from benchmarks.app_clients import WARM, WARM_UP, Visitor
from benchmarks.kit.options import parser_for_app
from benchmarks.kit.server import app, empty_page


def megabytes(pid: int) -> float:
    """Return the resident memory of a process and of those that it started."""
    process = psutil.Process(pid)
    total = 0
    for each in (process, *process.children(recursive=True)):
        try:
            total += each.memory_info().rss
        except psutil.Error:  # it ended just now
            continue
    return total / 2**20


def listening(url: str) -> int:
    """Return the process that serves this address."""
    port = int(url.rpartition(":")[2])
    listeners = (
        c.pid
        for c in psutil.net_connections("tcp")
        if c.status == psutil.CONN_LISTEN and c.laddr.port == port
    )
    return next(pid for pid in listeners if pid)


async def measure(url: str, runs: int) -> list[float]:
    """Return the megabytes before the first run, after half of the runs, and after the last one."""
    pid, visitor, sentences = listening(url), await Visitor.open(url), itertools.cycle(WARM)
    sizes = [megabytes(pid)]
    for number in range(1, runs + 1):
        await visitor.commit(next(sentences))
        if number in (runs // 2, runs):
            sizes.append(megabytes(pid))
    await visitor.socket.close()
    return sizes


def main() -> None:
    options = parser_for_app(__doc__)
    options.add_argument("--runs", type=int, default=1200)
    chosen = options.parse_args()
    runs = 6 if chosen.quick else chosen.runs
    with app(at=chosen.app, warm=not chosen.quick) as url, empty_page() as (floor, _):
        time.sleep(0 if chosen.quick else WARM_UP)
        for name, address in (("empty page", floor), ("attention", url)):
            before, half, last = asyncio.run(measure(address, runs))
            print(
                f"{name:12} {before:5.0f} MB before, {half:5.0f} MB after {runs // 2} runs, {last:5.0f} MB after {runs}: "
                f"{last - half:+.1f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
