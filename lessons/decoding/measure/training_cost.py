from transformer.weights import Trained

"""What a training has cost, in floating point operations: estimated, as everybody does."""


def flops(trained: Trained) -> float:
    """Return 6 · parameters · target tokens read in training, END counted (Kaplan et al. 2020: forward and backward
    pass together multiply and add three times per parameter and token)."""
    card, train = trained.card, trained.task.train
    examples = card.get("steps", card["settings"]["steps"]) * card["settings"]["batch"]
    tokens = examples * sum(len(example.target) + 1 for example in train) / len(train)
    return 6 * card["parameters"] * tokens
