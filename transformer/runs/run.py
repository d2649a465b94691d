"""A run: one training as a folder, which survives whatever happens to the process that trains.

    runs/NAME/
        card.json                   what is trained and how, and what became of it
        events.jsonl                one line a step; some with a measurement on held-out examples
        frames/000150.safetensors   the whole state of the training after 150 steps
        task.json                   of a text of your own: what it gave (see `stored`)

Every file appears whole or not at all. A run that was killed goes on from its last frame, with the
very losses that it would have had.
"""

import json
import math
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from transformer import tasks, weights
from transformer.families import same_start
from transformer.runs.kept import FOLDER, Kept, replace_at_once, write
from transformer.tasks import Task
from transformer.tasks.custom import stored
from transformer.training import Training, device, parallel, vocabularies
from transformer.training.settings import Guide, Settings
from transformer.weights.fingerprint import fingerprints, gone_on, up_to
from transformer.weights.tensors import save_file

AGAIN = "Train it again on the training page, or put the code back as it was."
FRAMES, MEASURED = 24, 200  # frames of a run; held-out examples of a measurement on the way


@dataclass(frozen=True)
class Plan:
    """What is to be trained: a task by its name, the settings, and sizes other than the config's. The
    family of models is the one that the task is meant for, unless another is named.

    The tasks "pairs" and "text" are your own, cut into `pieces` (see `stored.FILES`).
    """

    task: str
    settings: Settings
    sizes: dict = field(default_factory=dict)
    pieces: str = "words"
    family: str = ""

    def build(self, task: Task) -> nn.Module:
        """A fresh model of this plan."""
        return same_start(task, self.settings.seed, self.family, **self.sizes)

    @classmethod
    def read(cls, card: dict) -> "Plan":
        settings = card["settings"]
        guide = Guide(**settings["guide"]) if settings["guide"] else None
        settings = Settings(**{**settings, "guide": guide})
        family = card.get("family", "")  # older cards name none
        return cls(card["task"], settings, card["sizes"], card["pieces"], family)


def _on_the_way(training: Training, task: Task) -> Callable[[], dict[str, float]]:
    """What a measurement computes while a model trains."""
    objective, examples, words = training.objective, task.held_out[:MEASURED], vocabularies(task)
    batch = objective.batch(examples, words).to(training.device)

    @torch.no_grad()
    def scores() -> dict[str, float]:
        return objective.scored(training.model, batch, task, examples, words)

    return scores


def moments(steps: int, count: int = FRAMES) -> list[int]:
    """After which steps a frame is kept: the first and the last, closer together at the start."""
    return sorted({round(steps * (n / (count - 1)) ** 2) for n in range(count)})


