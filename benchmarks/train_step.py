"""Compare the time of one training step with `nn.Transformer` and Hugging Face's Bart of equal size.

    python -m benchmarks.train_step             # d_model 128, 2 + 2 layers, batch 64, length 32
    python -m benchmarks.train_step --dropout 0.1

All models see the same batches, the same loss and the same fused AdamW. Their steps are taken in turn, so
that other programs affect all equally. The result is the ratio of medians. Bart needs `pip install
transformers`; without it, that row is left out with a note.
"""

import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

from benchmarks.kit.options import parser
from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.masks import causal
from transformer.model import Transformer
from transformer.vocabulary import PAD

D, FF, LAYERS, HEADS, WORDS = 128, 512, 2, 4, 500


def config(dropout: float) -> TransformerConfig:
    sizes = {"d_model": D, "d_ff": FF, "encoder_layers": LAYERS, "decoder_layers": LAYERS}
    heads = {"self_heads": HEADS, "cross_heads": HEADS}
    return TransformerConfig(WORDS, WORDS, **sizes, **heads, dropout=dropout)


class TorchTransformer(nn.Module):
    """`nn.Transformer` with the same embeddings and the same tied output as our model."""

    def __init__(self, dropout: float):
        super().__init__()
        self.source = Embedding(WORDS, config(dropout))
        self.target = Embedding(WORDS, config(dropout))
        self.layers = nn.Transformer(
            D, HEADS, LAYERS, LAYERS, FF, dropout, batch_first=True, norm_first=True
        )

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        blocked = source == PAD
        out = self.layers(
            self.source(source),
            self.target(target),
            tgt_mask=~causal(target.shape[1]),
            src_key_padding_mask=blocked,
            memory_key_padding_mask=blocked,
        )
        return self.target.scores(out)


def ours(dropout: float) -> nn.Module:
    return Transformer(config(dropout))


def bart(dropout: float) -> nn.Module | None:
    try:
        from transformers import BartConfig, BartForConditionalGeneration
    except ImportError:
        print("Hugging Face's transformers is not installed, so there is no row for Bart")
        return None
    config = BartConfig(
        vocab_size=WORDS,
        max_position_embeddings=64,
        d_model=D,
        encoder_layers=LAYERS,
        decoder_layers=LAYERS,
        encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS,
        encoder_ffn_dim=FF,
        decoder_ffn_dim=FF,
        activation_function="relu",
        dropout=dropout,
        attention_dropout=dropout,
        activation_dropout=dropout,
        pad_token_id=PAD,
    )

    class Bart(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = BartForConditionalGeneration(config)

        def forward(self, source, target):
            mask = (source != PAD).long()
            out = self.inner(
                input_ids=source, attention_mask=mask, decoder_input_ids=target, use_cache=False
            )
            return out.logits

    return Bart()


def step(model: nn.Module, optimizer, source, target) -> float:
    begun = time.perf_counter()
    logits = model(source, target[:, :-1])
    loss = F.cross_entropy(
        logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=PAD, label_smoothing=0.1
    )
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return time.perf_counter() - begun


def main() -> None:
    command = parser(__doc__)
    command.add_argument("--dropout", type=float, default=0.0)
    command.add_argument("--steps", type=int, default=30)
    command.add_argument("--threads", type=int, default=1)
    options = command.parse_args()
    if options.quick:
        options.steps = 1
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    models = {
        "nn.Transformer": TorchTransformer(options.dropout),
        "ours": ours(options.dropout),
        "HF Bart": bart(options.dropout),
    }
    models = {name: model.train() for name, model in models.items() if model is not None}
    optimizers = {n: torch.optim.AdamW(m.parameters(), fused=True) for n, m in models.items()}
    times: dict[str, list[float]] = {name: [] for name in models}
    for number in range(options.steps + 3):
        source, target = torch.randint(4, WORDS, (64, 32)), torch.randint(4, WORDS, (64, 33))
        for name, model in models.items():
            seconds = step(model, optimizers[name], source, target)
            if number >= 3:  # the first steps also allocate and import
                times[name].append(seconds)
    base = statistics.median(times["nn.Transformer"])
    print(f"{options.steps} steps, dropout {options.dropout}, {options.threads} thread(s)")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        count = sum(p.numel() for p in models[name].parameters())
        print(
            f"{name:16} {median * 1000:7.1f} ms   ratio {median / base:.2f}   {count:,} parameters"
        )


if __name__ == "__main__":
    main()
