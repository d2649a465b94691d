"""The state of a visit: `st.session_state`, and the address, `st.query_params`.

A value that was set by code lasts for the visit. A widget's value is dropped when the widget is no longer
drawn, unless it must stay (`persist_state`).
"""

from collections.abc import Callable, Iterator, MutableMapping
from typing import Any


class State(MutableMapping):
    """`st.session_state`: items that are also attributes."""

    _of_page: dict[str, Any]
    of_widgets: set[str]

    def __init__(self) -> None:
        vars(self).update(_of_page={}, of_widgets=set())

    def __getitem__(self, key: str) -> Any:
        return self._of_page[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._of_page[key] = value
        self.of_widgets.discard(key)

    def __delitem__(self, key: str) -> None:
        del self._of_page[key]
        self.of_widgets.discard(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._of_page)

    def __len__(self) -> int:
        return len(self._of_page)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._of_page[name]
        except KeyError:
            raise AttributeError(f"st.session_state has no key {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def keep(self, key: str, value: Any) -> None:
        """Return the value of a widget."""
        self._of_page[key] = value
        self.of_widgets.add(key)

    def forget(self, keys: set[str]) -> None:
        for key in keys & self.of_widgets:
            del self[key]


class Query(dict):
    """`st.query_params`: the part of the address after the "?"."""

    def to_dict(self) -> dict[str, str]:
        return dict(self)

    def get_all(self, key: str) -> list[str]:
        return [self[key]] if key in self else []


class Record(dict):
    """The messages of a component or a chart, by name, as attributes."""

    def __getattr__(self, name: str) -> Any:
        return self.get(name)


class Widget:
    """A widget of the current page: how it reads a value from the browser, and its callback."""

    def __init__(
        self,
        key: str,
        fragment: str,
        read: Callable[[Any], Any] = lambda value: value,
        called: Any = None,
        args: Any = (),
        kwargs: Any = None,
        momentary: bool = False,  # the value lasts for one run, as for a button
        bound: bool = False,  # the value is in the address
        stays: bool = False,  # the value is kept when the widget is not drawn
        names: dict[str, str | None]
        | None = None,  # name in an address → name that the page writes; None: nothing
    ):
        self.key, self.fragment, self.read, self.called = key, fragment, read, called
        self.args, self.kwargs = tuple(args or ()), dict(kwargs or {})
        self.momentary, self.bound, self.stays, self.names = momentary, bound, stays, names or {}

    def call(self, trigger: str = "") -> None:
        if callable(self.called):
            self.called(*self.args, **self.kwargs)
