"""The checks of `beam_step`, `score`, `top_p` and `accept`, in the order in which they run."""

from typing import Any

import torch

from lessons.decoding import hints
from lessons.decoding.answers import (
    accepted_and_residual,
    finite_number,
    kept_and_ended,
    token_probabilities,
)
from lessons.decoding.cases import (
    ASIDE,
    DRAFTS,
    EXACT,
    IMPOSSIBLE,
    LAWS,
    SCORES,
    STEPS,
    TABLE,
    TIED,
)
from lessons.decoding.mistakes import MISTAKES
from lessons.decoding.solution import accept, beam_step, score, top_p
from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import close
from lessons.kit.spec import Attempt, Spec, exercise
from transformer.decoding import Fate, beam
from transformer.decoding.sample import Settings
from transformer.decoding.speculative import check as check_draft
from transformer.vocabulary import END

CLOSE = 1e-5  # a student may compute in float32


# --- beam_step --------------------------------------------------------------------------------
def runs(beam_step: Attempt) -> None:
    for totals, log_p, k in STEPS:
        for part in beam_step(totals, log_p, k):
            for total, h, token in part:
                if not (0 <= h < len(totals) and 0 <= token < len(log_p[0])):
                    saw = f"({total:.2f}, {h}, {token}); hypotheses: {len(totals)}, tokens: {len(log_p[0])}"
                    raise Failed(saw, "(total, hypothesis, token)")


def totals_are_sums(beam_step: Attempt) -> None:
    for totals, log_p, k in STEPS:
        for part in beam_step(totals, log_p, k):
            for total, h, token in part:
                right = totals[h] + log_p[h][token]
                if not abs(total - right) <= CLOSE:
                    saw = f"a total of {total:.4f}"
                    expected = f"{totals[h]:.4f} + ({log_p[h][token]:.4f}) = {right:.4f}"
                    raise Failed(saw, expected)


def ended_is_put_aside(beam_step: Attempt) -> None:
    for arguments in ASIDE:
        (kept, ended), (_, right) = beam_step.both_answers(*arguments)
        if any(token == END for _, _, token in kept):
            raise Failed("END is in `kept`", "END only in `ended`")
        same_candidates(f"k = {arguments[2]}, ended", ended, right)


def k_are_kept(beam_step: Attempt) -> None:
    for arguments in STEPS:
        kept, ended = beam_step(*arguments)
        if len(kept) != arguments[2]:
            saw = f"k = {arguments[2]}: {len(kept)} were kept and {len(ended)} put aside"
            raise Failed(saw, f"{arguments[2]} kept")


def best_are_kept(beam_step: Attempt) -> None:
    totals = [0.0]
    for step in beam(TABLE, torch.zeros(1, 1, dtype=torch.long), beams=3):
        kept, ended = beam_step(totals, step.log_probabilities[0].tolist(), 3)
        for part, fate in ((kept, Fate.KEPT), (ended, Fate.ASIDE)):
            with_fate = [candidate for candidate in step.candidates() if candidate.fate == fate]
            right = [
                (candidate.total, candidate.parent, candidate.token) for candidate in with_fate
            ]
            same_candidates(f"step {step.number + 1} of a search, {fate.name.lower()}", part, right)
        totals = [total for total, _, _ in kept]


def same_candidates(what: str, got: list, right: list) -> None:
    if [candidate[1:] for candidate in got] != [candidate[1:] for candidate in right]:
        raise Failed(f"{what}: {candidate_list(got)}", candidate_list(right))


def candidate_list(part: list) -> str:
    words = (f"{h} with {'END' if token == END else token} ({t:.2f})" for t, h, token in part)
    return ", ".join(words) or "none"


# --- score ------------------------------------------------------------------------------------
def score_parity(score: Attempt) -> None:
    for total, tokens, alpha in SCORES:
        got, right = score.both_answers(total, tokens, alpha)
        if not abs(got - right) <= CLOSE:
            saw = f"{total} with {len(tokens)} tokens, α = {alpha:g}: {got:.4f}"
            raise Failed(saw, f"{right:.4f}")


# --- top_p ------------------------------------------------------------------------------------
def keeps_the_fewest(top_p: Attempt) -> None:
    for probabilities, p in (*LAWS, *EXACT, TIED):
        count, right = (
            sum(probability > 0 for probability in kept)
            for kept in top_p.both_answers(probabilities, p)
        )
        if count != right:
            saw = f"{printed_numbers(probabilities)} with p = {p:.3g}: {count} tokens kept"
            raise Failed(saw, f"{right}: the fewest tokens whose probabilities reach {p:.3g}")


