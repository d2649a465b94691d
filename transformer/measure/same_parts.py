"""Four published models, put together of this package's parts: who may look at whom in each."""

from functools import cache

import torch
from torch import Tensor

from transformer import families, tasks
from transformer.probe import record

# Name → (year, family, a task whose words it reads, what its paper chose). T5 adds a learned number to a score, one
# for each distance; `relative` adds a learned vector to the key (Shaw et al. 2018), which T5 takes up.
AS_GPT = {"position": "learned", "norm_order": "post", "feed_forward": "gelu"}
MADE = {
    "BERT": (2018, "bert", "discourses", {}),
    "GPT": (2018, "decoder_only", "prompts", AS_GPT),
    "BART": (2019, "encoder_decoder", "english_french", AS_GPT),
    "T5": (2019, "encoder_decoder", "english_french", {"position": "none", "attention": "relative", "norm": "rms"}),
}  # fmt: skip
WORDS = 10  # of both sides together, or as near to it as there is
Seen = tuple[Tensor, list[str], list[str]]  # (row, column); the words of the rows, of the columns


@cache
@torch.no_grad()
def seen(name: str) -> dict[str, Seen]:
    """Of each kind of attention the weights of the first layer, mean over the heads, while the model reads a short
    held-out example. Its own weights are random: what is 0 may not be looked at, ever."""
    _, family, of, sizes = MADE[name]
    task = tasks.find(of)()
    model = families.build(task, 0, family, **sizes).eval()
    objective, words = families.find(family).objective, families.vocabularies(task)
    short = min(task.held_out, key=lambda one: abs(len(one.source) + len(one.target) - WORDS))
    batch = objective.batch([short], words)
    with record(model) as trace:
        objective.run(model, batch)
    sides = objective.sides(batch, words)
    return {
        one.name: (
            one.weights(trace, one.layers(model)[0])[0].mean(0),
            sides[one.rows],
            sides[one.columns],
        )
        for one in families.find(family).maps
    }


def layer_parts(name: str) -> dict[str, list[str]]:
    """Of each stack of the model the parts of one layer that compute, in their order."""
    _, family, of, sizes = MADE[name]
    model = families.build(tasks.find(of)(), 0, family, **sizes)
    return {
        stack: [
            part
            for part, _ in getattr(model, stack).layers[0].named_children()
            if not part.endswith("residual")
        ]
        for stack in ("encoder", "decoder")
        if hasattr(model, stack)
    }
