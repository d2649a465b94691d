"""Load test for a class: 60 visitors, each with a new sentence every two seconds.

    python -m benchmarks.app_clients                  # 60 visitors, 20 seconds
    python -m benchmarks.app_clients --visitors 120
    python -m benchmarks.app_clients --trainings 3    # while three runs train
    python -m benchmarks.app_clients --follow         # as in `make app`; by default as in `make class`

The visitors use Streamlit's own protocol without a browser. A time runs from sending a sentence until the
server reports that its run has finished, including all drawing. For comparison, an empty fragment is measured
in the same minute with as many visitors. First, the sentences come from the examples, which the whole class
shares; then one in four is a held-out sentence, which is new to the server and needs a run of the model.
"""

import asyncio
import math
import random
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from benchmarks.kit.options import parser_for_app
from benchmarks.kit.server import app, empty_page, percentile
from tests.kit.paths import ROOT
from transformer.runs import Run, RunConfig
from transformer.runs.workers import Workers
from transformer.tasks import TASKS
from transformer.training.settings import Settings

AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN  # a callback has requested a rerun of some parts
WARM_UP = 15.0  # seconds in which the app computes the first figures of all pages
EVERY = 2.0  # seconds between two actions of one visitor


class Visitor:
    """One open page: its sentence box, and the values of its other controls."""

    def __init__(self, socket):
        self.socket = socket
        self.box = self.fragment = self.page = ""
        self.others: dict[str, str] = {}  # key → selected option

    @classmethod
    async def open(cls, url: str, cookie: str = "") -> "Visitor":
        address = url.replace("http", "ws") + "/_stcore/stream"
        headers = {"Cookie": cookie} if cookie else None
        socket = await connect(
            address, subprotocols=["streamlit"], max_size=None, additional_headers=headers
        )
        visitor = cls(socket)
        first = BackMsg()
        first.rerun_script.query_string = "attention-part=In+a+model"
        first.rerun_script.page_name = "attention"
        await visitor.finish(first)
        assert visitor.box, "the page has no sentence box"
        return visitor

    async def commit(self, sentence: str) -> float:
        """Type a sentence and press Enter; return the seconds until the server has finished."""
        message = BackMsg()
        message.rerun_script.fragment_id = self.fragment
        message.rerun_script.page_script_hash = self.page
        for box, value in {**self.others, self.box: sentence}.items():
            state = message.rerun_script.widget_states.widgets.add()
            state.id, state.string_value = box, value
        await self.read_what_is_left()
        begun = time.perf_counter()
        await self.finish(message)
        return time.perf_counter() - begun

    async def read_what_is_left(self) -> None:
        """Wait for unrequested runs, which must not be mistaken for the answer to the next action."""
        with suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self.socket.recv(), 0.005)

    async def finish(self, message: BackMsg) -> None:
        await self.socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(await self.socket.recv())
            kind = answer.WhichOneof("type")
            if kind == "new_session":
                self.page = answer.new_session.page_script_hash or self.page
            elif kind == "delta":
                self.remember(answer.delta)
            elif kind == "script_finished" and answer.script_finished != AGAIN:
                return

    def remember(self, delta) -> None:
        element = delta.new_element
        if element.HasField("text_input"):
            self.box, self.fragment = element.text_input.id, delta.fragment_id
        elif element.HasField("selectbox"):
            self.others[element.selectbox.id] = element.selectbox.options[0]


async def act(visitor: Visitor, sentences, until: float, times: list[float]) -> None:
    """Run one visitor's lesson: act every two seconds, from a random time within the first two.

    The times are fixed in advance. If each were counted from the last action, one delay would make all
    visitors that it concerns act together from then on.
    """
    due = time.monotonic() + random.uniform(0, EVERY)
    while due < until:
        await asyncio.sleep(due - time.monotonic())
        times.append(await visitor.commit(next(sentences)))
        due += EVERY * max(1, math.ceil((time.monotonic() - due) / EVERY))


async def measure(url: str, visitors: int, seconds: float, sentences) -> list[float]:
    """Return the times of all actions of all visitors."""
    opened = await asyncio.gather(*(Visitor.open(url) for _ in range(visitors)))
    for sentence in WARM:
        await opened[0].commit(sentence)
    times: list[float] = []
    until = time.monotonic() + seconds
    await asyncio.gather(*(act(v, sentences, until, times) for v in opened))
    for visitor in opened:
        await visitor.socket.close()
    return times


def examples():
    """Yield the page's example sentences in random order, repeatedly."""
    while True:
        yield random.choice(WARM)


def one_in_four_new():
    """Yield sentences; every fourth one has not been typed before."""
    for example in NEW:
        yield from (random.choice(WARM) for _ in range(3))
        yield " ".join(example.source)


@contextmanager
def training(count: int):
    """Train this many runs as the app does: in separate processes, at low priority."""
    if not count:
        yield
        return
    workers = Workers(most=count)
    where = ROOT / "runs"  # as in the app: Streamlit watches the project's folder
    where.mkdir(exist_ok=True)
    # A process that still writes when it is ended leaves a file behind while the folder is deleted.
    with tempfile.TemporaryDirectory(dir=where, ignore_cleanup_errors=True) as folder:
        config = RunConfig("english_french", Settings(steps=1_000_000))
        made = [Run.create(config, Path(folder)) for _ in range(count)]
        for run in made:
            workers.submit(run)
        while not all(run.events() for run in made):
            time.sleep(0.1)
        print(f"{count} runs are training", flush=True)
        try:
            yield
        finally:
            for run in made:
                workers.cancel(run)
            workers.shutdown()


def report(name: str, times: list[float]) -> None:
    p50, p95 = 1e3 * percentile(times, 0.5), 1e3 * percentile(times, 0.95)
    print(f"{name:32} {len(times):6} actions   p50 {p50:6.1f} ms   p95 {p95:6.1f} ms", flush=True)


def main() -> None:
    parser = parser_for_app(__doc__)
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--trainings", type=int, default=0, help="runs that train at the same time")
    parser.add_argument("--follow", action="store_true", help="react to saved files at once")
    options = parser.parse_args()
    if options.quick:
        options.visitors, options.seconds, options.trainings = 2, 1.5 * EVERY, 1
    random.seed(0)
    print(
        f"{options.visitors} visitors, one action every {EVERY:g} s each, {options.seconds:g} s per row"
    )
    new = one_in_four_new()
    follows = f"--server.runOnSave={str(options.follow).lower()}"
    with (
        app(follows, at=options.app, warm=not options.quick) as url,
        empty_page(follows) as (floor, _),
        training(options.trainings),
    ):
        if not options.quick:
            time.sleep(WARM_UP)
        for name, address, sentences in (
            ("empty fragment", floor, examples()),
            ("an example sentence", url, examples()),
            ("one in four is new", url, new),
            ("empty fragment again", floor, examples()),
        ):
            report(
                name, asyncio.run(measure(address, options.visitors, options.seconds, sentences))
            )


TASK = TASKS["english_french"]()
WARM, NEW = TASK.examples, TASK.held_out  # drawn now, not while the visitors wait

if __name__ == "__main__":
    main()
