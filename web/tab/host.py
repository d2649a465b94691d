"""The host in a tab: one thread, no second process, and results that came with the page."""

import sys
from collections.abc import Callable
from typing import Any

from lessons.host.host import Host
from web.tab import limit, saved_results, trainings


class Tab(Host):
    """A browser's tab: `lessons.host.host`."""

    def run_with_timeout(self, seconds: float, function: Callable, *arguments: Any) -> Any:
        if hasattr(sys, "monitoring"):  # Python 3.12, and Python in a tab
            return limit.run_with_timeout(seconds, function, *arguments)
        return super().run_with_timeout(seconds, function, *arguments)

    def has_prepared(self, function: Callable, key: tuple) -> bool:
        return (
            not saved_results.edited
            and saved_results.call_of(function, key) in saved_results.results
        )

    def prepared(self, function: Callable, key: tuple) -> Any:
        return saved_results.read(saved_results.results[saved_results.call_of(function, key)])

    def train(self, name: str, visitor: str = "") -> None:
        trainings.train(name)

    def cancel(self, name: str) -> None:
        trainings.cancel(name)

    def progress(self, name: str) -> dict[str, Any]:
        return trainings.progress(name)
