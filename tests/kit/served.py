"""A folder at a local server, as a host of static files serves a site."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path


class Quiet(http.server.SimpleHTTPRequestHandler):
    # As GitHub Pages says it, also of scripts in UTF-16 (web/packing.py).
    extensions_map = {".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8"}

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Yields its address, which ends in "/"."""
    handler = partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
