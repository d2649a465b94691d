"""Compare the tokens per second of greedy decoding and beam search with Hugging Face's `generate`.

    python -m benchmarks.decoding               # 32 sentences, beam 4, one thread
    python -m benchmarks.decoding --rounds 15

There are two comparisons. "Equal size": our model and a Bart (d_model 128, 2 + 2 layers, 4 heads, 500 words,
untrained, 32 tokens each without END), each with its own cache; half of the time goes to products of equal
matrices. "Equal weights": `generate` with our own model and cache, on 32 held-out sentences of an included
model; only the search differs, and the outputs are identical. They run in turn, so that other programs affect
both equally; the result is the ratio of medians. "Products only" repeats only our matrix products: the limit
for a decoder of this size. The last table is the cost of keeping every step with all its candidates, and of
recording every attention map of the decoder as well. Install requirements-dev.txt first.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import BartConfig, BartForConditionalGeneration

from benchmarks.kit.options import parser
from tests.kit.hugging_face import generate
from transformer import weights
from transformer.config import TransformerConfig
from transformer.decoding import beam, greedy, last
from transformer.model import Transformer
from transformer.objectives.batch import Batch
from transformer.probe import record
from transformer.vocabulary import PAD, START

D, FF, LAYERS, HEADS, WORDS = 128, 512, 2, 4, 500
SENTENCES, SOURCE, STEPS = 32, 16, 32
NO_END = -1  # not the index of any token
GOALS = {
    "equal size": {"greedy": 1.1, "beam": 1.3},
    "equal weights": {"greedy": 1.3, "beam": 1.7},
}


def bart() -> BartForConditionalGeneration:
    config = BartConfig(
        vocab_size=WORDS,
        max_position_embeddings=STEPS + SOURCE,
        d_model=D,
        encoder_layers=LAYERS,
        decoder_layers=LAYERS,
        encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS,
        encoder_ffn_dim=FF,
        decoder_ffn_dim=FF,
        activation_function="relu",
        dropout=0.0,
        pad_token_id=PAD,
        bos_token_id=START,
        decoder_start_token_id=START,
        eos_token_id=None,
        forced_eos_token_id=None,
    )
    return BartForConditionalGeneration(config).eval()


def in_turn(ways: dict[str, Callable], rounds: int) -> dict[str, float]:
    """Return the median seconds of each, without the first round."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, run in ways.items():
            begun = time.perf_counter()
            run()
            if number:
                seconds[name].append(time.perf_counter() - begun)
    return {name: statistics.median(all_of) for name, all_of in seconds.items()}


def ours(model, source, beams: int, max_length: int = STEPS, **options) -> list[list[int]]:
    if beams == 1:
        written = greedy(model, source, max_length, **options)
    else:
        steps = beam(model, source, beams, max_length, alpha=1.0, **options)
        written = last(steps).answers().best()
    return [[token for token in row if token != PAD] for row in written.tolist()]


def equal_size(model, beams: int) -> dict[str, Callable]:
    peer, source = bart(), torch.randint(4, WORDS, (SENTENCES, SOURCE))
    more = {"early_stopping": True, "length_penalty": 1.0} if beams > 1 else {}

    def theirs() -> list[list[int]]:
        mask = torch.ones_like(source)
        options = {"num_beams": beams, "max_new_tokens": STEPS, "do_sample": False, **more}
        return peer.generate(input_ids=source, attention_mask=mask, **options)[:, 1:].tolist()

    return {"Hugging Face": theirs, "ours": partial(ours, model, source, beams, end=NO_END)}


def equal_weights(name: str, beams: int) -> dict[str, Callable]:
    trained = weights.load(name)
    words = trained.source_vocabulary, trained.target_vocabulary
    source = Batch.from_examples(trained.task.held_out[:SENTENCES], *words).source
    more = {"early_stopping": True} if beams > 1 else {}
    options = {"num_beams": beams, "max_new_tokens": STEPS, "output_scores": False, **more}

    def theirs() -> list[list[int]]:
        return generate(trained.model, source, use_cache=True, **options)[0]

    own = partial(ours, trained.model, source, beams)
    assert theirs() == own(), "not the same sentences"
    return {"Hugging Face": theirs, "ours": own}


class Products(TorchDispatchMode):
    """Record every matrix product inside the block, to compute only these products again."""

    KINDS = (torch.ops.aten.mm, torch.ops.aten.addmm, torch.ops.aten.bmm)

    def __init__(self):
        super().__init__()
        self.seen: list[tuple[Callable, tuple]] = []

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        if operation.overloadpacket in self.KINDS:
            self.seen.append((operation, tuple(a.clone() for a in args)))
        return operation(*args, **(kwargs or {}))

    @torch.no_grad()
    def again(self) -> None:
        for operation, args in self.seen:
            operation(*args)


def main() -> None:
    command = parser(__doc__)
    command.add_argument("--rounds", type=int, default=9)
    command.add_argument("--beams", type=int, default=4)
    command.add_argument("--threads", type=int, default=1)
    options = command.parse_args()
    if options.quick:
        options.rounds, options.beams = 1, 2
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    sizes = {"d_model": D, "d_ff": FF, "encoder_layers": LAYERS, "decoder_layers": LAYERS}
    heads = {"self_heads": HEADS, "cross_heads": HEADS}
    model = Transformer(TransformerConfig(WORDS, WORDS, **sizes, **heads)).eval()
    print(f"{SENTENCES} sentences, {options.threads} thread(s), medians of {options.rounds} rounds")
    for what, pair in {
        "equal size": partial(equal_size, model),
        "equal weights, english_french": partial(equal_weights, "english_french"),
        "equal weights, reverse": partial(equal_weights, "reverse"),
    }.items():
        for beams in (1, options.beams):
            ways = pair(beams)
            with Products() as products:
                tokens = sum(map(len, ways["ours"]()))
            ways["products only"] = products.again
            took = in_turn(ways, options.rounds)
            name = "greedy" if beams == 1 else "beam"
            rates = "   ".join(f"{w} {tokens / s:8,.0f} tokens/s" for w, s in took.items())
            ratio, most = (took["Hugging Face"] / took[w] for w in ("ours", "products only"))
            print(
                f"{what:30} {name:7} {rates}   {ratio:.2f} x, at most {most:.2f} x   (goal {GOALS[what.split(',')[0]][name]})"
            )
    source = torch.randint(4, WORDS, (SENTENCES, SOURCE))
    search = partial(beam, model, source, options.beams, STEPS, end=NO_END)
    layers = [
        f"decoder.layers.{n}.{kind}_attention" for n in range(LAYERS) for kind in ("self", "cross")
    ]

    def with_maps() -> None:
        with record(model, *(f"{layer}.weights" for layer in layers)) as trace:
            list(search())
        assert all(len(values) == STEPS for values in trace.values.values())

    ways = {
        "only the answers": lambda: last(search()).answers(),
        "every step kept": lambda: list(search())[-1].answers(),
        "and all maps of the decoder": with_maps,
    }
    took = in_turn(ways, options.rounds)
    for name, seconds in took.items():
        part = seconds / took["only the answers"]
        print(f"{name:30} {seconds * 1000:7.1f} ms   {part:.2f}   (goal 1.10)")


if __name__ == "__main__":
    main()
