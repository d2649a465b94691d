"""What a finished site has besides its pages: a page for lost addresses, a sitemap, and a list of its files."""

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lessons import LESSONS
from web.stamp import stamp

ROOT = Path(__file__).resolve().parents[1]

if TYPE_CHECKING:  # it needs the stand-in for Streamlit
    from web.files import Site

# As in each page (files.py).
START = (ROOT / "web/start.js").read_text(encoding="utf-8")
SIZE = "@size@"  # in the course page, where the size of the whole site is written
# A host shows 404.html at any depth. The folder of the site is the nearest one that contains version.js.
FIND = """
let folder = location.pathname, asked;
do {
  folder = folder.replace(/[^/]*\\/?$/, "");
  asked = new XMLHttpRequest();
  asked.open("GET", folder + "version.js", false);
  asked.send();
} while (folder.length > 1 && !(asked.status === 200 && asked.responseText.startsWith("glassbox.published")));
document.head.append(Object.assign(document.createElement("base"), { href: folder }));
"""
LOST = """<!doctype html>
<html lang="en" data-page="lost" data-root="">
<head><meta charset="utf-8"><title>Page not found · Glassbox Transformer</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="{policy}">
{base}
<link rel="icon" href="icon.png"><link rel="stylesheet" href="code/look.css">
<script>{start}</script>
<script defer src="code/load.js"></script><script defer src="code/search.js"></script></head>
<body class="notebook"><main>
<p class="soft"><a href="index.html">Glassbox Transformer</a></p>
<h1>Page not found</h1>
<p>The course has no page at this address. These are its lessons:</p>
<ol>
{lessons}
</ol>
</main></body></html>
"""


def lost(site: "Site") -> None:
    """Write 404.html, which many hosts show for an address without a page."""
    policy = site.policy.replace("base-uri 'none'", "base-uri 'self'")
    if site.host:
        base = f'<base href="{escape(urlsplit(site.host).path)}">'
    else:
        own = base64.b64encode(hashlib.sha256(FIND.encode()).digest()).decode()
        policy = policy.replace("script-src 'self'", f"script-src 'self' 'sha256-{own}'")
        base = f"<script>{FIND}</script>"
    lines = [
        f'<li><a href="{lesson.name}/index.html">{escape(lesson.title)}</a>: {escape(lesson.question)}</li>'
        for lesson in LESSONS
    ]
    site.write(
        "404.html", LOST.format(policy=policy, base=base, start=START, lessons="\n".join(lines))
    )


def finish(site: "Site") -> None:
    """Give a site whose pages are all written its version, its sitemap and the list of its files."""
    lost(site)
    stamp(site.folder)
    files = [file for file in sorted(site.folder.rglob("*")) if file.is_file()]
    course = site.folder / "index.html"
    size = f"{sum(file.stat().st_size for file in files) / 1e6:.0f}"
    course.write_text(course.read_text("utf-8").replace(SIZE, size), "utf-8")
    names = [file.relative_to(site.folder).as_posix() for file in files]
    listed = [
        [n, (site.folder / n).stat().st_size]
        for n in names
        if n not in ("files.js", "404.html", "sitemap.xml")
    ]
    site.write("files.js", f"glassbox.listed = {json.dumps(listed)};\n")
    if site.host:
        site.write("sitemap.xml", sitemap(site.host, site.folder))


def sitemap(host: str, folder: Path) -> str:
    """Return the list of all pages for search engines."""
    pages = [file for file in sorted(folder.rglob("*.html")) if file.name != "404.html"]
    names = [file.relative_to(folder).as_posix().removesuffix("index.html") for file in pages]
    urls = "".join(f"<url><loc>{escape(host + name)}</loc></url>\n" for name in names)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{urls}</urlset>\n"
