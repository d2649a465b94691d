"""The app is this computer's own: by which names it may be called, and where it listens."""

import asyncio
import re
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit import config

from lessons.host.hosts import OwnNames, ours
from tests.kit.paths import ROOT

OURS = [
    "127.0.0.1:8501",
    "localhost",
    "localhost:8501",
    "[::1]:8501",
    "10.0.0.7:80",
    "app.localhost",
]
FOREIGN = [
    "evil.com",
    "evil.com:8501",
    "",
    "127.0.0.1.evil.com",
    "localhost.evil.com",
    "1.2.3",
    "evil.com:127.0.0.1",
]


@pytest.mark.parametrize("host", [*OURS, socket.gethostname(), f"{socket.gethostname()}:8501"])
def test_addresses_and_the_computers_own_name_are_ours(host):
    assert ours(host)


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_is_not_even_where_it_leads_here(host, monkeypatch):
    assert not ours(host)
    monkeypatch.setenv("GLASSBOX_HOSTS", "other.org, *")
    assert ours(host)


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_request_under_a_foreign_name_gets_no_further(kind, monkeypatch):
    monkeypatch.setenv("GLASSBOX_HOSTS", "lab.school.org")
    assert (
        asked(kind, "evil.com<b>") != "passed on"
        and asked(kind, "Lab.School.org:80") == "passed on"
    )
    said = asked("http", "evil.com<b>")
    assert (
        "not called evil.comb." in said and "GLASSBOX_HOSTS=evil.comb" in said and "<" not in said
    )


def asked(kind: str, host: str) -> str:
    """What somebody hears who calls the app by this name."""
    heard = []

    async def app(scope, receive, send):
        heard.append("passed on")

    async def send(message):
        heard.append(message.get("body", b"").decode() or message["type"])

    scope = {"type": kind, "headers": [(b"host", host.encode())], "method": "GET", "path": "/"}
    with ThreadPoolExecutor() as thread:  # this one may have a loop, of a browser
        thread.submit(asyncio.run, OwnNames(app)(scope, None, send)).result()
    return heard[-1]


def test_the_app_listens_on_this_computer_and_a_class_on_the_network():
    assert config.get_option("server.address") == "127.0.0.1"
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = dict(re.findall(r"^(app|class):.*\n((?:\t.*\n)+)", text, re.M))
    assert "--server.address" not in recipes["app"]
    assert (
        "--server.address=0.0.0.0" in recipes["class"]
        and "Everybody in this network" in recipes["class"]
    )
