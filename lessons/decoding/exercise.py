"""Your exercise: one step of beam search, the score of a finished hypothesis, top-p and (optional) a draft.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `beam_step`; its checks come first. `accept` is
optional.
"""

from transformer.vocabulary import END  # noqa: F401  the number of the token that ends a sentence


def beam_step(totals: list[float], log_p: list[list[float]], k: int) -> tuple[list, list]:
    """Take one step of beam search: return `kept` and `ended`, lists of (total, hypothesis, token), best first.

    `totals[h]` is the sum of the log-probabilities of hypothesis h so far, and `log_p[h][token]` is the
    log-probability of `token` after it. Hypotheses and tokens are numbered from 0.
    """
    # 1  candidates: every hypothesis with every token, as (new total, hypothesis, token).
    # 2  ranked: all of them in one list, the largest total first.
    # 3  ended: those of the first k candidates whose token is END. They are put aside.
    # 4  kept: the first k candidates whose token is not END. So k continue, even if one has finished.
    # 5  return kept, ended
    raise NotImplementedError("beam_step is still to be written")


def score(total: float, tokens: list[int], alpha: float) -> float:
    """Compute the score that ranks a finished hypothesis: total / |y|^α.

    `tokens` contains all its tokens, with END last; |y| is their number, including END.
    """
    raise NotImplementedError("score is still to be written")


def top_p(probabilities: list[float], p: float) -> list[float]:
    """Keep only the fewest, most probable tokens whose probabilities together reach p, and renormalize.

    The `probabilities` add up to 1. Return a list in the same order that adds up to 1, with 0 for
    each removed token.
    """
    # 1  order: the tokens, the most probable first.
    # 2  Go through them and keep each token as long as those BEFORE it have less than p together. So the
    #    token that reaches p is kept.
    # 3  Renormalize: divide by the sum, so that the kept probabilities add up to 1.
    raise NotImplementedError("top_p is still to be written")


# --- optional: check a draft ---------------------------------------------------------------------


def accept(drafted: int, p: list[float], q: list[float], u: float) -> tuple[bool, list[float]]:
    """Check one token of a draft: return (accepted, residual). See "Speculative decoding" in the lesson.

    The draft model has drawn the token `drafted` from its probabilities `q`; the target model's are `p`. `u` is
    drawn uniformly from 0 to 1. A rejected token is replaced by one drawn from the residual. So the text
    follows `p`, whatever `q` is.
    """
    # 1  accepted: whether u is below p / q of the drafted token.
    # 2  left: for each token, how much more probability p assigns it than q; 0 where p assigns less.
    # 3  residual: divide `left` by its sum, so that it adds up to 1.
    # 4  return accepted, residual
    raise NotImplementedError("accept is still to be written")
