"""The class of this app, if it was started with `make class`: its secret, its votes, and the sentences it proposes."""

import os
import secrets
from dataclasses import dataclass, field

from lessons.host.classroom.mistakes import Mistakes
from lessons.host.classroom.proposals import Proposals
from lessons.host.classroom.question import Question
from lessons.host.classroom.votes import Votes

TEACHER = "glassbox_teacher"  # the cookie with the secret
SECRET = "GLASSBOX_CLASS"  # the environment variable that starts a class


@dataclass
class Room:
    """What a class has said; in memory only."""

    secret: str
    votes: Votes = field(default_factory=Votes)
    proposals: Proposals = field(default_factory=Proposals)
    mistakes: Mistakes = field(default_factory=Mistakes)
    on_screen: Question | None = None  # the question on the teacher's page
    is_answered: bool = False  # whether that page shows the answer

    def is_teacher(self, token: str | None) -> bool:
        """Say whether a browser has the teacher's secret."""
        return secrets.compare_digest((token or "").encode(), self.secret.encode())

    def show(self, question: Question | None, is_uncovered: bool) -> None:
        """Remember the question on the teacher's page. If its answer is uncovered there, phones show it too."""
        self.on_screen, self.is_answered = question, is_uncovered
        ballot = self.votes.ballot
        if is_uncovered and ballot and ballot.question == question:
            self.votes.uncover()


ROOM = Room(os.environ[SECRET]) if os.environ.get(SECRET) else None
