"""Published models: four of them built from this package's layers, to see which positions may attend to
which; and a table of the first twelve."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Published:
    """One model as described by its authors."""

    when: str
    parameters: float  # as printed by the authors
    sizes: str  # layers · heads · d_model
    stacks: str  # "encoder", "decoder", "both", or "masks": one stack whose mask is chosen


# In the order of their papers. Radford et al. 2018, Devlin et al. 2018, Radford et al. 2019, Dong et al. 2019, Yang et al. 2019,
# Liu et al. 2019, Sanh et al. 2019, Lewis et al. 2019, Raffel et al. 2019, Brown et al. 2020.
PUBLISHED = {
    "GPT": Published("June 2018", 117e6, "12 · 12 · 768", "decoder"),
    "BERT-base": Published("October 2018", 110e6, "12 · 12 · 768", "encoder"),
    "BERT-large": Published("October 2018", 340e6, "24 · 16 · 1,024", "encoder"),
    "GPT-2 XL": Published("February 2019", 1542e6, "48 · 25 · 1,600", "decoder"),
    "UniLM": Published("May 2019", 340e6, "24 · 16 · 1,024", "masks"),
    "XLNet-large": Published("June 2019", 340e6, "24 · 16 · 1,024", "masks"),
    "RoBERTa-large": Published("July 2019", 355e6, "24 · 16 · 1,024", "encoder"),
    "DistilBERT": Published("October 2019", 66e6, "6 · 12 · 768", "encoder"),
    "BART-large": Published("October 2019", 406e6, "12 + 12 · 16 · 1,024", "both"),
    "T5-11B": Published("October 2019", 11e9, "24 + 24 · 128 · 1,024", "both"),
    "ELECTRA-large": Published("March 2020", 335e6, "24 · 16 · 1,024", "encoder"),
    "GPT-3": Published("May 2020", 175e9, "96 · 96 · 12,288", "decoder"),
}
WORDS = 10  # of both sides together, or as near to it as there is
Seen = tuple[Tensor, list[str], list[str]]  # (row, column); the words of the rows, of the columns


@cache
@torch.no_grad()
def first_layer_attention(name: str) -> dict[str, Seen]:
    """For each kind of attention, return the weights of the first layer, averaged over the heads, while the
    model reads a short held-out example. The model's parameters are random, so a weight of 0 means that the
    position is masked."""
    _, family, of, sizes = MADE[name]
    task = tasks.find(of)()
    model = families.build(task, 0, family, **sizes).eval()
    objective, words = families.find(family).objective, families.vocabularies(task)
    short = min(
        task.held_out, key=lambda example: abs(len(example.source) + len(example.target) - WORDS)
    )
    batch = objective.batch([short], words)
    with record(model) as trace:
        objective.run(model, batch)
    sides = objective.side_labels(batch, words)
    return {
        map_.name: (
            map_.weights(trace, map_.layers(model)[0])[0].mean(0),
            sides[map_.rows],
            sides[map_.columns],
        )
        for map_ in families.find(family).maps
    }


def layer_parts(name: str) -> dict[str, list[str]]:
    """For each stack of the model, return the computing parts of one layer in order."""
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
