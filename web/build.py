"""Write the course as a folder of files, for any host, a USB stick, or to open from a disk.

    python -m web.build [FOLDER]                    all of it, into site/
    python -m web.build --lesson attention          the course page and this lesson
    python -m web.build --quick                     parts and scenes alone: no examples, no notebooks

With PYODIDE=folder (make site PYODIDE=folder) Python for the tab is copied in, and nothing is asked of another host.
"""

import argparse
import os
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from web import stand_in

stand_in.use()

from lessons import LESSONS  # noqa: E402
from lessons.kit import scenes  # noqa: E402
from web import scripts, views  # noqa: E402
from web.files import SPEAKER, Site  # noqa: E402
from web.tab import known, pack  # noqa: E402
from web.views import as_json  # noqa: E402
from web.visit import ROOT, Visit  # noqa: E402

HERE = Path(__file__).parent
MINE = """whoever opens the site would see what was written here:
{files}
Build it from a fresh git clone, which has the exercises still to be written. To publish these files, too:
python -m web.build --with-mine"""


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(prog="python -m web.build", description=__doc__)
    read.add_argument("folder", nargs="?", default="site", type=Path)
    read.add_argument("--lesson", action="append", choices=[one.name for one in LESSONS])
    read.add_argument("--quick", action="store_true")
    read.add_argument("--without-python", action="store_true", help="nothing that the tab runs")
    read.add_argument("--with-mine", action="store_true", help="also what you have written here")
    read.add_argument("--jobs", type=int, default=2, help="lessons at the same time")
    asked = read.parse_args(given)
    if not asked.with_mine and (mine := pack.written()):
        read.error(MINE.format(files="\n".join(mine)))
    began, begun = time.time(), time.monotonic()
    names = asked.lesson or [one.name for one in LESSONS]
    pyodide = os.environ.get("PYODIDE", "")
    site = Site(asked.folder, not asked.without_python, not (asked.without_python or pyodide))
    code(site)
    tab = python(site, pyodide) if site.python else {}
    course(site)
    work = [(site, name, asked.quick) for name in names]
    if asked.jobs > 1 and len(work) > 1:
        with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
            told = list(pool.map(lesson, *zip(*work, strict=True)))
    else:
        told = [lesson(*one) for one in work]
    if site.python:
        opens = {name: data for name, (_, data) in zip(names, told, strict=True)}
        pack.add(site.folder / "tab", tab, opens)
    if not asked.lesson:
        tidy(asked.folder, began)
    for line, _ in told:
        print(line)
    files = [file for file in asked.folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 2**20
    print(f"{asked.folder}: {len(files)} files, {size:.0f} MB, in {time.monotonic() - begun:.0f} s")


def tidy(folder: Path, began: float) -> None:
    """Away with what an earlier build has left: most names change with what is in the files."""
    for pattern in ("data/*.js", "tab/*.js", "*/views/*.js"):
        for file in folder.glob(pattern):
            if file.stat().st_mtime < began - 2:  # some disks count in twos of seconds
                file.unlink()


def lesson(site: Site, name: str, quick: bool) -> tuple[str, bytes]:
    """One lesson: its views, its notebook; returns what it took, and what a tab need not compute again."""
    import torch

    from lessons.host import live
    from web import notebook

    torch.set_num_threads(1)
    live.stay(1, ())  # nobody edits the code meanwhile: no page need look whether it has changed
    begun, opens = time.monotonic(), known.of_lesson(name) if site.python else b""
    views.listen()
    addresses = tuple(scene.address for scene in scenes.of_lesson(name))
    found = views.of_lesson(name, addresses, lambda key: not quick)
    site.lesson(found)
    notebook.write(site, name, runs=not quick)
    return f"{name}: {len(found.views)} views, {time.monotonic() - begun:.0f} s", opens


def course(site: Site) -> None:
    """The page of all lessons; it opens as `index.html`."""
    shown = Visit("course").run()
    components = site.components(shown, opens=True)
    told = {"views": {}, "names": {}, "replies": {}}
    first = {"address": "[]", "query": {}, "next": {}, "components": components, "charts": {}}
    site.write("course.js", f"glassbox.built = {as_json({**told, 'first': first})};\n")
    site.index("course", shown, components)


def code(site: Site) -> None:
    """What all pages share: scripts, styles, the icon, Plotly's script."""
    import plotly
    from streamlit.elements import known as components

    from lessons.figures.kit.palette import DARK, LIGHT
    from lessons.figures.kit.plotting import PIXELS

    kit = ROOT / "lessons" / "kit"
    sheets = [HERE / "site.css", kit / "ui.css", kit / "present.css"]
    css = "\n".join(file.read_text(encoding="utf-8") for file in sheets)
    site.write("code/look.css", scripts.fonts_inside(css, ROOT / "lessons/host/fonts"))
    site.write("icon.png", (kit / "icon.png").read_bytes())
    for kind in scripts.drawings():
        site.write(f"code/{kind}.js", scripts.drawing(kind))
    site.write("code/kit.js", scripts.kit())
    Visit("course").run()  # then their small components are known
    Visit(LESSONS[0].name).run()
    from lessons.figures.kit.showing import PANEL

    small = {n: js for n, js in components.items() if not re.search(r"_[0-9a-f]{12}$|_figure$", n)}
    parts = {"glassbox_panel": PANEL, **small}
    site.write("code/parts.js", "".join(scripts.component(n, js) for n, js in parts.items()))
    colours = {light: DARK[name] for name, light in LIGHT.items()}
    page = f"glassbox.charts = {as_json({'colours': colours, 'pixels': PIXELS})};\n"
    for name in ("start.js", "load.js", "notebook.js"):
        site.write(f"code/{name}", (HERE / name).read_text(encoding="utf-8"))
    names = ("load.js", "page.js", "chart.js", "views.js")
    page += "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)
    site.write("code/page.js", page)
    site.write("code/speaker.js", f"glassbox.speaker = {as_json(SPEAKER)};\n")
    drawn = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    site.write("code/plotly.min.js", drawn.read_bytes())


def python(site: Site, folder: str) -> dict[str, Any]:
    """What a tab needs to run Python; with a folder of Pyodide no other host is asked for it."""
    try:
        return pack.build(site.folder / "tab", Path(folder) if folder else None)
    except pack.Wrong as wrong:
        sys.exit(f"PYODIDE: {wrong}")


if __name__ == "__main__":
    main()
