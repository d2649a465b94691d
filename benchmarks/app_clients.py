"""A class at one server: 60 visitors, each with a new sentence every two seconds.

    python -m benchmarks.app_clients                  # 60 visitors, 20 seconds
    python -m benchmarks.app_clients --visitors 120
    python -m benchmarks.app_clients --trainings 3    # while three runs train
    python -m benchmarks.app_clients --follow         # as `make app`; without it as `make class`

The visitors speak Streamlit's own protocol without a browser. A time runs from the moment a sentence
is sent until the server says that its run has finished, everything it draws included. Beside it, in
the same minute and with as many visitors, an empty fragment. Sentences come from the examples, which
the whole class shares; then one in four is a held-out sentence, new to the server, which has to run
the model for it.
"""

import asyncio
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
from transformer.runs import Plan, Run
from transformer.runs.workers import Workers
from transformer.tasks import TASKS
from transformer.training.settings import Settings

AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN  # a callback has asked for some parts of the page
WARM_UP = 15.0  # seconds in which the app makes the first pictures of all pages
EVERY = 2.0  # seconds between two actions of one visitor


class Visitor:
    """One open page: its box for the sentence, and what its other controls are set to."""

    def __init__(self, socket):
        self.socket = socket
        self.box = self.fragment = self.page = ""
        self.others: dict[str, str] = {}  # of each selection: what is selected

    @classmethod
    async def open(cls, url: str) -> "Visitor":
        address = url.replace("http", "ws") + "/_stcore/stream"
        visitor = cls(await connect(address, subprotocols=["streamlit"], max_size=None))
        first = BackMsg()
        first.rerun_script.query_string = "attention-part=In+a+model"
        first.rerun_script.page_name = "attention"
        await visitor.finish(first)
        assert visitor.box, "the page has no box for a sentence"
        return visitor

    async def commit(self, sentence: str) -> float:
        """Type a sentence and press Enter; seconds until the server has finished."""
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
        """A run that nobody asked for must not be taken for the answer to the next action."""
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
    """One visitor's lesson: begin somewhere within the two seconds, then act in step."""
    await asyncio.sleep(random.uniform(0, EVERY))
    while time.monotonic() < until:
        begun = time.monotonic()
        times.append(await visitor.commit(next(sentences)))
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - begun)))


async def measure(url: str, visitors: int, seconds: float, sentences) -> list[float]:
    """The times of all actions of all visitors."""
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
    """The sentences that the page offers, in any order, again and again."""
    while True:
        yield random.choice(WARM)


def one_in_four_new():
    """Of four sentences the last is one that nobody has typed before."""
    for example in TASK.held_out:
        yield from (random.choice(WARM) for _ in range(3))
        yield " ".join(example.source)


@contextmanager
def training(count: int):
    """So many runs train as those of the app do: in processes of their own, at low priority."""
    if not count:
        yield
        return
    workers = Workers(most=count)
    where = ROOT / "runs"  # as those of the app: Streamlit watches the project's folder
    where.mkdir(exist_ok=True)
    # What still writes when it is ended leaves a file behind, as the folder goes.
    with tempfile.TemporaryDirectory(dir=where, ignore_cleanup_errors=True) as folder:
        plan = Plan("english_french", Settings(steps=1_000_000))
        made = [Run.create(plan, Path(folder)) for _ in range(count)]
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
    parser.add_argument("--trainings", type=int, default=0, help="runs that train meanwhile")
    parser.add_argument("--follow", action="store_true", help="follow saves at once")
    options = parser.parse_args()
    if options.quick:
        options.visitors, options.seconds, options.trainings = 2, 1.5 * EVERY, 1
    random.seed(0)
    print(
        f"{options.visitors} visitors, one action every {EVERY:g} s each, {options.seconds:g} s a row"
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
            ("a sentence out of the examples", url, examples()),
            ("one in four never seen before", url, new),
            ("empty fragment again", floor, examples()),
        ):
            report(
                name, asyncio.run(measure(address, options.visitors, options.seconds, sentences))
            )


TASK = TASKS["english_french"]()
WARM = TASK.examples

if __name__ == "__main__":
    main()
