"""Your exercise: one step of beam search, the score of what is complete, and top-p; and further, a draft.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `beam_step`; its checks come first. `accept` may
stay as it is.
"""

from transformer.vocabulary import END  # noqa: F401  the number of the token that ends a sentence


def beam_step(totals: list[float], log_p: list[list[float]], k: int) -> tuple[list, list]:
    """One step of beam search: (kept, ended), two lists of (total, hypothesis, token), best first.

    `totals[h]` is the sum of the log-probabilities of hypothesis h so far, `log_p[h][token]` the
    log-probability of each next token after it. Hypotheses and tokens are numbered from 0.
    """
    # 1  candidates: every hypothesis with every token, as (new total, hypothesis, token).
    # 2  ranked: all of them in one list, the largest total first.
    # 3  ended: those of the first k whose token is END. They are put aside.
    # 4  kept: the first k of those whose token is not END. So k go on, also where one has ended.
    # 5  return kept, ended
    raise NotImplementedError("beam_step is still to be written")


def score(total: float, tokens: list[int], alpha: float) -> float:
    """What complete hypotheses are ordered by: total / |y|^α.

    `tokens` are all that it wrote, END last; |y| is how many they are, with END.
    """
    raise NotImplementedError("score is still to be written")


def top_p(probabilities: list[float], p: float) -> list[float]:
    """What is drawn from: only the fewest most probable tokens that together have at least p.

    `probabilities[token]` add to 1, and so does what is returned, in the same order: 0 for each token
    that is cut.
    """
    # 1  order: the tokens, the most probable first.
    # 2  Go through them and keep each as long as those BEFORE it have less than p together. The
    #    token with which p is reached is thus still in.
    # 3  Scale up what was kept, so that it adds to 1 again.
    raise NotImplementedError("top_p is still to be written")


# --- further: a draft that is checked -----------------------------------------------------------


def accept(drafted: int, p: list[float], q: list[float], u: float) -> tuple[bool, list[float]]:
    """One token of a draft, checked: (accepted, residual). "Drafting" in the lesson says what it is for.

    A draft, a quick model, has drawn the token `drafted` from its probabilities q; the model's own are p,
    and they differ. u is a number drawn evenly between 0 and 1. The residual is what a token is drawn from
    in place of a refused one. So the text follows p, whatever q is.
    """
    # 1  accepted: whether u is below p / q of the drafted token.
    # 2  left: of each token, how much more p gives it than q; 0 where it gives less.
    # 3  residual: scale this up, so that it adds to 1.
    # 4  return accepted, residual
    raise NotImplementedError("accept is still to be written")
