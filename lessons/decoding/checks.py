"""The checks of `beam_step`, `score`, `top_p` and `accept`, in the order in which they run."""

from typing import Any

import torch

from lessons.decoding import hints
from lessons.decoding.answers import a_law, a_number, two_lists, verdict
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


def sums(beam_step: Attempt) -> None:
    for totals, log_p, k in STEPS:
        for part in beam_step(totals, log_p, k):
            for total, h, token in part:
                right = totals[h] + log_p[h][token]
                if not abs(total - right) <= CLOSE:
                    saw = f"a total of {total:.4f}"
                    expected = f"{totals[h]:.4f} + ({log_p[h][token]:.4f}) = {right:.4f}"
                    raise Failed(saw, expected)


def aside(beam_step: Attempt) -> None:
    for asked in ASIDE:
        (kept, ended), (_, right) = beam_step.both_answers(*asked)
        if any(token == END for _, _, token in kept):
            raise Failed("END is in `kept`", "END only in `ended`")
        same_candidates(f"k = {asked[2]}, ended", ended, right)


def k_go_on(beam_step: Attempt) -> None:
    for asked in STEPS:
        kept, ended = beam_step(*asked)
        if len(kept) != asked[2]:
            saw = f"k = {asked[2]}: {len(kept)} were kept and {len(ended)} put aside"
            raise Failed(saw, f"{asked[2]} kept")


def best_first(beam_step: Attempt) -> None:
    totals = [0.0]
    for step in beam(TABLE, torch.zeros(1, 1, dtype=torch.long), beams=3):
        kept, ended = beam_step(totals, step.log_probabilities[0].tolist(), 3)
        for part, fate in ((kept, Fate.KEPT), (ended, Fate.ASIDE)):
            found = [one for one in step.candidates() if one.fate == fate]
            right = [(one.total, one.parent, one.token) for one in found]
            same_candidates(f"step {step.number + 1} of a search, {fate.name.lower()}", part, right)
        totals = [total for total, _, _ in kept]


def same_candidates(what: str, got: list, right: list) -> None:
    if [one[1:] for one in got] != [one[1:] for one in right]:
        raise Failed(f"{what}: {listed(got)}", listed(right))


def listed(part: list) -> str:
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
def the_fewest(top_p: Attempt) -> None:
    for probabilities, p in (*LAWS, *EXACT, TIED):
        count, right = (
            sum(one > 0 for one in kept) for kept in top_p.both_answers(probabilities, p)
        )
        if count != right:
            saw = f"{row(probabilities)} with p = {p:.3g}: {count} tokens kept"
            raise Failed(saw, f"{right}: the fewest tokens whose probabilities reach {p:.3g}")


def top_p_parity(top_p: Attempt) -> None:
    for probabilities, p in (*LAWS, ([0.1, 0.6, 0.3], 1.0)):
        kept = Settings(top_p=p).distribution(
            torch.tensor(probabilities, dtype=torch.float64).log()
        )
        got, right = top_p(probabilities, p), kept.by_token().tolist()
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"{row(probabilities)} with p = {p:.3g}: {row(got)}, together {sum(got):.3g}"
            raise Failed(saw, f"{row(right)}, together 1")


# --- accept -----------------------------------------------------------------------------------
def acceptance(accept: Attempt) -> None:
    for drafted, p, q, u in (*DRAFTS, IMPOSSIBLE):
        (got, _), chance = accept(drafted, p, q, u), machine(drafted, p, q)[0]
        if got != (u < chance):
            saw = f"p = {p[drafted]:g}, q = {q[drafted]:g}, u = {u:g}: {told(got)}"
            raise Failed(saw, f"{told(not got)}: the probability is {chance:g}")


def residual(accept: Attempt) -> None:
    for drafted, p, q, u in DRAFTS:
        (_, got), right = accept(drafted, p, q, u), machine(drafted, p, q)[1]
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"p = {row(p)}, q = {row(q)}: residual {row(got)}, together {sum(got):.3g}"
            raise Failed(saw, f"{row(right)}, together 1")


def machine(drafted: int, p: list[float], q: list[float]) -> tuple[float, list[float]]:
    """The probability of being accepted, and the residual, computed by `transformer`."""
    chance, left = check_draft(
        torch.tensor([[p, p]]), torch.tensor([[q]]), torch.tensor([[drafted]])
    )
    return chance.item(), left[0, 0].tolist()


def told(accepted: bool) -> str:
    return "accepted" if accepted else "rejected"


def row(numbers: list[float]) -> str:
    return " ".join(f"{one:.3g}" for one in numbers)


def same(a: Any, b: Any) -> bool:
    """Whether two answers agree; candidates may come in any order."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, ArithmeticError) and type(a) is type(b)
    if isinstance(a, tuple) and isinstance(b, tuple):  # kept, ended: (total, hypothesis, token)
        a, b = ([sorted(part, key=lambda one: one[1:]) for part in both] for both in (a, b))
    return close(a, b)


EXERCISE = exercise(
    __file__,
    "`beam_step`, `score`, `top_p` and `accept` are defined",
    hints.BEGIN,
    Spec(
        beam_step,
        STEPS,
        Check("`beam_step` returns `kept` and `ended`", runs, hints.BEGIN),
        Check("a total is a sum of log-probabilities", sums, hints.SUMS),
        Check("a finished hypothesis among the first k is put aside", aside, hints.ASIDE),
        Check("k hypotheses continue, even if one has finished", k_go_on, hints.GO_ON),
        Check("in a whole search, the best k continue", best_first, hints.BEST),
        answer=two_lists,
    ),
    Spec(
        score,
        SCORES,
        Check("`score` is total / |y|^α and counts END", score_parity, hints.SCORE),
        answer=a_number,
    ),
    Spec(
        top_p,
        LAWS,
        Check("`top_p` keeps the fewest tokens that reach p", the_fewest, hints.FEWEST),
        answer=a_law,
    ),
    Spec(
        top_p,
        EXACT,
        Check("`top_p` matches the reference top-p", top_p_parity, hints.LAW),
        answer=a_law,
    ),
    Spec(
        accept,
        [lambda accept, asked=asked: accept(*asked)[0] for asked in DRAFTS],
        Check("a token is accepted with probability p / q", acceptance, hints.ACCEPT),
        answer=verdict,
        further=True,
    ),
    Spec(
        accept,
        [lambda accept, asked=asked: accept(*asked)[1] for asked in DRAFTS],
        Check("the residual is the part of p that q lacks", residual, hints.RESIDUAL),
        answer=verdict,
        further=True,
    ),
    mistakes=MISTAKES,
    reveals="a solution",
    same=same,
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
