"""The held-out scores of trained models, measured again and written to their cards; no weight changes.

    python -m transformer.measure.cards

does it for all that lie beside their cards. A card that was written before something was measured has
it then.
"""

import argparse
from pathlib import Path

import torch

from transformer import weights
from transformer.training import vocabularies


def again(name: str, folder: Path = weights.FOLDER) -> tuple[dict, dict]:
    """Measure the model of that name and write its card; returns the scores before and after."""
    trained = weights.load(name, folder)
    words = vocabularies(trained.task)
    found = trained.family.objective.measure(trained.model, trained.task, words)
    weights.save_card(name, trained.card | {"held_out": found}, folder)
    return trained.card["held_out"], found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.measure.cards")
    parser.add_argument("names", nargs="*", help="of models; without any: all")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    for name in options.names or weights.names():
        before, after = again(name)
        changed = [f"{n}: {before.get(n)} → {v}" for n, v in after.items() if before.get(n) != v]
        print(f"{name:36} {'; '.join(changed) or 'as before'}", flush=True)


if __name__ == "__main__":
    main()
