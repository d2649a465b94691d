"""A small site for all tests of this folder: what was built needs no Python and asks no other host."""

import subprocess
import sys

import pytest

from tests.kit.paths import ROOT
from tests.kit.served import served

# Of one lesson the parts, the scenes and the examples, of one with charts the parts, of one with several questions the
# first view; what takes its place in the tab is web/tab's.
BUILD = """
import sys
from pathlib import Path
from web import build, publish, views
from web.files import Site
from lessons.kit import scenes
site = Site(Path(sys.argv[1]))
build.code(site)
build.course(site)
views.listen()
addresses = tuple(scene.address for scene in scenes.of_lesson("attention"))
site.lesson(views.of_lesson("attention", addresses, lambda key: key == "example"))
site.lesson(views.of_lesson("cost", (), lambda key: False))
for name in ("ablations", "machine"):
    only = views.Views(name)
    only.first = views.add(only, *views.opened(name, {}))
    site.lesson(only)
for count in (0, 2):  # a figure of words alone, one with two numbers
    value = {"header": {"arrays": [{"offset": 0, "shape": [count]}]}}
    site.data(value, bytes(4 * count))
    site.data(value, bytes(4 * count), opens=True)
    site.script(f"opens_{count}.js", {})
from web import notebook
for name in ("ablations", "attention", "cost", "machine"):
    notebook.write(site, name, runs=False)
publish.finish(site)
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "under"  # a site may lie in any folder of a host
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def address(site):
    with served(site.parent) as host:
        yield f"{host}under/"
