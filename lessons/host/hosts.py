"""The host names under which this app answers.

A web page can point its own name at the address of this computer and then talk to the app through your
browser (DNS rebinding). So the app answers only to addresses, this computer's own name, and the names in
$GLASSBOX_HOSTS (separated by commas; "*" for all, behind a proxy that checks them).
"""

import os
import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SAID = (
    "{name} is not an allowed host name for this app. Open the app at its address, such as http://127.0.0.1:8501. To "
    "allow this name, start the app with GLASSBOX_HOSTS={name}"
)


class OwnNames:
    """Middleware: reject a page or connection under an unknown host name with a sentence."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin", "")
        if ours(host) and (scope["type"] == "http" or same_page(origin, host)):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            name = "".join(c for c in host[:80] if c.isalnum() or c in ".-:[]")
            await PlainTextResponse(SAID.format(name=name), 421)(scope, receive, send)


HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:]+))(?::\d{1,5})?")  # [::1]:8501, or name:8501


def allowed() -> set[str]:
    """Return the names in $GLASSBOX_HOSTS."""
    return {n.strip().lower() for n in os.environ.get("GLASSBOX_HOSTS", "").split(",")} - {""}


def same_page(origin: str, host: str) -> bool:
    """Say whether a socket is opened by a page of this app: a page of another port of this computer is foreign. A
    program other than a browser names no origin; behind a proxy, the page has a name in $GLASSBOX_HOSTS."""
    page = urlsplit(origin)
    return (
        not origin or page.netloc.lower() == host.lower() or bool({page.hostname, "*"} & allowed())
    )


def ours(host: str) -> bool:
    """Say whether "name:port" is an address, or a name of this computer."""
    if "*" in allowed():
        return True
    if not (parts := HOST.fullmatch(host)):
        return False
    name = (parts[1] or parts[2]).lower().rstrip(".")
    if name in allowed() or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip_address(name)
        return True
    except ValueError:
        own = socket.gethostname().lower()
        return name in (
            own,
            f"{own}.local",
            f"{own.partition('.')[0]}.local",
            socket.getfqdn().lower(),
        )
