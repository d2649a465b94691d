"""The lines of a text that could not be used: counted by reason, with the first lines of each reason for
correction."""

from collections import Counter

KEPT, LENGTH = 3, 80  # lines of each reason; characters of such a line


class Refused(Counter):
    """Reason for refusal → number of lines. `lines` are the first of them: (number, why, text)."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[int, str, str]] = []

    def line(self, number: int, why: str, text: str) -> None:
        """Refuse one line."""
        self[why] += 1
        if self[why] <= KEPT:
            short = text if len(text) <= LENGTH else f"{text[: LENGTH - 1]}…"
            self.lines.append((number, why, short.replace("\t", "⇥")))

    def summary(self) -> str:
        """Return the counts for the end of a sentence: "; 12 × no tab; 3 × one side is empty"."""
        return "".join(f"; {count:,} × {why}" for why, count in self.items())
