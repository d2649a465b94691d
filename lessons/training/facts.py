"""What can be said of a run in a few words; every number is read from the run itself."""

import time

from lessons.training import CHANGES, TASKS
from lessons.trainings import STATES, TEXTS
from lessons.trainings.models import KINDS
from transformer.runs import Plan, Run


def name_of(run: Run) -> str:
    """How a run is called in a list."""
    card = run.card
    if "command" in card:  # no run of this app
        return f"{run.name}, comes with the project"
    origin = (
        f" · from {card['parent']['run']}, step {card['parent']['step']}"
        if "parent" in card
        else ""
    )
    if "from" in card:
        origin = f" · loaded, there called {card['from'][:40]}"
    return f"{run.name}{origin}"


def done(run: Run, score: float | None, bleu: float | None = None) -> list[str]:
    """What a run that has ended is worth, and how long it took."""
    events = run.events()
    what = "of the next pieces right" if run.card["task"] in TEXTS else "of held-out answers right"
    scored = [] if score is None else [f"{score:.1%} {what}"]
    scored += [] if bleu is None else [f"BLEU {bleu:.2f}"]
    return [*scored, f"{sum(e['seconds'] for e in events):.1f} s for {len(events)} steps"]


def line(run: Run, state: str, score: float | None, bleu: float | None = None) -> str:
    """One run in a list: state, size, score, age."""
    plan = Plan.read(run.card)
    what = "of next pieces right" if plan.task in TEXTS else "right"
    scored = "" if score is None else f" · {score:.1%} {what}"
    scored += "" if bleu is None else f", BLEU {bleu:.2f}"
    return (
        f"{TASKS.get(plan.task, plan.task)}{layers_of(plan)} · {STATES[state]} · {plan.settings.steps} steps · "
        f"learning rate {plan.settings.learning_rate:g}{scored} · {_age(run.card['created'])}"
    )


def layers_of(plan: Plan) -> str:
    """ " with attention mine"; "" where all layers are the usual ones."""
    named = [f"{kind} {name}" for kind, name in plan.sizes.items() if kind in KINDS]
    return f" with {', '.join(named)}" if named else ""


def _age(created: float) -> str:
    minutes = max(0, time.time() - created) / 60
    if minutes < 1:
        return "just now"
    if minutes < 90:
        return f"{minutes:.0f} min ago"
    return f"{minutes / 60:.0f} h ago" if minutes < 36 * 60 else f"{minutes / 1440:.0f} days ago"


def differences(first: Run, second: Run) -> list[str]:
    """In which choices two runs differ, one sentence each."""
    a, b = Plan.read(first.card), Plan.read(second.card)
    found = [] if a.task == b.task else [f"task: {a.task} and {b.task}"]
    for name, called in CHANGES.items():
        one, other = (getattr(plan.settings, name) for plan in (a, b))
        if one != other:
            found.append(f"{called}: {one} and {other}")
    for name in sorted(a.sizes.keys() | b.sizes.keys()):
        if a.sizes.get(name) != b.sizes.get(name):
            found.append(f"{name}: {a.sizes.get(name, 'usual')} and {b.sizes.get(name, 'usual')}")
    return found


def bytes_of(run: Run) -> int:
    """How much room a run takes on the disk."""
    return sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
