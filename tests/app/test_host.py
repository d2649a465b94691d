"""One process, the app and a browser's tab offer pages the same: `lessons.host.host`."""

import inspect

import pytest

from lessons.host.host import Host
from lessons.host.remote import App
from web.tab.host import Tab


@pytest.mark.parametrize("kind", [App, Tab])
def test_every_host_has_what_a_page_needs_and_nothing_else(kind):
    own = {name: value for name, value in vars(kind).items() if not name.startswith("_")}
    assert own and own.keys() <= vars(Host).keys()
    for name, value in own.items():
        if inspect.isfunction(value):
            assert inspect.signature(value) == inspect.signature(vars(Host)[name]), name
