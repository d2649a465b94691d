"""The app's runs: their states, their tasks, and their curves."""

from shutil import disk_usage

from lessons.figures.kit import run_scores
from lessons.figures.kit.figure import Figure
from lessons.figures.live_curve import live_curve
from lessons.host import storage
from lessons.host.host import current
from lessons.host.shared_cache import shared_cache
from lessons.models import ACTIVE, CHANGES, finished
from lessons.models.catalogue import LAYER_KINDS, usual_of
from transformer import runs as folder
from transformer.diagnosis.writable import existing
from transformer.runs import Run, RunConfig
from transformer.runs import space as sizes
from transformer.tasks import Task
from transformer.tasks.custom import stored


def listed() -> list[Run]:
    """Return all runs, the newest first."""
    return folder.runs(storage.RUNS)


def damaged() -> list[str]:
    """Return a sentence for each run whose card cannot be read; the other runs still work."""
    return sorted(folder.damaged(storage.RUNS).values())


def space() -> dict:
    """Return the bytes of each run, the free bytes of the disk, and the names of the runs that deleting would free
    most of, or that are oldest; runs that are pinned or active are not among them."""
    runs = listed()
    taken = {run.name: sizes.taken(run.folder) for run in runs}
    can_go = [run for run in runs if not run.card["pinned"] and state(run) not in ACTIVE]
    first = {
        "largest": max(can_go, key=lambda run: taken[run.name], default=None),
        "oldest": min(can_go, key=lambda run: run.card["created"], default=None),
    }
    names = {which: run.name for which, run in first.items() if run is not None}
    return {"taken": taken, "free": disk_usage(existing(storage.RUNS)).free} | names


def run_of(name: str | None) -> Run | None:
    """Return the run of that name, which can come from an address; None if there is none."""
    return next((run for run in listed() if run.name == name), None)


def newest() -> Run | None:
    """Return the last run that has a checkpoint."""
    return next((run for run in listed() if len(run.checkpoints()) > 1), None)


def state(run: Run) -> str:
    """Return waiting, running, stopped, done, failed or cancelled."""
    if finished.ships(run):
        return "done"
    return current().progress(run.name)["state"]


def score(run: Run) -> float | None:
    """Return the last held-out value of a run's main measure."""
    name = run.card["task"]
    learned = stored.empty(name) if name in stored.FILES else run.task()  # without reading the text
    return _last(run, run_scores.score_of(run, learned))


def bleu(run: Run) -> float | None:
    """Return the last held-out BLEU of a translation run."""
    return _last(run, "bleu")


def _last(run: Run, name: str) -> float | None:
    measured = [e[name] for e in run.events() if name in e]
    return measured[-1] if measured else None


@shared_cache
def read_task(name: str, created: float) -> Task:
    """Return the task of the run of that name and age; for a text, once it is prepared."""
    return Run(storage.RUNS / name).task()


def task(run: Run) -> Task:
    """Return the task of a run, read once. A text that is being prepared is not known yet."""
    if finished.ships(run):
        return finished.task()
    if not stored.is_prepared(run.folder, run.card["task"]):
        return stored.empty(run.card["task"])
    return read_task(run.name, run.card["created"])


def curve(run: Run) -> Figure:
    """Return the curves of a run so far."""
    progress = current().progress(run.name) if state(run) == "waiting" else {}
    return live_curve(run, task(run), state(run), progress.get("queue_position", 0))


def name_of(run: Run) -> str:
    """Return the label of a run in a list."""
    card = run.card
    if finished.ships(run):
        return f"{run.name}, included in the project"
    origin = (
        f" · from {card['parent']['run']}, step {card['parent']['step']}"
        if "parent" in card
        else ""
    )
    if "from" in card:
        origin = f" · uploaded, originally {card['from'][:40]}"
    return f"{run.name}{origin}"


def differences(first: Run, second: Run) -> list[str]:
    """Return the settings in which two runs differ, one line each."""
    a, b = RunConfig.read(first.card), RunConfig.read(second.card)
    lines = [] if a.task == b.task else [f"task: {a.task} and {b.task}"]
    for name, label in CHANGES.items():
        value, other = (getattr(config.settings, name) for config in (a, b))
        if value != other:
            lines.append(f"{label}: {value} and {other}")
    for name in sorted(a.sizes.keys() | b.sizes.keys()):
        usual = usual_of(name) if name in LAYER_KINDS else "usual"
        value, other = (config.sizes.get(name, usual) for config in (a, b))
        if value != other:
            lines.append(f"{name}: {value} and {other}")
    return lines