class Run(Kept):
    """One folder. Only one process trains it; any number may look."""

    @classmethod
    def create(
        cls, plan: Plan, runs: Path = FOLDER, name: str | None = None, text: str = ""
    ) -> "Run":
        """A new folder for a plan; `text` is that of the tasks "pairs" and "text".

        Raises `ValueError` where the model cannot be built, or the text not be used. A long text is
        only looked at; the process that trains prepares it and may find that nothing can be learned.
        """
        parallel.check(plan.settings.batch)
        if plan.task in stored.FILES and not stored.small(text):
            stored.check(plan.task, text)
            plan.build(stored.empty(plan.task))  # whatever the words will be
        else:
            own = plan.task in stored.FILES
            task = stored.build(plan.task, text, plan.pieces) if own else tasks.find(plan.task)()
            plan.build(task)
        run = cls(runs / (name or free_name(runs, plan.task)))
        try:
            (run.folder / "frames").mkdir(parents=True)
            if plan.task in stored.FILES:
                write(run.folder / stored.FILES[plan.task], text)
            run.write_card(
                {**asdict(plan), "state": "waiting", "created": time.time(), "pinned": False}
            )
        except OSError:
            shutil.rmtree(run.folder, ignore_errors=True)  # the disk is full: no half a run
            raise
        return run

    def branch(self, step: int, settings: Settings, name: str | None = None) -> "Run":
        """A new run that goes on from one of this run's frames with other settings."""
        plan = replace(Plan.read(self.card), settings=settings)
        if step > settings.steps:
            raise ValueError(f"frame {step} lies behind the last of {settings.steps} steps")
        text = stored.given(self.folder, plan.task) if plan.task in stored.FILES else ""
        run = Run.create(plan, self.folder.parent, name, text)
        shutil.copy(self.frame_file(step), run.frame_file(step))
        if text:
            shutil.copy(self.folder / stored.FACTS, run.folder)
        run._keep_events(e for e in self.events() if e["step"] <= step)
        code = {n: v for n, v in up_to(self.card, step).items() if n in ("code", "codes")}
        run.write_card({**run.card, **code, "parent": {"run": self.name, "step": step}})
        return run

    def task(self) -> Task:
        """What is learned. Raises `stored.Unusable` where a text of your own is not prepared yet."""
        name = self.card["task"]
        return stored.read(self.folder) if name in stored.FILES else tasks.find(name)()

    def model_at(self, step: int) -> nn.Module:
        """The model as it was after that step, in evaluation. Raises `WeightsError` where the code builds
        another one today."""
        plan, state = Plan.read(self.card), load_file(self.frame_file(step))
        model = plan.build(self.task())
        names = [name for name in state if name.startswith("model.")]
        learned = {name.removeprefix("model."): state[name] for name in names}
        weights.fill(model, learned, self.name, AGAIN)
        return model.eval()

    # ---- training -----------------------------------------------------------------------------
    def train(
        self,
        begin: nn.Module | None = None,
        stop: int | None = None,
        where: torch.device | None = None,
    ) -> Iterator[dict]:
        """Train to the end, from the last frame on where there is one; yields the events. It may begin with a
        model that is not fresh, and `stop` before the end.

        Raises `filelock.Timeout` where another process trains this run.
        """
        with self.lock():
            plan = Plan.read(self.card)
            parallel.check(plan.settings.batch)
            self.write_card({**self.card, "state": "running"})
            model, task, settings = self._start(plan, begin)
            training = Training(
                model, task, settings, parallel.own_device(where or device.chosen())
            )
            self._go_on(training)
            last = min(stop or settings.steps, settings.steps)
            if parallel.several() > 1:
                where, threads = training.device, torch.get_num_threads()
                known = {"folder": self.folder, "device": where, "threads": threads}
                parallel.tell(**known, last=last, state=training.state())
            scores = _on_the_way(training, task)
            kept = set(moments(plan.settings.steps))
            card = {**self.card, "device": training.device.type}
            if training.number < settings.steps:
                card = gone_on(card, training.number, fingerprints(model))
            self.write_card(card)
            with open(self.folder / "events.jsonl", "a", encoding="utf-8") as log:
                if training.number == 0:
                    self._keep_frame(training)
                training.model.train()
                while training.number < last:
                    event = self._event(training, scores, training.number + 1 in kept)
                    log.write(json.dumps(event) + "\n")
                    log.flush()
                    if training.number in kept:
                        self._keep_frame(training)
                    yield event
            ended = "done" if training.number == settings.steps else "stopped"
            self.write_card({**self.card, "state": ended})

    def _start(self, plan: Plan, begin: nn.Module | None) -> tuple:
        own = plan.task in stored.FILES
        task = stored.store(self.folder, plan.task, plan.pieces) if own else self.task()
        return begin or plan.build(task), task, plan.settings

    def _event(self, training: Training, scores: Callable, measured: bool) -> dict:
        begun = time.perf_counter()
        step = training.step()
        event = {"step": training.number, **asdict(step)}
        del event["number"]
        if measured:
            training.model.eval()
            try:
                event |= scores()
            except FloatingPointError as error:  # as the next step would say it, with the layer
                raise FloatingPointError(training.nonfinite(math.nan)) from error
            event["gradient_norms"] = training.gradient_norms()
            training.model.train()
        return {**event, "seconds": time.perf_counter() - begun}

    def _keep_frame(self, training: Training) -> None:
        path = self.frame_file(training.number)
        part = path.with_suffix(".part")
        try:
            save_file(training.state(), part)
        except (OSError, SafetensorError):
            part.unlink(missing_ok=True)  # the disk is full: room for the card, which says so
            raise
        replace_at_once(part, path)

    def _go_on(self, training: Training) -> None:
        """Back to the last frame that can be read, and forget what happened after it."""
        if frames := self.frames():
            training.restore(load_file(self.frame_file(frames[-1])))
        self._keep_events(e for e in self.events() if e["step"] <= training.number)

    def _keep_events(self, events: Iterable[dict]) -> None:
        write(self.folder / "events.jsonl", "".join(json.dumps(e) + "\n" for e in events))


def free_name(folder: Path, task: str) -> str:
    """A name that no run in the folder has: "copy-3"."""
    taken = [re.fullmatch(rf"{task}-(\d+)", path.name) for path in folder.glob(f"{task}-*")]
    return f"{task}-{max((int(found[1]) for found in taken if found), default=0) + 1}"
