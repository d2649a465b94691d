"""Streamlit asks every installed package for components, for each AppTest anew: here it asks once."""

from functools import cache

import pytest


@pytest.fixture(scope="session", autouse=True)
def packages_are_asked_once():
    """A tenth of a second for each page that a test opens; no test installs a package."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        scan = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield
