"""What the training page shows: the runs in the folder, their curves and films, and the questions."""

import io
import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from lessons.host import server
from lessons.host.shared import shared
from lessons.kit.checking import Result
from lessons.training import finished, prediction
from lessons.training.prediction import Prediction
from lessons.trainings.listing import newest, read_task, task
from transformer import families, weights
from transformer.measure.frames import Moment, checkpoint
from transformer.measure.frames import moment as look
from transformer.runs import Plan, Run, layers
from transformer.runs import archive as run_archive
from transformer.runs import trained as from_run
from transformer.tasks import TASKS, Example
from transformer.tasks.custom import stored
from transformer.training import vocabularies
from transformer.weights.fingerprint import codes
from transformer.weights.trained import other_code as other_code_said

torch.set_num_threads(1)  # 60 visitors at once are served best with one thread each

# Held-out sentences to pin; how many words one may have, and how many pieces a line of text.
SENTENCES, LONGEST, LINE = 8, 18, 32
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


@shared
def _pinned(name: str, created: float) -> tuple[Example, ...]:
    examples = read_task(name, created).held_out
    fitting = [
        e for e in examples if max(len(e.source), len(e.target)) <= (LONGEST if e.source else LINE)
    ]
    shortest = sorted(examples, key=lambda e: len(e.source or e.target))
    return tuple(fitting[:SENTENCES] or shortest[: 1 if shortest[0].source else SENTENCES])


def pinned(run: Run) -> list[str]:
    """Held-out sentences of a run, of which one can be pinned."""
    if comes_with_the_project(run):
        return [as_text(e.source) for e in finished.pinned()]
    learned = task(run)
    found = _pinned(run.name, run.card["created"]) if learned.held_out else ()
    return [as_text(e.source) if e.source else learned.join(e.target) for e in found]


def typed(run: Run, number: int) -> str:
    """A pinned sentence as one would type it; "" where that is not possible."""
    if comes_with_the_project(run):
        return as_text(finished.pinned()[number].source)
    found = _pinned(run.name, run.card["created"])
    return from_run.typed(task(run), found[number].source) if number < len(found) else ""


def as_text(words: tuple[str, ...]) -> str:
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


# ---- the figures --------------------------------------------------------------------------------
@shared
def _known(name: str, created: float):
    """The words of a run's task, and a way to build its model: made once, used for every frame."""
    layers.present(Run(server.RUNS / name))
    learned = read_task(name, created)
    model = Plan.read(Run(server.RUNS / name).card).build(learned)
    return vocabularies(learned), partial(families.of(model).build, model.config)


@shared
def _other_code(name: str, created: float, begun: tuple[int, ...]) -> str:
    _, fresh = _known(name, created)  # `begun` is in the key: a run may go on
    return other_code_said(Run(server.RUNS / name).card, fresh(), name)


def other_code(run: Run) -> str:
    """What to say of a run that is drawn with other code than it was trained with; "" where it is not. The
    film that comes with the project was drawn when it was made."""
    if comes_with_the_project(run):
        return ""
    begun = tuple(step for step, _ in codes(run.card))
    return _other_code(run.name, run.card["created"], begun)


@shared
def _moment(name: str, created: float, step: int, number: int) -> Moment:
    """One frame; a short computation each, so that other visitors' pictures come in between."""
    run, (words, fresh) = Run(server.RUNS / name), _known(name, created)
    model = checkpoint(run, fresh(), step)
    return look(model, read_task(name, created), words, step, _pinned(name, created)[number])


@shared
def _film(name: str, created: float, steps: tuple[int, ...], number: int, charts: bool) -> Figure:
    run = Run(server.RUNS / name)
    moments = [_moment(name, created, step, number) for step in steps]
    example = _pinned(name, created)[number]
    return training_film(run, read_task(name, created), moments, example, charts)


def film(run: Run, number: int = 0, charts: bool = True) -> Figure:
    """The film of a run with the pinned sentence of that number; so far, while it trains."""
    if comes_with_the_project(run):
        return _finished(number)
    created, steps = run.card["created"], tuple(run.frames())
    for step in steps:
        _moment(run.name, created, step, number)
    return _film(run.name, created, steps, number, charts)


@shared
def _finished(number: int) -> Figure:
    return finished.film(number)


def comes_with_the_project(run: Run) -> bool:
    """Whether this is the finished training of the lesson, and no run of this app."""
    return run.folder == finished.FOLDER


def glance(run: Run) -> Figure:
    """A few frames of a film, the last one among them: made in a third of the time."""
    created, steps = run.card["created"], run.frames()
    steps = tuple(steps[:: -max(1, len(steps) // GLANCE)][::-1])
    for step in steps:
        _moment(run.name, created, step, 0)
    return _film(run.name, created, steps, 0, False)


def pair(first: Run, second: Run) -> Figure:
    """Two runs, curve over curve; what they write, and every head, where both learn the same task."""
    same = first.card["task"] == second.card["task"] and pinned(first) == pinned(second) != []
    examples = [_pinned(run.name, run.card["created"])[0] for run in (first, second) if same]
    same = same and examples[0] == examples[1]  # the same line may be cut into other pieces
    moments = [
        [_moment(run.name, run.card["created"], step, 0) for step in (run.frames() if same else [])]
        for run in (first, second)
    ]
    example = examples[0] if same else None
    return training_pair(first, second, (task(first), task(second)), moments, example)


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


def cover() -> Figure:
    """The figure that stands for this lesson on the course page."""
    return adam()


@shared
def check_exercise() -> Result:
    """What the checks say about the student's functions, as their file is now."""
    from lessons.training.checks import check

    return check()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    film(finished.run()), predict("train"), check_exercise()
    for made in TASKS.values():
        made().train  # noqa: B018  drawn now, not when somebody presses Train
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
        return film(run, number).save(Path(folder) / "film.html").read_bytes()
