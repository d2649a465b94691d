"""The sizes of large models: each is built from its config with this package's layers, without memory, and
counted.

On PyTorch's device "meta" a tensor has a shape but no values, so 175 billion parameters take no memory.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from transformer.families.bert import Bert, BertConfig
from transformer.families.gpt import GPT, GPTConfig

# Training stores four 32-bit numbers per parameter: the parameter, its gradient, and Adam's two means.
BYTES, KEPT = 4, 4
PARTS = {"embedding.table": "words", "position": "positions", "attention": "attention", "feed_forward": "feed-forward"}  # fmt: skip
REST = "norms"


def gpt(
    layers: int, d_model: int, heads: int, places: int, words: int = 50257, **more: Any
) -> GPTConfig:
    """Return the config of a published GPT: d_ff = 4 · d_model, learned positions, GELU."""
    return GPTConfig(
        words,
        d_model=d_model,
        d_ff=4 * d_model,
        decoder_layers=layers,
        self_heads=heads,
        position="learned",
        feed_forward="gelu",
        max_length=places,
        **more,
    )


# Name → (year, config, the number of parameters that its authors print). Radford et al. 2018, 2019; Brown et al. 2020.
PUBLISHED = {
    "GPT": (2018, gpt(12, 768, 12, 512, 40478, norm_order="post"), "117 M, in the 2019 paper"),
    "GPT-2 small": (2019, gpt(12, 768, 12, 1024), "117 M"),
    "GPT-2 medium": (2019, gpt(24, 1024, 16, 1024), "345 M"),
    "GPT-2 large": (2019, gpt(36, 1280, 20, 1024), "762 M"),
    "GPT-2 XL": (2019, gpt(48, 1600, 25, 1024), "1,542 M"),
    "GPT-3": (2020, gpt(96, 12288, 96, 2048), "175,000 M"),
}

BERT_BASE = BertConfig(  # Devlin et al. 2018 print 110 M
    30522, d_model=768, d_ff=3072, encoder_layers=12, self_heads=12, max_length=512
)


def without_memory(config: GPTConfig) -> nn.Module:
    """Build a model with shapes but no values."""
    with torch.device("meta"):
        return GPT(config).requires_grad_(False)


@cache
def bert_base() -> int:
    """Count the parameters of the smaller published BERT."""
    with torch.device("meta"):
        return body_of(Bert(BERT_BASE))


def body_of(model: Bert) -> int:
    """Count the parameters of BERT without its pretraining heads: embedding, encoder, pooler. The logits of
    masked tokens have a bias in the embedding, which no other head uses."""
    parts: list[nn.Module] = [model.embedding, model.encoder, model.pooler]
    read = [p for part in parts for p in part.parameters() if p is not model.embedding.bias]
    return sum(p.numel() for p in read)


def count_parameters(config: GPTConfig) -> int:
    """Compute by formula what `parameters_by_part` counts: the tables, and the layers with attention, feed-forward and two
    norms each."""
    d, wide = config.d_model, config.d_ff
    tables = (config.target_vocabulary + config.max_length) * d
    attention = 4 * (d * d + d)
    feed_forward = d * wide + wide + wide * d + d
    norm = 2 * d
    last = norm if config.norm_order == "pre" else 0
    return tables + config.decoder_layers * (attention + feed_forward + 2 * norm) + last


@cache
def parameters_by_part(config: GPTConfig) -> dict[str, int]:
    """Count the parameters of each part of the model built from a config."""
    counts: Counter[str] = Counter(dict.fromkeys([*PARTS.values(), REST], 0))
    for name, parameter in without_memory(config).named_parameters():
        name = name.replace("attention_residual", "").replace("feed_forward_residual", "")
        part = next((label for key, label in PARTS.items() if key in name), REST)
        counts[part] += parameter.numel()
    return dict(counts)


@cache
def multiply_adds(config: GPTConfig) -> int:
    """Count the multiply-adds of one pass over a sequence of full length. All layers are equal, so two models,
    with one and with two layers, give the total."""
    shallow, deep = (_passed(replace(config, decoder_layers=layers)) for layers in (1, 2))
    return shallow + (config.decoder_layers - 1) * (deep - shallow)


def _passed(config: GPTConfig) -> int:
    row = torch.zeros(1, config.max_length, dtype=torch.long, device="meta")
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        without_memory(config)(row)
    return counter.get_total_flops() // 2  # the counter counts × and + separately
