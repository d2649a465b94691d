"""What can be said of a run in a few words; every number is read from the run itself."""

import time

from lessons.models import STATES
from lessons.models.catalogue import KINDS, goes_on
from lessons.training import TASKS
from transformer.runs import Plan, Run


def done(run: Run, score: float | None, bleu: float | None = None) -> list[str]:
    """What a run that has ended is worth, and how long it took."""
    events = run.events()
    what = "of the next pieces right" if goes_on(run.card) else "of held-out answers right"
    scored = [] if score is None else [f"{score:.1%} {what}"]
    scored += [] if bleu is None else [f"BLEU {bleu:.2f} in the task’s words"]
    return [*scored, f"{sum(e['seconds'] for e in events):.1f} s for {len(events)} steps"]


def line(run: Run, state: str, score: float | None, bleu: float | None = None) -> str:
    """One run in a list: state, size, score, age."""
    plan = Plan.read(run.card)
    what = "of next pieces right" if goes_on(run.card) else "right"
    scored = "" if score is None else f" · {score:.1%} {what}"
    scored += "" if bleu is None else f", BLEU {bleu:.2f} in the task’s words"
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


def bytes_of(run: Run) -> int:
    """How much room a run takes on the disk."""
    return sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
