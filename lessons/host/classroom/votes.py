"""The votes of a class on a question: two rounds, counted in memory and forgotten when the app ends.

Peer instruction (Crouch and Mazur 2001): vote in silence, discuss, vote again. A vote is stored under (phone, round), so
a repeated vote replaces the earlier one. The server's clock opens and closes a round.
"""

import csv
import io
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from lessons.host.classroom.question import Question, plain

GRACE = 2.0  # seconds after the end of a round in which a vote that was on its way still counts
# Shares of correct votes: below, explain; above, go on (Crouch and Mazur 2001).
EXPLAIN, GO_ON = 0.35, 0.70
ROUNDS = 2


@dataclass
class Ballot:
    """A question and the votes on it: `rounds[r][phone]` is the number of the chosen option."""

    number: int
    question: Question
    rounds: list[dict[str, int]] = field(default_factory=list)
    is_open: bool = False
    closed_at: float = 0.0
    is_uncovered: bool = False

    def counts(self, round_number: int) -> list[int]:
        """Return how many phones chose each option in a round (0 or 1)."""
        votes = self.rounds[round_number] if round_number < len(self.rounds) else {}
        counted = Counter(votes.values())
        return [counted[option] for option in range(len(self.question.options))]


class Votes:
    """The ballots of a class; the last one is on the phones. Any thread may call any method."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock, self._lock = clock, threading.RLock()
        self.ballots: list[Ballot] = []
        self.version = 0  # changes with what phones show
        self.counted = 0  # changes with each vote

    @property
    def ballot(self) -> Ballot | None:
        """Return the ballot that is on the phones, if there is one."""
        return self.ballots[-1] if self.ballots else None

    def open(self, question: Question) -> Ballot:
        """Open the next round of this question, or the first round of another one. After its answer has been uncovered,
        the same question is asked anew, of another class.

        Raises `ValueError` if both rounds are over.
        """
        with self._lock:
            ballot = self.ballot
            if ballot is None or ballot.question != question or ballot.is_uncovered:
                ballot = Ballot(len(self.ballots) + 1, question)
                self.ballots.append(ballot)
            if ballot.is_open:
                return ballot
            if len(ballot.rounds) == ROUNDS:
                raise ValueError("The class has voted twice. Uncover the answer now.")
            ballot.rounds.append({})
            ballot.is_open = True
            self.version += 1
            return ballot

    def close(self) -> None:
        """End the round that is open; votes on their way count for `GRACE` more seconds."""
        with self._lock:
            if (ballot := self.ballot) and ballot.is_open:
                ballot.is_open, ballot.closed_at = False, self._clock()
                self.version += 1

    def uncover(self) -> None:
        """End the ballot: phones show the correct option and the reason for each option."""
        with self._lock:
            if (ballot := self.ballot) and not ballot.is_uncovered:
                self.close()
                ballot.is_uncovered = True
                self.version += 1

    def vote(self, phone: str, number: int, round_number: int, option: int) -> str:
        """Store a vote; return "" or why it does not count."""
        with self._lock:
            ballot = self.ballot
            if ballot is None or number != ballot.number or round_number != len(ballot.rounds):
                return "This vote has ended."
            if not 0 <= option < len(ballot.question.options):
                return f"The question has {len(ballot.question.options)} options."
            late = self._clock() - ballot.closed_at > GRACE
            if ballot.is_uncovered or not ballot.is_open and late:
                return "This vote has ended."
            ballot.rounds[-1][phone] = option
            self.counted += 1
            return ""

    def for_phone(self) -> dict:
        """Return what every phone shows; no counts before the answer is uncovered."""
        with self._lock:
            ballot = self.ballot
            if ballot is None:
                return {"number": 0}
            question = ballot.question
            shown = {
                "number": ballot.number,
                "round": len(ballot.rounds),
                "open": ballot.is_open,
                "question": question.text,
                "options": question.options,
            }
            if ballot.is_uncovered:
                counts = [ballot.counts(r) for r in range(len(ballot.rounds))]
                shown |= {"right": question.right, "reasons": question.reasons, "counts": counts}
            return shown

    def own_vote(self, phone: str) -> int | None:
        """Return the option that this phone chose in the current round."""
        ballot = self.ballot
        return ballot.rounds[-1].get(phone) if ballot and ballot.rounds else None

    def for_wall(self) -> dict:
        """Return what the class sees on the wall: how many phones have voted, and, once the answer is uncovered or the
        second round is over, the counts of each round."""
        with self._lock:
            ballot = self.ballot
            if ballot is None:
                return {"number": 0}
            shows = ballot.is_uncovered or len(ballot.rounds) == ROUNDS and not ballot.is_open
            rounds = range(len(ballot.rounds)) if shows else ()
            return {
                "number": ballot.number,
                "key": ballot.question.key,
                "round": len(ballot.rounds),
                "open": ballot.is_open,
                "answered": len(ballot.rounds[-1]) if ballot.rounds else 0,
                "uncovered": ballot.is_uncovered,
                "counts": [ballot.counts(round_number) for round_number in rounds],
            }

    def for_notes(self) -> dict:
        """Return what only the teacher sees: the counts of each round, the correct option, and a hint."""
        with self._lock:
            ballot = self.ballot
            if ballot is None:
                return {"number": 0}
            counts = [ballot.counts(r) for r in range(len(ballot.rounds))]
            question, is_last = ballot.question, len(counts) == ROUNDS
            advice = "" if ballot.is_open else hint(counts[-1], question.right, is_last)
            return self.for_wall() | {
                "counts": counts,
                "options": question.options,
                "right": question.right,
                "hint": advice,
            }

    def as_csv(self) -> str:
        """Return one line per ballot, round and option, without names: `ballot,question,round,option,right,votes`."""
        table = io.StringIO()
        writer = csv.writer(table)
        writer.writerow(["ballot", "question", "round", "option", "right", "votes"])
        for ballot in self.ballots:
            question = ballot.question
            for round_number in range(len(ballot.rounds)):
                for option, votes in enumerate(ballot.counts(round_number)):
                    right = int(option == question.right)
                    cells = [question.key, round_number + 1, plain(question.options[option])]
                    writer.writerow([ballot.number, *cells, right, votes])
        return table.getvalue()


def hint(counts: list[int], right: int, is_last: bool) -> str:
    """Return what peer instruction suggests after a round: explain, discuss, or go on."""
    if not (votes := sum(counts)):
        return "No votes arrived."
    share = counts[right] / votes
    if share > GO_ON:
        advice = "uncover the answer and go on"
    elif is_last:
        advice = "uncover the answer and explain the idea"
    elif share < EXPLAIN:
        advice = "explain the idea, then vote again"
    else:
        advice = "let neighbours discuss, then vote again"
    return f"{share:.0%} are right: {advice}."
