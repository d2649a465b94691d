"""The runs of this app: which there are, how each stands, what it learns, and its curves."""

from lessons.figures.kit import run_scores
from lessons.figures.kit.figure import Figure
from lessons.figures.live_curve import live_curve
from lessons.host import server
from lessons.host.shared import shared
from lessons.models import CHANGES, finished
from lessons.models.catalogue import KINDS, usual_of
from transformer import runs as folder
from transformer.runs import Plan, Run
from transformer.tasks import Task
from transformer.tasks.custom import stored


def listed() -> list[Run]:
    """All runs, the newest first."""
    return folder.runs(server.RUNS)


def damaged() -> list[str]:
    """A sentence for each run whose card cannot be read; the others can be used."""
    return sorted(folder.damaged(server.RUNS).values())


def run_of(name: str | None) -> Run | None:
    """The run of that name, which may come from an address; None where there is none."""
    return next((run for run in listed() if run.name == name), None)


def newest() -> Run | None:
    """The last run that has learned anything."""
    return next((run for run in listed() if len(run.frames()) > 1), None)


def state(run: Run) -> str:
    """waiting, running, stopped, done, failed or cancelled."""
    if finished.ships(run):
        return "done"
    return server.progress(run.name)["state"]


def score(run: Run) -> float | None:
    """The last held-out score of a run, of those that its family has the one that says how good it is."""
    name = run.card["task"]
    learned = (
        stored.empty(name) if name in stored.FILES else run.task()
    )  # no text need be read for it
    return _last(run, run_scores.score_of(run, learned))


def bleu(run: Run) -> float | None:
    """The last held-out BLEU of a run that translates."""
    return _last(run, "bleu")


def _last(run: Run, name: str) -> float | None:
    measured = [e[name] for e in run.events() if name in e]
    return measured[-1] if measured else None


@shared
def read_task(name: str, created: float) -> Task:
    """What the run of that name and age learns; of a text, once it is prepared."""
    return Run(server.RUNS / name).task()


def task(run: Run) -> Task:
    """What a run learns; read once. Nothing is known yet of a text that is being prepared."""
    if finished.ships(run):
        return finished.task()
    if not stored.known(run.folder, run.card["task"]):
        return stored.empty(run.card["task"])
    return read_task(run.name, run.card["created"])


def curve(run: Run) -> Figure:
    """The curves of a run, as far as it is."""
    told = server.progress(run.name) if state(run) == "waiting" else {}
    return live_curve(run, task(run), state(run), told.get("queue_position", 0))


def name_of(run: Run) -> str:
    """How a run is called in a list."""
    card = run.card
    if finished.ships(run):
        return f"{run.name}, comes with the project"
    origin = (
        f" · from {card['parent']['run']}, step {card['parent']['step']}"
        if "parent" in card
        else ""
    )
    if "from" in card:
        origin = f" · loaded, there called {card['from'][:40]}"
    return f"{run.name}{origin}"


def differences(first: Run, second: Run) -> list[str]:
    """In which choices two runs differ, one sentence each."""
    a, b = Plan.read(first.card), Plan.read(second.card)
    found = [] if a.task == b.task else [f"task: {a.task} and {b.task}"]
    for name, called in CHANGES.items():
        one, other = (getattr(plan.settings, name) for plan in (a, b))
        if one != other:
            found.append(f"{called}: {one} and {other}")
    for name in sorted(a.sizes.keys() | b.sizes.keys()):
        usual = usual_of(name) if name in KINDS else "usual"
        one, other = (plan.sizes.get(name, usual) for plan in (a, b))
        if one != other:
            found.append(f"{name}: {one} and {other}")
    return found
