"""What the class gets wrong: per exercise, how many tried, how many passed, and how often each mistake occurred."""

import threading
from collections import Counter

NAME = 300  # characters of the name of an exercise or a mistake
EXERCISES = 100  # exercises and mistakes of an exercise that are counted
PASSED = ""  # the mistake of a solution that passes


class Mistakes:
    """Counts without names: for each phone, the last result of each exercise."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._results: dict[str, dict[str, str]] = {}  # exercise → phone → mistake
        self._occurred: dict[str, Counter[str]] = {}  # exercise → mistake → phones that made it

    def tell(self, phone: str, exercise: str, mistake: str) -> str:
        """Count a result; return "" or why it is not counted. A phone counts once for each mistake."""
        if not exercise or max(len(exercise), len(mistake)) > NAME:
            return f"A name has 1 to {NAME} characters."
        with self._lock:
            if exercise not in self._results and len(self._results) >= EXERCISES:
                return "There are too many exercises."
            results = self._results.setdefault(exercise, {})
            occurred = self._occurred.setdefault(exercise, Counter())
            if results.get(phone) != mistake and mistake != PASSED:
                if mistake not in occurred and len(occurred) >= EXERCISES:
                    return "There are too many mistakes."
                occurred[mistake] += 1
            results[phone] = mistake
            return ""

    def table(self) -> list[dict]:
        """Return, for each exercise: its name, how many tried, how many passed, and its mistakes, most frequent first."""
        with self._lock:
            return [
                {
                    "exercise": exercise,
                    "tried": len(results),
                    "passed": sum(mistake == PASSED for mistake in results.values()),
                    "mistakes": self._occurred[exercise].most_common(),
                }
                for exercise, results in self._results.items()
            ]
