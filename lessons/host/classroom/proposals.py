"""Sentences that phones propose: plain text, which the teacher sees first."""

import threading

LENGTH = 200  # characters of a sentence
PER_PHONE = 3  # sentences of a phone that wait
MOST = 200  # sentences that wait


class Proposals:
    """The sentences that wait, oldest first, each with a number. Any thread may call any method."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[str, str]] = {}  # number → (phone, sentence)
        self._last = 0
        self.is_open = False  # whether phones offer a field for a sentence

    def propose(self, phone: str, sentence: str) -> str:
        """Store a sentence; return "" or why it is not accepted."""
        sentence = " ".join(sentence.split())
        with self._lock:
            if not self.is_open:
                return "The page on the wall takes no sentence now."
            if not sentence or len(sentence) > LENGTH:
                return f"A sentence has 1 to {LENGTH} characters."
            if not sentence.isprintable():
                return "A sentence has no control characters."
            phones = [owner for owner, _ in self._waiting.values()]
            if phones.count(phone) >= PER_PHONE or len(phones) >= MOST:
                return "Your earlier sentences still wait."
            self._last += 1
            self._waiting[self._last] = phone, sentence
            return ""

    def waiting(self) -> list[tuple[int, str]]:
        """Return the number and the text of each sentence that waits, without those that are equal."""
        with self._lock:
            texts = {sentence: number for number, (_, sentence) in reversed(self._waiting.items())}
            return sorted((number, sentence) for sentence, number in texts.items())

    def take(self, number: int) -> str:
        """Return a sentence and remove it, with those that are equal; "" if it no longer waits."""
        with self._lock:
            _, sentence = self._waiting.get(number, ("", ""))
            self._waiting = {n: p for n, p in self._waiting.items() if p[1] != sentence}
            return sentence

    def clear(self) -> None:
        """Remove all sentences."""
        with self._lock:
            self._waiting = {}
