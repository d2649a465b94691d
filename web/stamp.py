"""Name the site's code by its content, and its pages by their version.

A host and a browser keep files for a while. With hashed names, a page never runs the code of another version; its
code may only be gone, and then `version.js`, which keeps its name, tells whether a newer version was published
(load.js).
"""

import json
import re
from pathlib import Path

from web.packing import hashed

CODE = (*("code/*.js", "code/look.css", "tab/tab.js", "course.js", "*/built.js"),)
TABLE = "glassbox.names"  # a file that reads this table of the new names (load.js) begins with it
STAMPED = re.compile(r"\.[0-9a-f]{12}\.(?:js|css)$")
LINK = re.compile(r'(?<=src="|ref=")[^":?#]+\.(?:js|css)(?=")')


def stamp(folder: Path) -> str:
    """Rename the code of a finished site, and write the version into its pages; return the version."""
    files = sorted({file for pattern in CODE for file in folder.glob(pattern)})
    fresh = {f: TABLE in f.read_text("utf-8") for f in files if not STAMPED.search(f.name)}
    names = dict(_renamed(folder, file) for file, reads in fresh.items() if not reads)
    renamed = {old: new for old, new in names.items() if old.startswith(("code/", "tab/"))}
    for file in (file for file, reads in fresh.items() if reads):
        text = file.read_text("utf-8")
        file.write_text(f"{TABLE} = {json.dumps(renamed)};\n{text}", "utf-8")
        names.update([_renamed(folder, file)])
    pages = {page: _linked(folder, page, names) for page in sorted(folder.rglob("*.html"))}
    version = hashed("".join(pages.values()))
    for page, text in pages.items():
        text = re.sub(r"<html (?!data-version)", f'<html data-version="{version}" ', text, count=1)
        page.write_text(text, "utf-8")
    (folder / "version.js").write_text(f'glassbox.published = "{version}";\n', "utf-8")
    return version


def _renamed(folder: Path, file: Path) -> tuple[str, str]:
    """Rename a file; return its old and its new name."""
    new = file.with_name(f"{file.stem}.{hashed(file.read_bytes())}{file.suffix}")
    file.replace(new)
    return file.relative_to(folder).as_posix(), new.relative_to(folder).as_posix()


def _linked(folder: Path, page: Path, names: dict[str, str]) -> str:
    """Return a page with the new names in its links."""

    def new(match: re.Match) -> str:
        file = (page.parent / match[0]).resolve()
        new_name = names.get(file.relative_to(folder.resolve()).as_posix())
        return match[0].replace(file.name, Path(new_name).name) if new_name else match[0]

    return LINK.sub(new, page.read_text("utf-8"))
