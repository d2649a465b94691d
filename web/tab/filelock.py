"""File locks in a tab: there is one process, so a lock is free unless it is held here."""

from pathlib import Path
from types import TracebackType

_held: set[str] = set()


class Timeout(TimeoutError):
    """Raised if the lock is already held."""


class FileLock:
    """A lock that never waits, because nobody else could release it."""

    def __init__(
        self, lock_file: str | Path, timeout: float = -1, *, blocking: bool = True, **_: object
    ):
        self.lock_file = str(lock_file)

    def acquire(self, *_: object, **__: object) -> "FileLock":
        if self.lock_file in _held:
            raise Timeout(self.lock_file)
        _held.add(self.lock_file)
        return self

    def release(self, *_: object, **__: object) -> None:
        _held.discard(self.lock_file)

    def __enter__(self) -> "FileLock":
        return self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
