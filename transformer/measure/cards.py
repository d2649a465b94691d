"""What the cards of trained models say, written again; no weight changes.

    python -m transformer.measure.cards                  measures the held-out scores again
    python -m transformer.measure.cards --fingerprint    says that the code of today is the code of the card

for all models, or those that are named. After a change of the machine's code the first is right: it
measures, and the fingerprint goes with it. The second is enough where nothing that is computed has changed.
"""

import argparse
from pathlib import Path

import torch

from transformer import weights
from transformer.training import vocabularies
from transformer.weights.fingerprint import fingerprints


def again(name: str, folder: Path = weights.FOLDER) -> tuple[dict, dict]:
    """Measure the model of that name and write its card; returns the scores before and after."""
    trained, card = weights.load(name, folder), weights.load_card(name, folder)
    words = vocabularies(trained.task)
    found = trained.family.objective.measure(trained.model, trained.task, words)
    weights.save_card(name, card | {"held_out": found, "code": fingerprints(trained.model)}, folder)
    return card["held_out"], found


def fingerprinted(name: str, folder: Path = weights.FOLDER) -> bool:
    """Write the fingerprint of today's code to a card, and nothing else; returns whether it is another."""
    card, code = weights.load_card(name, folder), fingerprints(weights.load(name, folder).model)
    if card.get("code") == code:
        return False
    weights.save_card(name, card | {"code": code}, folder)
    return True


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.measure.cards")
    parser.add_argument("names", nargs="*", help="of models; without any: all")
    parser.add_argument("--fingerprint", action="store_true", help="of the code, and no score")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    for name in options.names or weights.names():
        if options.fingerprint:
            said = "fingerprint of the code renewed" if fingerprinted(name) else "as before"
        else:
            before, after = again(name)
            other = [f"{n}: {before.get(n)} → {v}" for n, v in after.items() if before.get(n) != v]
            said = "; ".join(other) or "as before"
        print(f"{name:36} {said}", flush=True)


if __name__ == "__main__":
    main()
