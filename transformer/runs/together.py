"""A training in several processes (`training/parallel`), as a run that goes on with any number of them.

    torchrun --nproc-per-node 2 -m transformer.training reverse     # or pairs FILE, text FILE
    torchrun --nproc-per-node 3 -m transformer.runs runs/reverse-1  # goes on

The first process does what it would do alone, and all that is written and printed. The others help: they wait
until it tells them where the training stands, and make the same steps. Where one of them ends before its
time, all end, and one says so.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

import torch
import torch.distributed as dist
from torch import nn

from transformer.runs.run import Plan, Run
from transformer.tasks import Task
from transformer.training import Step, Training, parallel
from transformer.training.recipes import Recipe

ASKED = (
    signal.SIGTERM,
    signal.SIGINT,
)  # what torchrun sends to all when one has ended, or it is told to end


def asked() -> bool:
    """Whether torchrun started this process as one of several."""
    return int(os.environ.get("WORLD_SIZE") or 1) > 1


def main(first: Callable[[list[str]], None], words: list[str]) -> None:
    """What each of several processes does: the first what these words ask for, the others help."""
    company = Company()
    try:
        company.meet()
        if company.number == 0:
            first(words)
        else:
            help_the_first()
        dist.destroy_process_group()
    except BaseException as error:
        if parallel.lost(error):
            company.leave()
        if not company.says():
            sys.exit(1)
        if isinstance(error, ValueError | FloatingPointError):
            sys.exit(f"training: {error}")
        raise


def steps(recipe: Recipe, model: nn.Module, task: Task, where: torch.device) -> Iterator[Step]:
    """The steps of a recipe, kept as a run."""
    plan = Plan(recipe.task, recipe.settings, recipe.sizes, family=recipe.family)
    run = Run.create(plan)
    print(f"{run.name}: {parallel.several()} processes, kept in {run.folder}", flush=True)
    for event in run.train(model, recipe.stop, where):
        told = (event[n] for n in ("loss", "learning_rate", "gradient_norm", "guidance"))
        yield Step(event["step"] - 1, *told)


def help_the_first() -> None:
    """The same steps as those of the first process, which writes them down."""
    told = parallel.hear()
    torch.set_num_threads(told["threads"])
    run = Run(told["folder"])
    plan, task = Plan.read(run.card), run.task()
    device = parallel.own_device(told["device"])
    training = Training(plan.build(task), task, plan.settings, device)
    training.restore(told["state"])
    training.model.train()
    while training.number < told["last"]:
        training.step()


class Company:
    """The processes that train together, and how they end."""

    def __init__(self) -> None:
        self.number, self.store = int(os.environ.get("RANK") or 0), None
        if hasattr(signal, "pthread_sigmask"):
            # Asked to end, a process may be waiting for one that is gone: a thread of its own listens.
            signal.pthread_sigmask(signal.SIG_BLOCK, ASKED)
            threading.Thread(target=self.leave_when_asked, daemon=True).start()

    def meet(self) -> None:
        """Wait for all others. Raises `ValueError` where they cannot be found."""
        if not dist.is_available():
            raise ValueError(
                "this PyTorch was built without torch.distributed, which several processes need: install one "
                "that has it (pytorch.org), or train in one process: python -m transformer.training …"
            )
        try:
            self.store, number, count = next(dist.rendezvous("env://"))
            dist.init_process_group(store=self.store, rank=number, world_size=count)
        except (dist.DistError, ValueError) as error:
            port = os.environ.get("MASTER_PORT", "")
            raise ValueError(
                f"the processes cannot meet at port {port or '(none is named)'}: {str(error).splitlines()[0]}. Another "
                "program may have that port; torchrun --standalone takes a free one"
            ) from error

    def says(self) -> bool:
        """Whether it is up to this process to say why all end: one does, and the first if it can."""
        if self.number:
            time.sleep(1.0)
        try:
            return self.store is None or self.store.add("said", 1) == 1
        except dist.DistError:  # it was kept by a process that is gone
            return True

    def leave_when_asked(self) -> None:
        signal.sigwait(ASKED)
        self.leave()

    def leave(self) -> NoReturn:
        """End at once, whatever the others do: a run can be ended at any moment."""
        if self.says():
            print(f"training: {self.reason()}", file=sys.stderr, flush=True)
        os._exit(1)

    def reason(self) -> str:
        why = (
            "it ended before its last step, since one of its processes ended, or somebody ended them all; what "
            "torchrun prints below names the first that did"
        )
        if not (folder := parallel.told.get("folder")):
            return f"{why}. No step was made"
        again = f"{parallel.launcher()} -m transformer.runs {folder}"
        return f"{why}. It goes on from its last frame, with any number of processes: {again}"