def top_p_parity(top_p: Attempt) -> None:
    for probabilities, p in (*LAWS, ([0.1, 0.6, 0.3], 1.0)):
        kept = Settings(top_p=p).distribution(
            torch.tensor(probabilities, dtype=torch.float64).log()
        )
        got, right = top_p(probabilities, p), kept.by_token().tolist()
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"{printed_numbers(probabilities)} with p = {p:.3g}: {printed_numbers(got)}, together {sum(got):.3g}"
            raise Failed(saw, f"{printed_numbers(right)}, together 1")


# --- accept -----------------------------------------------------------------------------------
def acceptance(accept: Attempt) -> None:
    for drafted, p, q, u in (*DRAFTS, IMPOSSIBLE):
        (got, _), chance = accept(drafted, p, q, u), reference_check(drafted, p, q)[0]
        if got != (u < chance):
            saw = f"p = {p[drafted]:g}, q = {q[drafted]:g}, u = {u:g}: {acceptance_word(got)}"
            raise Failed(saw, f"{acceptance_word(not got)}: the probability is {chance:g}")


def residual(accept: Attempt) -> None:
    for drafted, p, q, u in DRAFTS:
        (_, got), right = accept(drafted, p, q, u), reference_check(drafted, p, q)[1]
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"p = {printed_numbers(p)}, q = {printed_numbers(q)}: residual {printed_numbers(got)}, together {sum(got):.3g}"
            raise Failed(saw, f"{printed_numbers(right)}, together 1")


def reference_check(drafted: int, p: list[float], q: list[float]) -> tuple[float, list[float]]:
    """Return the probability of being accepted, and the residual, computed by `transformer`."""
    chance, left = check_draft(
        torch.tensor([[p, p]]), torch.tensor([[q]]), torch.tensor([[drafted]])
    )
    return chance.item(), left[0, 0].tolist()


def acceptance_word(accepted: bool) -> str:
    return "accepted" if accepted else "rejected"


def printed_numbers(numbers: list[float]) -> str:
    return " ".join(f"{number:.3g}" for number in numbers)


def equal_answers(a: Any, b: Any) -> bool:
    """Return whether two answers agree; candidates may come in any order."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, ArithmeticError) and type(a) is type(b)
    if isinstance(a, tuple) and isinstance(b, tuple):  # kept, ended: (total, hypothesis, token)
        a, b = (
            [sorted(part, key=lambda candidate: candidate[1:]) for part in both] for both in (a, b)
        )
    return close(a, b)


EXERCISE = exercise(
    __file__,
    "`beam_step`, `score`, `top_p` and `accept` are defined",
    hints.BEGIN,
    Spec(
        beam_step,
        STEPS,
        Check("`beam_step` returns `kept` and `ended`", runs, hints.BEGIN),
        Check("a total is a sum of log-probabilities", totals_are_sums, hints.SUMS),
        Check(
            "a finished hypothesis among the first k is put aside", ended_is_put_aside, hints.ASIDE
        ),
        Check("k hypotheses continue, even if one has finished", k_are_kept, hints.GO_ON),
        Check("in a whole search, the best k continue", best_are_kept, hints.BEST),
        answer=kept_and_ended,
    ),
    Spec(
        score,
        SCORES,
        Check("`score` is total / |y|^α and counts END", score_parity, hints.SCORE),
        answer=finite_number,
    ),
    Spec(
        top_p,
        LAWS,
        Check("`top_p` keeps the fewest tokens that reach p", keeps_the_fewest, hints.FEWEST),
        answer=token_probabilities,
    ),
    Spec(
        top_p,
        EXACT,
        Check("`top_p` matches the reference top-p", top_p_parity, hints.LAW),
        answer=token_probabilities,
    ),
    Spec(
        accept,
        [lambda accept, draft=draft: accept(*draft)[0] for draft in DRAFTS],
        Check("a token is accepted with probability p / q", acceptance, hints.ACCEPT),
        answer=accepted_and_residual,
        further=True,
    ),
    Spec(
        accept,
        [lambda accept, draft=draft: accept(*draft)[1] for draft in DRAFTS],
        Check("the residual is the part of p that q lacks", residual, hints.RESIDUAL),
        answer=accepted_and_residual,
        further=True,
    ),
    mistakes=MISTAKES,
    reveals="a solution",
    same=equal_answers,
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
