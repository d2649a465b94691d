"""Name the site's code by its content, and its pages by their version.

A host and a browser keep files for a while. With hashed names, a page never runs the code of another version; its
code may only be gone, and then `version.js`, which keeps its name, tells whether a newer version was published
(load.js).
"""

import re
from pathlib import Path

from web.files import hashed
from web.views import as_json

CODE = (
    "code/*.js",
    "code/*.css",
    "tab/tab.js",
    "tab/tab.css",
    "course.js",
    "*/built.js",
    "*/page.css",
)
# It keeps its name: it has to be there in any version, because it reports what is not (start.js).
KEPT = "code/start.js"
LOADERS = (
    "code/load.js",
    "code/page.js",
)  # they request code by name, so they contain the table of names
STAMPED = re.compile(r"\.[0-9a-f]{12}\.(?:js|css)$")
LINK = re.compile(r'(?<=src="|ref=")[^":?#]+\.(?:js|css)(?=")')


def stamp(folder: Path) -> str:
    """Rename the code of a finished site, and write the version into its pages; return the version."""
    files = sorted({file for pattern in CODE for file in folder.glob(pattern)})
    fresh = [f.relative_to(folder).as_posix() for f in files if not STAMPED.search(f.name)]
    names = {name: _renamed(folder, name) for name in fresh if name not in (KEPT, *LOADERS)}
    table = (
        f"glassbox.names = {as_json({k: v for k, v in names.items() if k.startswith('code/')})};\n"
    )
    for name in filter(fresh.__contains__, LOADERS):
        (folder / name).write_text(table + (folder / name).read_text("utf-8"), "utf-8")
        names[name] = _renamed(folder, name)
    pages = {page: _linked(folder, page, names) for page in sorted(folder.rglob("*.html"))}
    version = hashed("".join(pages.values()))
    for page, text in pages.items():
        text = re.sub(r"<html (?!data-version)", f'<html data-version="{version}" ', text, count=1)
        page.write_text(text, "utf-8")
    (folder / "version.js").write_text(f'glassbox.published = "{version}";\n', "utf-8")
    return version


def _renamed(folder: Path, name: str) -> str:
    """Rename a file; return its new name."""
    file = folder / name
    new = file.with_name(f"{file.stem}.{hashed(file.read_bytes())}{file.suffix}")
    file.replace(new)
    return new.relative_to(folder).as_posix()


def _linked(folder: Path, page: Path, names: dict[str, str]) -> str:
    """Return a page with the new names in its links."""

    def new(match: re.Match) -> str:
        file = (page.parent / match[0]).resolve()
        known = names.get(file.relative_to(folder.resolve()).as_posix())
        return match[0].replace(file.name, Path(known).name) if known else match[0]

    return LINK.sub(new, page.read_text("utf-8"))
