"""The reference solution of the exercise.

`transformer/decoding/beam.py`, `sample.py` and `speculative.py` do the same with tensors, for a batch of sentences.
This solution uses lists, as a student would. Checks and tests compare both.
"""

from transformer.vocabulary import END


def beam_step(totals: list[float], log_p: list[list[float]], k: int) -> tuple[list, list]:
    candidates = [
        (total + p, hypothesis, token)
        for hypothesis, total in enumerate(totals)
        for token, p in enumerate(log_p[hypothesis])
    ]
    ranked = sorted(candidates, key=lambda candidate: candidate[0], reverse=True)
    ended = [candidate for candidate in ranked[:k] if candidate[2] == END]
    kept = [candidate for candidate in ranked if candidate[2] != END][:k]
    return kept, ended


def score(total: float, tokens: list[int], alpha: float) -> float:
    return total / len(tokens) ** alpha


def top_p(probabilities: list[float], p: float) -> list[float]:
    order = sorted(range(len(probabilities)), key=lambda token: -probabilities[token])
    kept, before = [0.0] * len(probabilities), 0.0
    for token in order:
        if before < p:
            kept[token] = probabilities[token]
        before += probabilities[token]
    together = sum(kept)
    return [probability / together for probability in kept]


def accept(drafted: int, p: list[float], q: list[float], u: float) -> tuple[bool, list[float]]:
    accepted = u < p[drafted] / q[drafted]
    left = [max(0.0, model - draft) for model, draft in zip(p, q, strict=True)]
    missing = sum(left)
    return accepted, [part / missing for part in left]
