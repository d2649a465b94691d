"""The address of a class: the one of this computer in its network, also as a QR code."""

import io
import socket
from urllib.parse import urlsplit, urlunsplit

import segno


def of_network() -> str:
    """Return this computer's address in the network that leads outside; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A reserved address; a datagram socket sends nothing yet.
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def reachable(link: str) -> str:
    """Return the same address for other devices: they cannot reach "localhost", so it becomes the address in the network.

    Raises `ValueError` for an address that does not begin with http:// or https://.
    """
    url = urlsplit(link)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError(f"“{link[:80]}” is not an address that begins with http:// or https://.")
    if url.hostname in ("localhost", "127.0.0.1", "::1"):
        port = f":{url.port}" if url.port else ""
        url = url._replace(netloc=f"{of_network()}{port}")
    return urlunsplit(url)


def qr(text: str) -> str:
    """Return a QR code as an SVG image, without a size of its own."""
    image = io.BytesIO()
    code = segno.make(text, error="m")
    code.save(image, kind="svg", border=2, omitsize=True, xmldecl=False)
    return image.getvalue().decode()
