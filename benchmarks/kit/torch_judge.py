"""Adapters from our exercises to the tasks of torch-judge (TorchCode; MIT), for `benchmarks.mutants`.

It has no task for most of our exercises. If it has one, the student's code is adapted to its form, and
its own tests are run as in its engine, except that no progress is recorded. A mistake that its
tasks do not cover (padding, weight decay) counts as not caught.
"""

import importlib
from collections import Counter
from collections.abc import Callable
from types import ModuleType

import torch
from torch import Tensor, nn

from transformer.masks import causal

BY_TASK: Counter[str] = Counter()  # task → number of rejected mutants


def judged(lesson: str, function: str, code: ModuleType) -> tuple[bool, bool] | None:
    """Say whether a task rejects this code, and whether it then shows a line of it; None if there is no
    task for the function that the mistake is in."""
    if (make := FORMS.get(lesson) or FORMS.get(f"{lesson}.{function}")) is None:
        return None
    found = {task: run(task, form) for task, form in make(code).items()}
    BY_TASK.update(task for task, error in found.items() if error)
    failed = [error for error in found.values() if error]
    # Its engine prints the origin of an exception, but for a wrong number only the test's message.
    return bool(failed), any(not isinstance(error, AssertionError) for error in failed)


def accepts(lesson: str, code: ModuleType) -> bool:
    """Say whether all its tasks for this exercise accept the correct solution."""
    forms = [make for name, make in FORMS.items() if name.split(".")[0] == lesson]
    return not any(run(task, form) for make in forms for task, form in make(code).items())


def run(task: str, form: Callable) -> BaseException | None:
    """Return the first test of a task that fails."""
    about = importlib.import_module(f"torch_judge.tasks.{task}").TASK
    name = about["function_name"]
    for test in about["tests"]:
        try:
            exec(compile(test["code"].replace("{fn}", name), test["name"], "exec"), {name: form})
        except Exception as error:
            return error
    return None


# ---- attention -------------------------------------------------------------------------------------
class Half(nn.Module):
    """A projection that reads its own half of the input, so that keys and values differ."""

    def __init__(self, projection: nn.Module, which: int):
        super().__init__()
        self.projection, self.which = projection, which

    def forward(self, both: Tensor) -> Tensor:
        return self.projection(both.chunk(2, -1)[self.which])


def attention(code: ModuleType) -> dict[str, Callable]:
    class MultiHead(nn.Module):
        def __init__(self, d_model: int, num_heads: int):
            super().__init__()
            self.layer = layer = code.MyAttention(d_model, num_heads, 0.1).eval()
            self.W_q, self.W_k, self.W_v, self.W_o = layer.W_Q, layer.W_K, layer.W_V, layer.W_O
            layer.W_K, layer.W_V = Half(layer.W_K, 0), Half(layer.W_V, 1)

        def forward(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
            return self.layer(query, torch.cat((key, value), -1))

    class Cross(MultiHead):
        def forward(self, x: Tensor, memory: Tensor) -> Tensor:
            return super().forward(x, memory, memory)

    def in_order(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        layer = code.MyAttention(query.shape[-1], 1).eval()
        layer.W_Q = layer.W_O = nn.Identity()
        layer.W_K, layer.W_V = Half(nn.Identity(), 0), Half(nn.Identity(), 1)
        return layer(query, torch.cat((key, value), -1), causal(query.shape[1]))

    return {"mha": MultiHead, "cross_attention": Cross, "causal_attention": in_order}


# ---- others ----------------------------------------------------------------------------------------
def layer_norm(code: ModuleType) -> dict[str, Callable]:
    return {"layernorm": code.layer_norm}


def adam(code: ModuleType) -> dict[str, Callable]:
    class MyAdam:
        def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
            self.params, self.t, self.settings = list(params), 0, (lr, *betas, eps)
            self.memory = [(torch.zeros_like(p), torch.zeros_like(p)) for p in self.params]

        @torch.no_grad()
        def step(self) -> None:
            self.t += 1
            for n, p in enumerate(self.params):
                new, *memory = code.adam_step(p, p.grad, *self.memory[n], self.t, *self.settings)
                p.copy_(new)
                self.memory[n] = memory

        def zero_grad(self) -> None:
            for p in self.params:
                p.grad.zero_()

    return {"adam": MyAdam}


def tokens(code: ModuleType) -> dict[str, Callable]:
    class SimpleBPE:
        def train(self, corpus: list[str], num_merges: int) -> None:
            self.merges = code.learn(dict(Counter(corpus)), num_merges)

        def encode(self, word: str) -> list[str]:
            return code.encode(word, self.merges)

    return {"bpe": SimpleBPE}


FORMS = {
    "attention": attention,
    "ablations.layer_norm": layer_norm,
    "training": adam,
    "tokens": tokens,
}
