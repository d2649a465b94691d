"""The recordings of runs, one by one and two side by side: what each checkpoint does with a chosen sentence."""

from collections.abc import Callable
from functools import partial

from torch.nn import Module

from lessons.figures.kit.figure import Figure
from lessons.figures.training_film import training_film
from lessons.figures.training_pair import training_pair
from lessons.host import storage
from lessons.host.shared_cache import shared_cache
from lessons.models import finished
from lessons.models.listing import read_task, task
from transformer import decoding, families
from transformer.measure.training.checkpoints import Moment, load_checkpoint, moment, words_alone
from transformer.objectives.objective import Vocabularies
from transformer.runs import Run, RunConfig, layers
from transformer.tasks import Example
from transformer.training import vocabularies
from transformer.weights.fingerprint import codes
from transformer.weights.trained import other_code as other_code_said

# The number of held-out sentences to choose from; the most words in one, and the most pieces in a line of text.
SENTENCES, LONGEST, LINE = 8, 18, 32


@shared_cache
def _pinned(name: str, created: float) -> tuple[Example, ...]:
    examples = read_task(name, created).held_out
    short_enough = [
        e for e in examples if max(len(e.source), len(e.target)) <= (LONGEST if e.source else LINE)
    ]
    shortest = sorted(examples, key=lambda e: len(e.source or e.target))
    return tuple(short_enough[:SENTENCES] or shortest[: 1 if shortest[0].source else SENTENCES])


def pinned(run: Run) -> tuple[Example, ...]:
    """Return held-out examples of a run, of which one can be chosen."""
    if finished.ships(run):
        return finished.pinned(run.name)
    return _pinned(run.name, run.card["created"]) if task(run).held_out else ()


def not_in_place(run: Run) -> str:
    """Say which file of a layer is missing and what to do; "" if all its layers are here."""
    try:
        layers.present(run)
    except layers.NotInPlace as error:
        return str(error)
    return ""


@shared_cache
def _words_and_builder(
    name: str, created: float
) -> tuple[Vocabularies, Callable[[], Module] | None]:
    """Return the words of a run's task, and a function that builds its model (None if a layer is missing). Both are
    made once for all frames."""
    run, learned = Run(storage.RUNS / name), read_task(name, created)
    if not_in_place(run):
        return vocabularies(learned), None
    model = RunConfig.read(run.card).build(learned)
    return vocabularies(learned), partial(families.family_of(model).build, model.config)


@shared_cache
def _other_code(name: str, created: float, begun: tuple[int, ...]) -> str:
    # `begun` is in the key, because a run can continue.
    _, fresh = _words_and_builder(name, created)
    if not fresh:
        return ""
    model = fresh().eval()
    notes = other_code_said(Run(storage.RUNS / name).card, model, name), decoding.remark(model)
    return " ".join(filter(None, notes))


def other_code(run: Run) -> str:
    """Return a note for a run that was trained with other code, or whose attention ignores the cache; otherwise "".
    The recordings included in the project store what they show, so their code does not matter."""
    if finished.ships(run):
        return ""
    begun = tuple(step for step, _ in codes(run.card))
    return _other_code(run.name, run.card["created"], begun)


@shared_cache
def _moment(name: str, created: float, step: int, number: int) -> Moment:
    """Compute one frame; each is short, so that other visitors' figures can be computed in between."""
    run, (words, fresh) = Run(storage.RUNS / name), _words_and_builder(name, created)
    learned = read_task(name, created)
    if fresh is None:
        return words_alone(run, learned, step)
    return moment(
        load_checkpoint(run, fresh(), step), learned, words, step, _pinned(name, created)[number]
    )


@shared_cache
def _recording(
    name: str, created: float, steps: tuple[int, ...], number: int, charts: bool
) -> Figure:
    run = Run(storage.RUNS / name)
    moments = [_moment(name, created, step, number) for step in steps]
    example = _pinned(name, created)[number]
    return training_film(run, read_task(name, created), moments, example, charts)


@shared_cache
def _included_recording(number: int) -> Figure:
    return finished.recording(number)


def recording(
    run: Run, number: int = 0, charts: bool = True, steps: tuple[int, ...] = ()
) -> Figure:
    """Return the recording of a run with the chosen sentence, with all its frames or only these."""
    if finished.ships(run):
        return _included_recording(number)
    created, steps = run.card["created"], steps or tuple(run.checkpoints())
    for step in steps:
        _moment(run.name, created, step, number)
    return _recording(run.name, created, steps, number, charts)


def run_pair(first: Run, second: Run) -> Figure:
    """Return two runs: both curves, their outputs, and every head, if both learn the same task."""
    same = first.card["task"] == second.card["task"]
    examples = [pinned(run)[:1] for run in (first, second)] if same else [()]
    same = examples[0] != () and examples[0] == examples[1]  # the tokenization can differ
    snapshots = [moments(run) if same else [] for run in (first, second)]
    example = examples[0][0] if same else None
    return training_pair(first, second, (task(first), task(second)), snapshots, example)


def moments(run: Run, number: int = 0) -> list[Moment]:
    """Return what each frame of a run does with that sentence; none if a layer is missing."""
    if finished.ships(run):
        return finished.moments(number, run.name)
    steps = run.checkpoints() if not not_in_place(run) else []
    return [_moment(run.name, run.card["created"], step, number) for step in steps]
