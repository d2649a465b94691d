"""The host in a tab: one thread, no second process, and results that came with the page."""

import sys
from collections.abc import Callable
from typing import Any

from lessons.host.host import Host
from web.tab import known, limit, trainings


class Tab(Host):
    """A browser's tab: `lessons.host.host`."""

    def within(self, seconds: float, function: Callable, *arguments: Any) -> Any:
        if hasattr(sys, "monitoring"):  # Python 3.12, and Python in a tab
            return limit.within(seconds, function, *arguments)
        return super().within(seconds, function, *arguments)

    def has_prepared(self, function: Callable, key: tuple) -> bool:
        return not known.edited and known.named(function, key) in known.kept

    def prepared(self, function: Callable, key: tuple) -> Any:
        return known.read(known.kept[known.named(function, key)])

    def train(self, name: str, visitor: str = "") -> None:
        trainings.train(name)

    def cancel(self, name: str) -> None:
        trainings.cancel(name)

    def progress(self, name: str) -> dict[str, Any]:
        return trainings.progress(name)
