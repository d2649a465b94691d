"""Update the cards of trained models without changing a weight.

    python -m transformer.measure.cards                  measures the held-out scores again
    python -m transformer.measure.cards --fingerprint    stores the fingerprint of the current code

Both work on all models, or on those that are named. After a change of the model code, use the first: it
measures again and also stores the fingerprint. The second is enough if the change does not affect what is
computed.
"""

import argparse
from pathlib import Path

import torch

from transformer import weights
from transformer.diagnosis import writable
from transformer.runs.commands import command
from transformer.training import vocabularies
from transformer.weights.fingerprint import fingerprints


def again(name: str, folder: Path = weights.FOLDER) -> tuple[dict, dict]:
    """Measure the model of that name and write its card; return the scores before and after."""
    trained, card = weights.load(name, folder), weights.load_card(name, folder)
    words = vocabularies(trained.task)
    scores = trained.family.objective.measure(trained.model, trained.task, words)
    weights.save_card(
        name, card | {"held_out": scores, "code": fingerprints(trained.model)}, folder
    )
    return card["held_out"], scores


def fingerprinted(name: str, folder: Path = weights.FOLDER) -> bool:
    """Write only the fingerprint of the current code to a card; return whether it has changed."""
    card, code = weights.load_card(name, folder), fingerprints(weights.load(name, folder).model)
    if card.get("code") == code:
        return False
    weights.save_card(name, card | {"code": code}, folder)
    return True


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m transformer.measure.cards")
    parser.add_argument("names", nargs="*", help="names of models (default: all)")
    parser.add_argument(
        "--fingerprint",
        action="store_true",
        help="renew only the fingerprint of the code, not the scores",
    )
    options = parser.parse_args(arguments)
    writable.require(weights.FOLDER)
    torch.set_num_threads(1)
    for name in options.names or weights.names():
        if options.fingerprint:
            message = "updated the fingerprint of the code" if fingerprinted(name) else "as before"
        else:
            before, after = again(name)
            other = [f"{n}: {before.get(n)} → {v}" for n, v in after.items() if before.get(n) != v]
            message = "; ".join(other) or "as before"
        print(f"{name:36} {message}", flush=True)


if __name__ == "__main__":
    with command("cards"):
        main()
