"""What the training page shows: the runs in the folder, their curves and films, and the questions."""

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.training_pair import parted
from lessons.host import server
from lessons.host.shared import shared
from lessons.models import DRAWINGS, PAIRS, films, finished
from lessons.models.listing import newest, task
from lessons.training import TASKS as OFFERED
from lessons.training import prediction
from lessons.training.measured import course
from lessons.training.prediction import Prediction
from transformer import weights
from transformer.runs import Run
from transformer.runs import archive as run_archive
from transformer.runs import trained as from_run
from transformer.tasks import TASKS
from transformer.tasks.custom import stored
from transformer.tasks.drawings import Drawings

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each
GLANCE = 8  # frames, at least, where not the whole film is shown


# ---- what a run reads ----------------------------------------------------------------------------
@shared
def _report(name: str, created: float) -> stored.Report:
    return stored.report(server.RUNS / name)


def report(run: Run) -> stored.Report | None:
    """What a text of one's own gave; None for other tasks, and while it is not known yet."""
    name = run.card["task"]
    if name not in stored.FILES or not stored.known(run.folder, name):
        return None
    return _report(run.name, run.card["created"])


def pinned(run: Run) -> list[str]:
    """Held-out sentences of a run, of which one can be pinned."""
    found, learned = films.pinned(run), task(run)
    answers = isinstance(learned, Drawings)  # a picture is told by what is on it
    return [
        as_text(e.source) if e.source and not answers else learned.join(e.target) for e in found
    ]


def typed(run: Run, number: int) -> str:
    """A pinned sentence as one would type it; "" where that is not possible."""
    found = films.pinned(run)
    return from_run.typed(task(run), found[number].source) if number < len(found) else ""


def as_text(words: tuple[str, ...]) -> str:
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


# ---- the figures --------------------------------------------------------------------------------
def glance(run: Run) -> Figure:
    """A few frames of a film, the last one among them: made in a third of the time."""
    steps = run.frames()
    return films.film(run, 0, False, tuple(steps[:: -max(1, len(steps) // GLANCE)][::-1]))


@shared
def adam() -> Figure:
    """What an optimiser remembers, and how it makes a step of it."""
    from lessons.figures.adam_lab import adam_lab

    return adam_lab()


# ---- what is asked ------------------------------------------------------------------------------
@shared
def predict(part: str) -> Prediction:
    """The questions that need no run of one's own."""
    return prediction.about_adam() if part == "adam" else prediction.about_floor()


@shared
def _about_film(
    folder: str, created: float, frames: tuple[int, ...], number: int
) -> Prediction | None:
    run = Run(Path(folder))
    learned = task(run)
    seen = films.moments(run, number) if learned.source_words else []
    return prediction.about_order(course(run, learned, seen))


def about_film(run: Run, number: int) -> Prediction | None:
    """The question about a film; None where there is nothing to ask."""
    return _about_film(str(run.folder), run.card["created"], tuple(run.frames()), number)


def about_pair(first: Run, second: Run) -> Prediction | None:
    """The question about two runs; None while one of them has no step."""
    losses = [[event["loss"] for event in run.events()] for run in (first, second)]
    return prediction.about_difference(*losses, parted(first, second))


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    films.film(finished.run()), about_film(finished.run(), 0)
    films.pair(*finished.runs()), adam(), predict("train")
    for name in OFFERED.keys() & TASKS.keys() - {*DRAWINGS, *PAIRS}:  # these take seconds
        TASKS[name]().train  # noqa: B018  drawn now, not when somebody presses Train
    if (run := newest()) is not None:
        glance(run)


# ---- to take home -------------------------------------------------------------------------------
def card_file(run: Run) -> bytes:
    """The card as JSON, as it lies in the run's folder."""
    return (json.dumps(run.card, indent=2, ensure_ascii=False) + "\n").encode()


def model_file(run: Run) -> bytes:
    """The model after the last frame as safetensors, with the words of both sides."""
    last, learned = run.frames()[-1], task(run)
    with TemporaryDirectory() as folder:
        weights.save("model", run.model_at(last), learned, run.card, Path(folder))
        return (Path(folder) / "model.safetensors").read_bytes()


def run_file(run: Run) -> bytes:
    """All of a run, for `transformer.runs.archive.unpack` on another machine."""
    file = io.BytesIO()
    run_archive.pack(run, file)
    return file.getvalue()


def film_file(run: Run, number: int) -> bytes:
    """The film as a page that works without a network."""
    with TemporaryDirectory() as folder:
        return films.film(run, number).save(Path(folder) / "film.html").read_bytes()
