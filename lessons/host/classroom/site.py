"""The site (`make site`) under the address of the class: students compute on their own devices; the server sends files."""

import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from lessons.host.source import ROOT

SITE = ROOT / "site"
HASHED = re.compile(r"\.[0-9a-f]{8,}\.\w+$")  # a name that changes with its content
FOREVER, ASK = "public, max-age=31536000, immutable", "no-cache"
TEXT = {".html", ".js", ".css", ".json", ".svg", ".mjs"}
KEPT = 2_000  # compressed files in memory, at most about 100 MB


@lru_cache(maxsize=KEPT)
def compressed(file: Path, changed: int) -> bytes:
    """Return a file compressed by gzip; again when its modification time changes."""
    return gzip.compress(file.read_bytes(), 6)


def respond(request: Request) -> Response:
    """Send a file of the site. A page sends its address without "/" to the one with it."""
    path = request.path_params["path"]
    file = (SITE / path).resolve()
    if not file.is_relative_to(SITE.resolve()) or not (SITE / "index.html").is_file():
        return missing()
    if file.is_dir():
        file = file / "index.html"
    if not file.is_file():
        return missing()
    changed = file.stat().st_mtime_ns
    tag = f'"{changed:x}-{file.stat().st_size:x}"'
    headers = {"Cache-Control": FOREVER if HASHED.search(file.name) else ASK, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if file.suffix in TEXT and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(compressed(file, changed), media_type=kind, headers=headers)
    return FileResponse(file, media_type=kind, headers=headers)


def missing() -> Response:
    """Say why there is no such file."""
    whole = (SITE / "index.html").is_file()
    why = (
        "The site has no page with this address."
        if whole
        else "The site was not built: run `make site` first."
    )
    return Response(why, 404, media_type="text/plain")


ROUTES = [Route("/class/site/{path:path}", respond)]
