"""The app is this computer's own: by which names it may be called, and where it listens."""

import asyncio
import re
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit import config

from lessons.host import loopback
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
    "[127.0.0.1]evil.com",
    "[::1]evil.com:80",
    "127.0.0.1:80:evil.com",
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
        "evil.comb is not an allowed host name" in said
        and "GLASSBOX_HOSTS=evil.comb" in said
        and "<" not in said
    )


def test_a_page_of_another_port_opens_no_socket(monkeypatch):
    here = "127.0.0.1:8501"
    assert asked("websocket", here, f"http://{here}") == asked("websocket", here) == "passed on"
    for other in ("http://127.0.0.1:9999", "http://localhost:8501", "http://evil.com", "null"):
        assert asked("websocket", here, other) != "passed on"
    monkeypatch.setenv("GLASSBOX_HOSTS", "lab.school.org")
    assert asked("websocket", here, "https://lab.school.org") == "passed on", (
        "a proxy changes the host"
    )


def asked(kind: str, host: str, origin: str = "") -> str:
    """What somebody hears who calls the app by this name."""
    heard = []

    async def app(scope, receive, send):
        heard.append("passed on")

    async def send(message):
        heard.append(message.get("body", b"").decode() or message["type"])

    headers = [(b"host", host.encode()), *([(b"origin", origin.encode())] if origin else [])]
    scope = {"type": kind, "headers": headers, "method": "GET", "path": "/"}
    with ThreadPoolExecutor() as thread:  # this one may have a loop, of a browser
        thread.submit(asyncio.run, OwnNames(app)(scope, None, send)).result()
    return heard[-1]


def test_the_app_listens_on_this_computer_and_a_class_on_the_network():
    assert config.get_option("server.address") == "127.0.0.1"
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = dict(re.findall(r"^(app|class):.*\n((?:\t.*\n)+)", text, re.M))
    assert "--server.address" not in recipes["app"] and "lessons.host.classroom" in recipes["class"]
    started = (ROOT / "lessons/host/classroom/__main__.py").read_text(encoding="utf-8")
    assert "--server.address=0.0.0.0" in started and "Everyone in this network" in started


def test_ipv6_of_this_computer_reaches_the_same_server():
    """Requests in two parts and answers that end with the connection, as a browser and a server send them."""

    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("This computer has no IPv6.")

    async def server(reader, writer):
        writer.write(b"answer to " + await reader.readuntil(b"end"))
        writer.close()

    async def visit():
        async with await asyncio.start_server(server, "127.0.0.1", 0) as ipv4:
            port = ipv4.sockets[0].getsockname()[1]
            async with loopback.also_ipv6("127.0.0.1", port):
                reader, writer = await asyncio.open_connection("::1", port)
                writer.write(b"a request ")
                await writer.drain()
                writer.write(b"end")
                answer = await reader.read()
            async with loopback.also_ipv6("10.0.0.7", port):  # not this computer's own address
                with pytest.raises(OSError):
                    await asyncio.open_connection("::1", port)
            return answer

    with ThreadPoolExecutor() as thread:
        assert thread.submit(asyncio.run, visit()).result() == b"answer to a request end"
