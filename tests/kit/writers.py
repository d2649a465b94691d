"""Small models that write, one of each family, untrained but lively: sentences of different lengths."""

import torch

from transformer.config import TransformerConfig
from transformer.decoding import Table
from transformer.families import GPT, GPTConfig
from transformer.model import Transformer
from transformer.vocabulary import END

WORDS = 12

# "he" begins better, "she hit me" is the best, and "he ran" is better than what a narrow beam finds.
ROWS = {
    "<start>": {"he": 0.6, "she": 0.4},
    "he": {"hit": 0.29, "ran": 0.31, "sat": 0.4},
    "she": {"hit": 0.9, "ran": 0.1},
    "hit": {"me": 0.8, "<end>": 0.2},
    "ran": {"<end>": 1},
    "sat": {"<end>": 0.55, "me": 0.45},
    "me": {"<end>": 1},
}


def table() -> Table:
    return Table(ROWS)


def gpt() -> GPT:
    torch.manual_seed(3)
    model = GPT(GPTConfig(WORDS, d_model=16, d_ff=32, decoder_layers=1, self_heads=2)).eval()
    return lively(model, model.target_embedding)


def transformer() -> Transformer:
    torch.manual_seed(3)
    sizes = {"encoder_layers": 1, "decoder_layers": 1, "self_heads": 2, "cross_heads": 2}
    model = Transformer(TransformerConfig(WORDS, WORDS, d_model=16, d_ff=32, **sizes)).eval()
    return lively(model, model.target_embedding)


def gru():
    """Ask for the fixture `foreign_families` before."""
    from tests.contract.families import gru as foreign

    torch.manual_seed(3)
    model = foreign.GRU(foreign.GRUConfig(WORDS, WORDS, hidden=8)).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(3)
        model.out.bias[END] += 1.5
    return model


def each() -> dict:
    """One of each family, and the table."""
    return {"transformer": transformer(), "gpt": gpt(), "gru": gru(), "table": table()}


@torch.no_grad()
def lively(model, embedding):
    """Words that repel themselves, so that no sentence is one word again and again."""
    model.decoder.norm.weight.mul_(-1)
    embedding.table.weight[END] = -embedding.table.weight[4:].mean(0)
    return model


def sources(batch: int, length: int = 4) -> torch.Tensor:
    return torch.randint(4, WORDS, (batch, length), generator=torch.Generator().manual_seed(5))


def full(model, source: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
    """Logits for every token by one forward pass without memory: (batch, target, vocabulary)."""
    return model(tokens) if isinstance(model, GPT) else model(source, tokens)
