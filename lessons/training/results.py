"""Data of the training page: runs, curves, recordings and questions."""

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch.optim.adam import adam as adam_of_torch

from lessons.figures.kit.figure import Figure
from lessons.figures.training_pair import parted
from lessons.host import storage
from lessons.host.shared_cache import shared_cache
from lessons.models import finished, recordings
from lessons.models.listing import newest, task
from lessons.training import SLOW, prediction, solution, words
from lessons.training import TASKS as OFFERED
from lessons.training.figures.adam_lab.tables import START, slope
from lessons.training.measured import course, either_number
from lessons.training.mistakes import MISTAKES
from lessons.training.prediction import Prediction
from transformer import weights
from transformer.runs import Run
from transformer.runs import archive as run_archive
from transformer.runs import trained as from_run
from transformer.tasks import TASKS
from transformer.tasks.custom import stored
from transformer.tasks.drawings import Drawings
from transformer.training.schedules import SCHEDULES

torch.set_num_threads(1)  # fastest for 60 visitors at once
GLANCE = 8  # frames, at least, of a shortened recording


# ---- what a run reads ----------------------------------------------------------------------------
@shared_cache
def _report(name: str, created: float) -> stored.Report:
    return stored.report(storage.RUNS / name)


def report(run: Run) -> stored.Report | None:
    """Return the report on a user's text; None for other tasks, and while it is unknown."""
    name = run.card["task"]
    if name not in stored.FILES or not stored.is_prepared(run.folder, name):
        return None
    return _report(run.name, run.card["created"])


def pinned_sentences(run: Run) -> list[str]:
    """Return the held-out sentences of a run that the user can pin."""
    examples, learned = recordings.pinned(run), task(run)
    answers = isinstance(learned, Drawings)  # an image is named by its caption
    return [
        as_text(e.source) if e.source and not answers else learned.join(e.target) for e in examples
    ]


def typed_sentence(run: Run, number: int) -> str:
    """Return a pinned sentence as a user would type it, or ""."""
    examples = recordings.pinned(run)
    return from_run.typed(task(run), examples[number].source) if number < len(examples) else ""


def as_text(words: tuple[str, ...]) -> str:
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


# ---- the figures --------------------------------------------------------------------------------
def short_film(run: Run) -> Figure:
    """Return the figure of a few frames of a recording, including the last: takes a third of the time."""
    steps = run.checkpoints()
    return recordings.recording(run, 0, False, tuple(steps[:: -max(1, len(steps) // GLANCE)][::-1]))


@shared_cache
def adam() -> Figure:
    """Return the figure of the state of an optimiser and the step that follows from it."""
    from lessons.training.figures.adam_lab import adam_lab

    return adam_lab()


def computed_text(title: str) -> str:
    """Return the computed text of a section about the decks (markdown)."""
    return {words.EQUATIONS: lambda: "", words.REMARKS: _remarks, words.RECIPE: _recipe}[title]()


@shared_cache
def _remarks() -> str:
    """Return the uncorrected first step, and two ways to add 2dθ compared with torch.optim."""
    steps = ", ".join(
        f"{0.1 / (1 - beta2) ** 0.5:.2f} learning rates with β₂ = {beta2}"
        for beta2 in (0.999, 0.98)
    )
    (only_m,) = MISTAKES["OnlyTheFirstMoment"].code
    both, alone = (_away(step) for step in (solution.adam_step, only_m))
    return words.REMARKED.format(steps=steps, both=f"{both:.0e}", alone=f"{alone:.2f}")


def _away(step) -> float:
    """Return how far 20 steps of this Adam with L2 end from torch.optim.Adam(weight_decay=2d)."""
    place = torch.tensor(START, dtype=torch.float64)
    theirs = solution.torch_walk(adam_of_torch, START, slope, 20, lr=0.05, weight_decay=0.2)[-1]
    m, v = torch.zeros_like(place), torch.zeros_like(place)
    for t in range(1, 21):
        place, m, v = step(place, slope(place), m, v, t, lr=0.05, weight_decay=0.2)
    return float((place - theirs).abs().max())


def _recipe() -> str:
    """Return a table of the paper's learning rate, by its formula and by this project's schedule."""
    highest = 512**-0.5 * 4000**-0.5
    rows = [
        (
            f"{step:,}",
            f"{512**-0.5 * min(step**-0.5, step * 4000**-1.5):.7f}",
            f"{highest * SCHEDULES['paper'](step - 1, 100_000, 4000):.7f}",
        )
        for step in (1, 1000, 4000, 16_000, 100_000)
    ]
    lines = ["| step | formula | schedule `paper` |", "|---|---|---|"]
    return "\n".join(["\n", *lines, *(f"| {' | '.join(row)} |" for row in rows)])


# ---- what is asked ------------------------------------------------------------------------------
@shared_cache
def predict(part: str) -> Prediction:
    """Return a question that does not depend on a user's run."""
    return prediction.about_adam() if part == "adam" else prediction.about_floor()


@shared_cache
def _about_film(
    folder: str, created: float, frames: tuple[int, ...], number: int
) -> Prediction | None:
    run = Run(Path(folder))
    learned = task(run)
    seen = recordings.moments(run, number) if learned.source_words else []
    either = _either() if finished.ships(run) and run.name == finished.NAME else ()
    return prediction.about_order(course(run, learned, seen, either))


@shared_cache
def _either() -> list[float]:
    """Return how well the unguided heads of the shipped run find a digit of either number."""
    pinned = finished.pinned()
    recordings = [finished.moments(number) for number in range(len(pinned))]
    return either_number(recordings, pinned[0].alignment)


def about_film(run: Run, number: int) -> Prediction | None:
    """Return the question about a recording, or None."""
    return _about_film(str(run.folder), run.card["created"], tuple(run.checkpoints()), number)


def about_pair(first: Run, second: Run) -> Prediction | None:
    """Return the question about two runs; None while one of them has no step."""
    losses = [[event["loss"] for event in run.events()] for run in (first, second)]
    return prediction.about_difference(*losses, parted(first, second))


def warm() -> None:
    """Precompute what the first visitor sees."""
    recordings.recording(finished.run()), about_film(finished.run(), 0)
    recordings.run_pair(*finished.runs()), adam(), predict("train")
    for name in OFFERED.keys() & TASKS.keys() - {*SLOW}:
        TASKS[name]().train  # noqa: B018  generate the data before Train is pressed
    if (run := newest()) is not None:
        short_film(run)


# ---- to take home -------------------------------------------------------------------------------
def card_file(run: Run) -> bytes:
    """Return the card as JSON, as in the run's folder."""
    return (json.dumps(run.card, indent=2, ensure_ascii=False) + "\n").encode()


def model_file(run: Run) -> bytes:
    """Return the model after the last frame as safetensors, with both vocabularies."""
    last, learned = run.checkpoints()[-1], task(run)
    with TemporaryDirectory() as folder:
        weights.save("model", run.model_at(last), learned, run.card, Path(folder))
        return (Path(folder) / "model.safetensors").read_bytes()


def run_file(run: Run) -> bytes:
    """Return the whole run, for `transformer.runs.archive.unpack` on another computer."""
    file = io.BytesIO()
    run_archive.pack(run, file)
    return file.getvalue()


def film_file(run: Run, number: int) -> bytes:
    """Return the recording as a page that works offline."""
    with TemporaryDirectory() as folder:
        return recordings.recording(run, number).save(Path(folder) / "film.html").read_bytes()
