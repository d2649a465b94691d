"""Questions of the memory page, and the patterns that would give away their answers."""

from lessons.memory import results
from tests.kit.questions import Asked


def questions():
    yield Asked(results.predict("story"), "story", "memory-story", r"0\.97")
    yield Asked(results.predict("hops"), "hops", "memory-hops", r"0\.497")
    yield Asked(results.predict("follows"), "follows", "memory-follows", r"(0\.329|32\.9%)")
