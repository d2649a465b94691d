"""Where pages compute: in this process, in another one (the app), or in a browser's tab.

Each is a `Host`. A process has one, chosen once when it starts (`use`); pages and results never ask which.
"""

from collections.abc import Callable
from typing import Any

from lessons.host import limit
from lessons.host.locations import Mistake


class Host:
    """One process without a server: a notebook, a script, a test of a page.

    The app (`remote.App`) and a tab (`web.tab.host.Tab`) override what they do differently. Importing a module
    is not part of this interface: in the app, an import gives a proxy (`apart`).
    """

    # Whether the browser fetches the code of figures from this host. `ui.run`, which draws whole pages, sets it. A
    # figure in your own script contains its code.
    serves_drawings = False

    # ---- limit ----------------------------------------------------------------------------------
    def run_with_timeout(self, seconds: float, function: Callable, *arguments: Any) -> Any:
        """Call `function(*arguments)` for at most `seconds` of processor time, and return its result.

        Raises `limit.TooSlow` when the time is up, and `limit.Left` if the code exits.
        """
        return limit.run_with_timeout(seconds, function, *arguments)

    # ---- cache ----------------------------------------------------------------------------------
    def has_prepared(self, function: Callable, key: tuple) -> bool:
        """Say whether the result of a `shared_cache` function was computed before this process started."""
        return False

    def prepared(self, function: Callable, key: tuple) -> Any:
        """Return such a result."""
        raise KeyError(function.__qualname__)

    # ---- train ----------------------------------------------------------------------------------
    serving = False  # whether several visitors share the training runs

    def train(self, name: str, visitor: str = "") -> None:
        """Queue the training run of that name, where visitors take turns."""
        from lessons.host import server  # not in a tab, which has no web server

        server.submit(name, visitor)

    def cancel(self, name: str) -> None:
        """End the training run of that name. Raises `Busy` if another program trains it."""
        from lessons.host import server

        server.cancel(name)

    def progress(self, name: str) -> dict[str, Any]:
        """Return the `state` of a training run, its `queue_position`, and its `error`."""
        from lessons.host import server

        return server.progress(name)

    def warm_up(self) -> None:
        """Prepare for a training run that may be started soon."""

    # ---- explain --------------------------------------------------------------------------------
    @property
    def complaint(self) -> Mistake | None:
        """An explanation of code that computes although no page has asked for anything."""
        return None

    # ---- visitors -------------------------------------------------------------------------------
    def note_visitor(self) -> None:
        """Note that a page runs, so that computations in advance wait."""

    def give_way(self) -> None:
        """Wait until no visitor has done anything for a moment."""


_current = Host()


def current() -> Host:
    """Return the host of this process."""
    return _current


def use(host: Host) -> None:
    """Choose the host of this process, once, when it starts."""
    global _current
    _current = host
