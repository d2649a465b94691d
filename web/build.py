"""Write the course as a folder of files, for any web host or a USB stick.

    python -m web.build [FOLDER]                    everything, into site/
    python -m web.build --lesson attention          the course page and this lesson
    python -m web.build --quick                     only parts and scenes: no examples, no notebooks

With --url=https://…, the address of the site, link previews find their pictures, and a sitemap is written.
With PYODIDE=folder (make site PYODIDE=folder), Python for the tab is copied, and no other host is contacted.
With TORCH=folder, the tab uses the wheel of a PyTorch built for Pyodide in place of packages/numpy_torch.
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
from transformer.diagnosis import writable  # noqa: E402
from transformer.runs.commands import command  # noqa: E402
from web import publish, scripts, search, views  # noqa: E402
from web.files import SPEAKER, Site  # noqa: E402
from web.tab import pack, saved_results  # noqa: E402
from web.views import as_json  # noqa: E402
from web.visit import ROOT, Visit  # noqa: E402

HERE = Path(__file__).parent
BUILT = (  # files whose names change with their content
    *("data/*.js", "tab/*", "code/*", "course.*.js", "*/built.*js", "*/page.*css"),
    "*/views/*.js",  # of earlier versions
)
MINE = """these files contain your own work, which every visitor to the site would see:
{files}
Build the site from a fresh git clone, where the exercises are still to be written. To publish your files as well, run
python -m web.build --with-mine"""


def main(arguments: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(prog="python -m web.build", description=__doc__)
    read.add_argument("folder", nargs="?", default="site", type=Path)
    read.add_argument("--lesson", action="append", choices=[entry.name for entry in LESSONS])
    read.add_argument("--quick", action="store_true")
    read.add_argument("--without-python", action="store_true", help="leave out Python for the tab")
    read.add_argument("--with-mine", action="store_true", help="include your own work")
    read.add_argument("--jobs", type=int, default=2, help="lessons to build in parallel")
    read.add_argument("--url", default="", help="the address at which the site will be published")
    options = read.parse_args(arguments)
    if options.url and not re.match(r"https?://[^/]", options.url):
        read.error(
            f"{options.url} is not an address. Write it whole: --url https://name.github.io/course"
        )
    if not options.with_mine and (mine := pack.private_files()):
        read.error(MINE.format(files="\n".join(mine)))
    writable.require(options.folder, "Choose another folder: python -m web.build FOLDER.")
    began, begun = time.time(), time.monotonic()
    names = options.lesson or [entry.name for entry in LESSONS]
    pyodide = os.environ.get("PYODIDE", "")
    fetches = not (options.without_python or pyodide)
    site = Site(options.folder, not options.without_python, fetches, options.url)
    code(site)
    tab = python(site, pyodide, os.environ.get("TORCH", "")) if site.python else {}
    course(site)
    work = [(site, name, options.quick) for name in names]
    if options.jobs > 1 and len(work) > 1:
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
            results = list(pool.map(lesson, *zip(*work, strict=True)))
    else:
        results = [lesson(*job) for job in work]
    if site.python:
        opens = {name: data for name, (_, data) in zip(names, results, strict=True)}
        pack.add(site.folder / "tab", tab, opens)
    if not options.lesson:
        tidy(options.folder, began)
    publish.finish(site)
    for line, _ in results:
        print(line)
    files = [file for file in options.folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 2**20
    print(
        f"{options.folder}: {len(files)} files, {size:.0f} MiB, in {time.monotonic() - begun:.0f} s"
    )


def tidy(folder: Path, began: float) -> None:
    """Delete the files of an earlier build, because most names change with their content."""
    for pattern in BUILT:
        for file in filter(Path.is_file, folder.glob(pattern)):
            if file.stat().st_mtime < began - 2:  # some disks store times in steps of two seconds
                file.unlink()


def lesson(site: Site, name: str, quick: bool) -> tuple[str, bytes]:
    """Build one lesson, its views and its notebook; return the duration, and results that a tab need not recompute."""
    import torch

    from lessons.host import live
    from web import notebook

    torch.set_num_threads(1)
    live.pin_generation(1, ())  # the code does not change during the build, so pages need not check
    begun, opens = time.monotonic(), saved_results.of_lesson(name) if site.python else b""
    views.listen()
    addresses = tuple(scene.address for scene in scenes.of_lesson(name))
    lesson_views = views.of_lesson(name, addresses, lambda key: not quick)
    site.lesson(lesson_views)
    notebook.write(site, name, runs=not quick)
    return f"{name}: {len(lesson_views.views)} views, {time.monotonic() - begun:.0f} s", opens


def course(site: Site) -> None:
    """Build the page of all lessons, `index.html`."""
    shown = Visit("course").run()
    components = site.components(shown, opens=True)
    content: dict[str, Any] = {"views": {}, "names": {}, "replies": {}}
    first = {"address": "[]", "query": {}, "next": {}, "components": components, "charts": {}}
    site.script("course.js", {**content, "first": first})
    site.index("course", shown, components)


def code(site: Site) -> None:
    """Write the files that all pages share: scripts, styles, the icon, Plotly's script."""
    import plotly

    from lessons.figures.kit.palette import DARK, LIGHT
    from lessons.figures.kit.plotting import PIXELS
    from web.static_streamlit.elements import known as components

    kit = ROOT / "lessons" / "kit"
    sheets = [HERE / "site.css", kit / "ui.css", kit / "present.css", HERE / "tab/tab.css"]
    css = "\n".join(file.read_text(encoding="utf-8") for file in sheets)
    fonts, css = scripts.apart(css)
    site.write("code/fonts.css", fonts)
    site.write("code/look.css", css)
    for font in (ROOT / "lessons/host/fonts").glob("*.woff2"):  # beside the style sheet
        site.write(f"code/{font.name}", font.read_bytes())
    site.write("icon.png", (kit / "icon.png").read_bytes())
    for kind in scripts.drawings():
        site.write(f"code/{kind}.js", scripts.drawing(kind))
    site.write("code/kit.js", (HERE / "load.js").read_text(encoding="utf-8") + scripts.kit())
    Visit("course").run()  # this registers the pages' small components
    Visit(LESSONS[0].name).run()
    from lessons.figures.kit.showing import PANEL

    small = {n: js for n, js in components.items() if not re.search(r"_[0-9a-f]{12}$|_figure$", n)}
    parts = {"glassbox_panel": PANEL, **small}
    colours = {light: DARK[name] for name, light in LIGHT.items()}
    page = f"glassbox.charts = {as_json({'colours': colours, 'pixels': PIXELS})};\n"
    for name in ("load.js", "notebook.js", "offline.js"):
        site.write(f"code/{name}", text_of(name))
    find = f"glassbox.index = {as_json(site.data(search.index()))};\n"
    find += text_of("headings.js") + text_of("search.js")
    # For notebooks and 404.html; the other pages have it in page.js.
    site.write("code/search.js", find)
    page += "".join(scripts.component(n, js) for n, js in parts.items())
    page += "\n".join(map(text_of, ("page.js", "chart.js", "views.js"))) + find
    site.write("code/page.js", page)
    site.write("code/speaker.js", f"glassbox.speaker = {as_json(SPEAKER)};\n")
    drawn = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    site.write("code/plotly.min.js", drawn.read_bytes())


def text_of(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def python(site: Site, folder: str, torch: str) -> dict[str, Any]:
    """Write the files that a tab needs to run Python; a local Pyodide folder makes other hosts unnecessary."""
    try:
        return pack.build(
            site.folder / "tab", *(Path(at) if at else None for at in (folder, torch))
        )
    except pack.Wrong as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    with command("web.build"):
        main()
