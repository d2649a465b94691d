"""Load test of a vote: 500 simulated phones, a presenting page, and a training, all on this computer.

    python -m benchmarks.class_votes                  # 500 phones
    python -m benchmarks.class_votes --phones 200 --students 240

The phones join within some seconds, vote twice on a question, and see the answer; each keeps an event stream open, as the
page of a phone does. Before and during the vote, the presenter types sentences, as in `app_clients`. Goals: all joined
within 60 s; a vote answered within 1 s (p95); the answer seen within 1.5 s (p95); no vote lost or counted twice. Then, if
`make site` has built the site, students open a lesson from the class's address, and the server's processor time is read.
"""

import asyncio
import os
import re
import time

import psutil

from benchmarks.app_clients import EVERY, WARM, WARM_UP, Visitor, examples, training
from benchmarks.kit.options import parser_for_app
from benchmarks.kit.server import app, percentile
from lessons.host.classroom import site
from lessons.host.classroom.room import SECRET, TEACHER
from tests.kit.phones import Phone, Teacher, expected_counts, lecture

KEY = "benchmark"  # the teacher's secret
JOIN = 20.0  # seconds within which the phones join
VOTING = 10.0  # seconds within which each round is answered
LESSON = "attention"


def report(name: str, times: list[float], goal: str = "") -> None:
    """Print the median and the 95th percentile in ms."""
    p50, p95 = 1e3 * percentile(times, 0.5), 1e3 * percentile(times, 0.95)
    print(f"{name:32} {len(times):6}   p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   {goal}", flush=True)


async def present(visitor: Visitor, until: asyncio.Event) -> list[float]:
    """Type an example sentence every two seconds until the event; return the times."""
    times, sentences = [], examples()
    while not until.is_set():
        times.append(await visitor.commit(next(sentences)))
        await asyncio.sleep(EVERY)
    return times


async def join(phone: Phone, delay: float) -> float:
    """Join after a delay; return the seconds that joining took."""
    await asyncio.sleep(delay)
    begun = time.perf_counter()
    await phone.join()
    return time.perf_counter() - begun


async def vote(url: str, count: int, seconds: float) -> None:
    """Measure the presenter alone, then the phones and the presenter together."""
    presenter = await Visitor.open(url, cookie=f"{TEACHER}={KEY}")
    for sentence in WARM:
        await presenter.commit(sentence)
    alone = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, alone.set)
    report("a sentence, without phones", await present(presenter, alone))

    ended = asyncio.Event()
    presenting = asyncio.create_task(present(presenter, ended))
    teacher = Teacher(url, KEY)
    phones = [Phone(url, number) for number in range(count)]
    begun = time.perf_counter()
    joined = await asyncio.gather(*(join(p, p.number * 0.618 % 1 * JOIN) for p in phones))
    print(
        f"{count} phones joined in {time.perf_counter() - begun:.1f} s (within {JOIN:g} s, goal 60 s)"
    )
    report("joining", joined)
    times = await lecture(teacher, phones, VOTING)
    ended.set()
    report("a sentence, with phones", await presenting)
    report("question seen", times["question seen"], "goal 1,000 ms")
    report("vote", times["vote"], "goal 1,000 ms")
    report("answer seen", times["answer seen"], "goal 1,500 ms")
    counted, cast = await teacher.counts(), expected_counts(phones)
    print(f"votes counted {counted}, cast {cast}: {'equal' if counted == cast else 'DIFFERENT'}")
    for phone in phones:
        phone.leave()


async def open_site(url: str, students: int) -> int:
    """Open a lesson of the site as each student's browser does, compressed; return the bytes sent."""
    page = (site.SITE / LESSON / "index.html").read_text(encoding="utf-8")
    names = [f"{LESSON}/index.html", *files_of(page)]

    async def student(number: int) -> int:
        phone = Phone(url, number)
        return sum([len((await phone.request("GET", f"/class/site/{n}"))[1]) for n in names])

    return sum(await asyncio.gather(*map(student, range(students))))


def files_of(page: str) -> list[str]:
    """Return the files that a page of the site names, from the folder of the site."""
    paths = re.findall(r'(?:src|href)="([^"#?:]+\.(?:js|css|woff2|png|svg))"', page)
    return [os.path.normpath(f"{LESSON}/{path}") for path in dict.fromkeys(paths)]


def processor(url: str) -> float:
    """Return the CPU seconds that the server and its processes have taken."""
    port = int(url.rpartition(":")[2])
    (pid,) = {
        c.pid
        for c in psutil.net_connections("tcp")
        if c.laddr.port == port and c.status == "LISTEN"
    }
    server = psutil.Process(pid)
    return sum(sum(p.cpu_times()[:2]) for p in (server, *server.children(recursive=True)))


def main() -> None:
    parser = parser_for_app(__doc__)
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--students", type=int, default=240, help="who open the site")
    parser.add_argument("--seconds", type=float, default=20, help="of the presenter alone")
    parser.add_argument("--trainings", type=int, default=1)
    options = parser.parse_args()
    if options.quick:
        options.phones, options.students, options.seconds = 5, 2, 3
    os.environ[SECRET] = KEY
    with (
        app("--server.runOnSave=false", warm=not options.quick) as url,
        training(options.trainings),
    ):
        time.sleep(0 if options.quick else WARM_UP)
        asyncio.run(vote(url, options.phones, options.seconds))
        if not (site.SITE / LESSON / "index.html").is_file():
            print("The site was not built (make site), so no student opens it.")
            return
        before, begun = processor(url), time.perf_counter()
        sent = asyncio.run(open_site(url, options.students))
        seconds, took = processor(url) - before, time.perf_counter() - begun
        each = f"{sent / options.students / 1e3:.0f} kB, {1e3 * seconds / options.students:.1f} ms of CPU time"
        print(f"{options.students} students opened {LESSON} in {took:.1f} s: {each} each")


if __name__ == "__main__":
    main()
