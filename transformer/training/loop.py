"""The training loop, a generator of `Step`s for the app, the notebooks and the tests."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor, nn

from transformer import families
from transformer.diagnosis.nonfinite import first_nonfinite
from transformer.objectives.rows import BaseBatch
from transformer.probe import record
from transformer.tasks import Task
from transformer.training import device as devices
from transformer.training import parallel
from transformer.training.optimizers import OPTIMIZERS
from transformer.training.settings import Settings


@dataclass(frozen=True)
class Step:
    """The results of one training step; `loss` is the cross-entropy, in nats per token."""

    number: int
    loss: float
    learning_rate: float
    gradient_norm: float
    guidance: float | None = None


def train(
    model: nn.Module, task: Task, settings: Settings, device: torch.device = devices.CPU
) -> Iterator[Step]:
    """Train the model in place, one `Step` at a time; it moves to the device and stays there."""
    return Training(model, task, settings, device).steps()


class Training:
    """A model in training with everything that its next step depends on, so that it can stop and continue
    elsewhere.

    Model and sentences move to the device. Random choices (which sentences, which of the decoder's own words)
    are made on the CPU, so that they are the same on every device.
    """

    def __init__(
        self,
        model: nn.Module,
        task: Task,
        settings: Settings,
        device: torch.device = devices.CPU,
    ):
        self.model, self.settings, self.device = model.to(device), settings, device
        devices.make_repeatable(device)
        self.objective = families.family_of(model).objective
        self.data = self.objective.batch(task.train, families.vocabularies(task)).to(device)
        self.shuffle = torch.Generator().manual_seed(settings.seed)
        self.parameters = list(model.parameters())  # cached, because traversal is slow
        self.optimizer = OPTIMIZERS[settings.optimizer](self.parameters, settings)
        self.number = 0  # steps made

    def steps(self) -> Iterator[Step]:
        """Yield all steps from the current one to the last.

        Raises a `FloatingPointError` at the first loss that is NaN or infinite, before the parameters become
        NaN.
        """
        self.model.train()
        while self.number < self.settings.steps:
            yield self.step()
        self.model.eval()

    @torch.enable_grad()  # a notebook that only looks at a model switches gradients off
    def step(self) -> Step:
        """Run one mini-batch: forward, backward, clip, update."""
        settings, number = self.settings, self.number
        rows = torch.randint(len(self.data), (settings.batch,), generator=self.shuffle)
        batch = self.data[rows.to(self.device)].trim_padding()
        loss, extra = self.loss(batch)
        total = loss
        if extra is not None and settings.guide is not None:
            total = loss + settings.guide.weight * extra
        if not torch.isfinite(total):
            raise FloatingPointError(self.nonfinite(total.item()))
        self.optimizer.zero_grad()
        total.backward()
        self.norm = nn.utils.clip_grad_norm_(self.parameters, settings.clip).item()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate(number)
        self.optimizer.step()
        self.number += 1
        guided = None if extra is None else extra.item()
        return Step(number, loss.item(), settings.rate(number), self.norm, guided)

    @cached_property
    def loss(self) -> Callable[[BaseBatch], tuple[Tensor, Tensor | None]]:
        """The objective's loss of a batch; where several processes train together, the loss of all their
        rows."""

        def loss(batch: BaseBatch) -> tuple[Tensor, Tensor | None]:
            return self.objective.loss(self.model, batch, self.settings, self.shuffle)

        return parallel.together(self.model, loss) if parallel.several() > 1 else loss

    def gradient_norms(self) -> dict[str, float]:
        """Return the norm of the last step's gradient in each part of the model, before clipping."""
        squares: dict[str, float] = {}
        for name, parameter in self.model.named_parameters():
            if parameter.grad is not None:
                part = re.findall(r"^\w+(?:\.layers\.\d+)?", name)[0]
                squares[part] = squares.get(part, 0.0) + parameter.grad.square().sum().item()
        unclipped = max(1.0, self.norm / self.settings.clip)
        return {part: unclipped * square**0.5 for part, square in squares.items()}

    def nonfinite(self, loss: float) -> str:
        """Return the message for a loss that is NaN or infinite: when, where, and what to do."""
        batch = self.data[: self.settings.batch]
        with torch.no_grad(), record(self.model) as trace:
            self.objective.run(self.model, batch)
        name = first_nonfinite(trace)
        where = f", first in {name} ({trace.lines[name]})" if name else ""
        return (
            f"the loss is {loss} at step {self.number}{where}: try a smaller learning rate than "
            f"{self.settings.learning_rate:g}, or look for a layer that produces NaN"
        )

    def state(self) -> dict[str, Tensor]:
        """Return everything that the next step depends on, as tensors by name, on the CPU.

        A training run can move between a GPU and the CPU, in both directions; only the state of the other
        device's random generator is then missing.
        """
        state = {f"model.{name}": value for name, value in self.model.state_dict().items()}
        for number, memory in self.optimizer.state_dict()["state"].items():
            state |= {f"optimizer.{number}.{name}": value for name, value in memory.items()}
        random = {"shuffle": self.shuffle.get_state(), "torch": torch.get_rng_state()}
        if (own := devices.random_state(self.device)) is not None:
            random[self.device.type] = own
        state |= {f"random.{name}": value for name, value in random.items()}
        state["number"] = torch.tensor(self.number)
        return {name: value.detach().to("cpu", copy=True) for name, value in state.items()}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Continue from a `state()`, with exactly the losses of an uninterrupted run."""
        parts: dict[str, dict] = {"model": {}, "optimizer": {}, "random": {}}
        for name, value in state.items():
            kind, _, rest = name.partition(".")
            if kind in parts:
                parts[kind][rest] = value
        memories: dict[int, dict[str, Tensor]] = {}
        for name, value in parts["optimizer"].items():
            number, _, rest = name.partition(".")
            counter = value.dim() == 0  # the step counter; the optimiser knows its device
            value = value if counter else value.to(self.device)
            memories.setdefault(int(number), {})[rest] = value
        self.check_memory(memories)
        self.model.load_state_dict(parts["model"])
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": memories, "param_groups": groups})
        self.shuffle.set_state(parts["random"]["shuffle"])
        torch.set_rng_state(parts["random"]["torch"])
        if self.device.type in parts["random"]:
            devices.set_random_state(self.device, parts["random"][self.device.type])
        self.number = int(state["number"])

    def check_memory(self, memories: dict[int, dict[str, Tensor]]) -> None:
        """Raise `ValueError` where the state belongs to another optimiser: SGD's velocity is not a mean of
        squares."""
        weight = torch.zeros(2, 2, requires_grad=True)
        weight.grad = torch.zeros(2, 2)
        fresh = OPTIMIZERS[self.settings.optimizer]([weight], self.settings)
        fresh.step()
        needed = fresh.state_dict()["state"][0]
        for memory in memories.values():
            if memory.keys() != needed.keys():
                raise ValueError(
                    f"this state does not belong to the optimiser '{self.settings.optimizer}': it "
                    f"contains {', '.join(memory) or 'nothing'} for each parameter, but {', '.join(needed)} "
                    "is required. Continue with the optimiser that the model was trained with"
                )
