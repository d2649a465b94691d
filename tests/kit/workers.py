"""Workers for the tests of pages: they start no other process."""

from concurrent.futures import Future

from lessons.host import server, storage
from transformer.runs import Run


def hired(workers, monkeypatch, folder):
    """Let the app hand its runs to these workers, and keep them in this folder; return the workers."""
    monkeypatch.setattr(storage, "RUNS", folder)
    for name, value in (("_workers", workers), ("_training", {})):
        monkeypatch.setattr(server, name, value)
    return workers


class AtOnce:
    """Workers that train while the caller waits; nothing starts another process."""

    def __init__(self):
        self.trained = []

    def submit(self, run, visitor=""):
        run = Run(run.folder)  # the app hands over the folder, as it lies there
        self.trained.append(run.name)
        future = Future()
        try:
            list(run.train())
            future.set_result(run)
        except FloatingPointError as error:
            run.write_card({**run.card, "state": "failed", "error": str(error)})
            future.set_exception(error)
        return future

    def queue_position(self, run):
        return 0

    def warm_up(self):
        raise AssertionError("a page that is only opened starts no process")


class Waiting:
    """Workers that take runs and never train them."""

    def __init__(self, error: Exception | None = None):
        self.taken, self.cancelled, self.error = [], [], error

    def warm_up(self):
        pass

    def submit(self, run, visitor=""):
        if self.error:
            raise self.error
        self.taken.append(run.name)
        return Future()

    def queue_position(self, run):
        return 1

    def cancel(self, run):
        self.cancelled.append(run.name)
