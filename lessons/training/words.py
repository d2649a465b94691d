"""Sentences of the training page beside its figures: what to notice, part by part (markdown).

They hold no number of a picture that may change beside them. What is said of a run is read from the run itself.
"""

import time

from lessons.models import STATES
from lessons.models.catalogue import KINDS, goes_on
from lessons.training import TASKS
from transformer.runs import Plan, Run

NOTICE = {
    "train": "- **Floor**: the dashed line. Label smoothing permits no lower loss; below it, something "
    "leaks.\n"
    "- **Plateau and cliff**: many trainings rest, and then fall. *Copy* hardly rests; *Addition* does, long "
    "enough to be seen.\n"
    "- **Rate**: with *copy* try 3e-4 (the loss falls, but too slowly for these steps), 1 (it rises far "
    "above where it began, and ends near blind guessing), 1e9 (it is no number any more, and the message "
    "names the layer).\n"
    "- **The paper’s recipe**: schedule *paper*, optimiser *Adam*, label smoothing 0.1 and, under More "
    "settings, dropout 0.1. The lesson’s notebook says where dropout helps.\n"
    "- **Next character**: nothing is read and no answer is the only right one. So each character costs "
    "bits, and the dashed lines are what counting costs.",
    "film": "**Plateau**: the loss hardly moves, and it is easy to think that nothing more will come. Then the "
    "**cliff**: it falls, and whole answers become right. Drag slowly over it: does a head find a clear "
    "picture first, or does an answer become right first?\n\n"
    "The training of *addition* comes with the project. A small extra loss pulls the first head of its "
    "cross-attention to a digit of the first number; the other heads find the second number by themselves.\n\n"
    "Points move because the words move: all frames are seen along the axes of the last one. So the "
    "first frames look small and shapeless; the caption says how much these axes show of them.\n\n"
    "A map shows where information can flow, not why an answer is what it is.",
    "compare": "Change **one** thing; with two, nobody knows which one did it.\n\n"
    "One seed is one throw: repeat with other seeds before you believe a small difference.\n\n"
    "A run that goes on from a frame keeps the optimiser’s memory and the order of the examples, so "
    "what differs afterwards comes from the change.",
    "adam": "m follows the gradient, v its square. Both start at 0, and bias correction makes up for "
    "it: without it the first steps have the wrong length.\n\n"
    "Weight decay in Adam + L2 goes through m and v; in AdamW it does not.",
}
NONE_OF_ONES_OWN = (
    "These two trainings come with the project: all that differs is the learning rate. Train one of your own, and "
    "here you can go back to any of its frames, change one thing and train on."
)
BY_ITSELF = "Nobody has trained in this app yet, so it trains the shortest task, *copy*, by itself: see it learn."
MEANWHILE = "Somebody trains at this moment: see it learn."


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
