"""By which names this app may be called.

A page of the web can give its own name the address of this computer, and then talk to the app in your
browser (DNS rebinding). No such name is taken: only addresses, this computer's own name, and the names in
$GLASSBOX_HOSTS (with commas; "*" for all, behind a proxy that checks them).
"""

import os
import socket
from ipaddress import ip_address

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

SAID = (
    "This app is not called {name}. Open it by its address, as in http://127.0.0.1:8501. If the name is meant "
    "to be this computer's, start the app with GLASSBOX_HOSTS={name}"
)


class OwnNames:
    """Middleware: a request under a foreign name gets a sentence, of a page and of a connection alike."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if ours(host):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            name = "".join(c for c in host[:80] if c.isalnum() or c in ".-:[]")
            await PlainTextResponse(SAID.format(name=name), 421)(scope, receive, send)


def ours(host: str) -> bool:
    """Whether "name:port" is an address, or a name of this computer."""
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    name = name.lower().rstrip(".")
    allowed = {n.strip().lower() for n in os.environ.get("GLASSBOX_HOSTS", "").split(",")} - {""}
    if "*" in allowed or name in allowed or name == "localhost" or name.endswith(".localhost"):
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
