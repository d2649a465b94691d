"""What must hold of `beam_step`, `score`, `top_p` and `accept`, in the order in which it is checked.

    from lessons.decoding.checks import check, hint, reveal
    check()                   # the functions in lessons/decoding/exercise.py
    check(another_beam_step)  # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

import torch

from lessons.decoding import hints
from lessons.decoding.recognise import DRAFTS, EXACT, LAWS, SCORES, STEPS, logs, recognise
from lessons.decoding.trial import Student, accept, beam_step, score, top_p
from lessons.kit.checking import Check
from lessons.kit.exercise import Exercise
from transformer.decoding import Fate, Table, beam
from transformer.decoding.sample import Settings
from transformer.decoding.speculative import check as check_draft
from transformer.vocabulary import END

CLOSE = 1e-5  # somebody may compute in float32
# END stands at rank 1, and again right behind the first k.
ASIDE = (*STEPS, ([0.0, -0.1], logs((0.2, 0.05, 0.5, 0.15, 0.1), (0.1, 0.06, 0.25, 0.5, 0.09)), 2))
TIED = ([0.25] * 4, 0.5)  # any two of them
ONE_IS_ENOUGH = (([0.2, 0.1, 0.55, 0.15], 0.5), ([0.3, 0.6, 0.1], 1 / 3))
IMPOSSIBLE = (2, [0.5, 0.5, 0.0], [0.25, 0.25, 0.5], 0.0)  # p is 0, so it is refused; u may be 0
TABLE = Table(
    {
        "<start>": {"he": 0.43, "she": 0.32, "it": 0.25},
        "he": {"sings": 0.51, "waits": 0.31, "<end>": 0.18},
        "she": {"waits": 0.48, "sings": 0.35, "<end>": 0.17},
        "it": {"waits": 0.78, "sings": 0.22},
        "sings": {"<end>": 0.58, "and": 0.42},
        "waits": {"<end>": 0.67, "and": 0.33},
        "and": {"sings": 0.56, "waits": 0.44},
    }
)


# --- beam_step --------------------------------------------------------------------------------


def runs(student: Student) -> None:
    for totals, log_p, k in STEPS:
        for part in student.beam_step(totals, log_p, k):
            for total, h, token in part:
                if not (0 <= h < len(totals) and 0 <= token < len(log_p[0])):
                    saw = f"({total:.2f}, {h}, {token}); hypotheses: {len(totals)}, tokens: {len(log_p[0])}"
                    raise student.failed("beam_step", saw, "(total, hypothesis, token)")


def sums(student: Student) -> None:
    for totals, log_p, k in STEPS:
        for part in student.beam_step(totals, log_p, k):
            for total, h, token in part:
                right = totals[h] + log_p[h][token]
                if not abs(total - right) <= CLOSE:
                    saw = f"a total of {total:.4f}"
                    expected = f"{totals[h]:.4f} + ({log_p[h][token]:.4f}) = {right:.4f}"
                    raise student.failed("beam_step", saw, expected)


def aside(student: Student) -> None:
    for asked in ASIDE:
        (kept, ended), (_, right) = student.beam_step(*asked), beam_step(*asked)
        if any(token == END for _, _, token in kept):
            raise student.failed("beam_step", "END among those kept", "END put aside")
        _alike(student, f"k = {asked[2]}, put aside", ended, right)


def k_go_on(student: Student) -> None:
    for asked in STEPS:
        kept, ended = student.beam_step(*asked)
        if len(kept) != asked[2]:
            saw = f"k = {asked[2]}: {len(kept)} kept, {len(ended)} put aside"
            raise student.failed("beam_step", saw, f"{asked[2]} kept")


def best_first(student: Student) -> None:
    totals = [0.0]
    for step in beam(TABLE, torch.zeros(1, 1, dtype=torch.long), beams=3):
        kept, ended = student.beam_step(totals, step.log_probabilities[0].tolist(), 3)
        for part, fate in ((kept, Fate.KEPT), (ended, Fate.ASIDE)):
            found = [one for one in step.candidates() if one.fate == fate]
            right = [(one.total, one.parent, one.token) for one in found]
            _alike(student, f"step {step.number + 1} of a search, {fate.name.lower()}", part, right)
        totals = [total for total, _, _ in kept]


def _alike(student: Student, what: str, got: list, right: list) -> None:
    if [one[1:] for one in got] != [one[1:] for one in right]:
        raise student.failed("beam_step", f"{what}: {_listed(got)}", _listed(right))


def _listed(part: list) -> str:
    words = (f"{h} with {'END' if token == END else token} ({t:.2f})" for t, h, token in part)
    return ", ".join(words) or "none"


# --- score ------------------------------------------------------------------------------------


def score_parity(student: Student) -> None:
    for total, tokens, alpha in SCORES:
        got, right = student.score(total, tokens, alpha), score(total, tokens, alpha)
        if not abs(got - right) <= CLOSE:
            saw = f"{total} with {len(tokens)} tokens, α = {alpha:g}: {got:.4f}"
            raise student.failed("score", saw, f"{right:.4f}")


# --- top_p ------------------------------------------------------------------------------------


def the_fewest(student: Student) -> None:
    for probabilities, p in (*LAWS, *ONE_IS_ENOUGH, *EXACT, TIED):
        count = sum(one > 0 for one in student.top_p(probabilities, p))
        right = sum(one > 0 for one in top_p(probabilities, p))
        if count != right:
            saw = f"{_row(probabilities)} with p = {p:.3g}: {count} kept"
            raise student.failed("top_p", saw, f"{right}: the fewest that have {p:.3g} together")


def top_p_parity(student: Student) -> None:
    for probabilities, p in (*LAWS, *ONE_IS_ENOUGH, ([0.1, 0.6, 0.3], 1.0)):
        law = Settings(top_p=p).law(torch.tensor(probabilities, dtype=torch.float64).log())
        got, right = student.top_p(probabilities, p), law.by_token().tolist()
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"{_row(probabilities)} with p = {p:.3g}: {_row(got)}, together {sum(got):.3g}"
            raise student.failed("top_p", saw, f"{_row(right)}, together 1")


# --- accept -----------------------------------------------------------------------------------


def acceptance(student: Student) -> None:
    for drafted, p, q, u in (*DRAFTS, IMPOSSIBLE):
        (got, _), chance = student.accept(drafted, p, q, u), _machine(drafted, p, q)[0]
        if got != (u < chance):
            saw = f"p = {p[drafted]:g}, q = {q[drafted]:g}, u = {u:g}: {_told(got)}"
            raise student.failed("accept", saw, f"{_told(not got)}: the chance is {chance:g}")


def residual(student: Student) -> None:
    for drafted, p, q, u in DRAFTS:
        (_, got), right = student.accept(drafted, p, q, u), _machine(drafted, p, q)[1]
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"p {_row(p)}, q {_row(q)}: residual {_row(got)}, together {sum(got):.3g}"
            raise student.failed("accept", saw, f"{_row(right)}, together 1")


def _machine(drafted: int, p: list[float], q: list[float]) -> tuple[float, list[float]]:
    """The chance of being accepted, and the residual."""
    chance, left = check_draft(
        torch.tensor([[p, p]]), torch.tensor([[q]]), torch.tensor([[drafted]])
    )
    return chance.item(), left[0, 0].tolist()


def _told(accepted: bool) -> str:
    return "accepted" if accepted else "refused"


def _row(numbers: list[float]) -> str:
    return " ".join(f"{one:.3g}" for one in numbers)


CHECKS: tuple[Check, ...] = (
    Check("beam_step, score, top_p and accept are there", Student.find, hints.BEGIN),
    Check("beam_step runs, and gives kept and ended", runs, hints.BEGIN),
    Check("a total is a sum of log-probabilities", sums, hints.SUMS),
    Check("END is put aside, among the first k", aside, hints.ASIDE),
    Check("k go on, also where one has ended", k_go_on, hints.GO_ON),
    Check("the best k of all go on, in a whole search too", best_first, hints.BEST),
    Check("score is total / |y|^α, END counted", score_parity, hints.SCORE),
    Check("top_p keeps the fewest that together have p", the_fewest, hints.FEWEST),
    Check("equals the machine’s top-p", top_p_parity, hints.LAW),
    Check("a draft is accepted with the chance p / q", acceptance, hints.ACCEPT),
    Check("the residual is what the draft gave too little of", residual, hints.RESIDUAL),
)

EXERCISE = Exercise(Student, CHECKS, recognise, (beam_step, score, top_p, accept), "a solution")
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.decoding.checks
    print(check())
