"""What must stay true of the whole: imports point one way, and nothing on screen is invented."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.kit.places import ROOT

PICTURES = {"streamlit", "plotly", "matplotlib", "lessons", "altair", "IPython"}


def sources(*folders: str, kinds: tuple[str, ...] = (".py",)) -> list[Path]:
    found = [p for folder in folders for p in sorted((ROOT / folder).rglob("*"))]
    return [p for p in found if p.suffix in kinds and "__pycache__" not in p.parts]


def imports(path: Path) -> set[str]:
    """The top-level packages that a file imports anywhere, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module.split(".")[0])
    return found


def test_the_machine_knows_no_picture():
    for path in sources("transformer"):
        found = imports(path) & PICTURES
        assert not found, f"{path} imports {found}"


def test_importing_the_machine_loads_no_picture():
    code = "import sys, transformer.weights; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "transformer.model" in run.stdout.split(), run.stderr
    assert not {m.split(".")[0] for m in run.stdout.split()} & PICTURES


def test_navigation_survives_a_broken_machine():
    """The table of contents must come up even when a student has broken every layer."""
    code = "import sys, lessons; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "lessons" in run.stdout.split(), run.stderr
    assert not {"torch", "transformer"} & {m.split(".")[0] for m in run.stdout.split()}


# A student's own code (exercise) and the text of a lesson may draw random numbers; a picture may not.
RANDOM = re.compile(
    r"Math\.random|getRandomValues|np\.random|torch\.rand|torch\.normal"
    r"|\brandom\.(random|uniform|gauss|randint|choice|sample|shuffle)|default_rng"
)
DRAWN = [
    p
    for p in sources("lessons", kinds=(".py", ".js"))
    if p.name == "page.py" or "figures" in p.relative_to(ROOT).parts or p.suffix == ".js"
] + [ROOT / "app.py", ROOT / "lessons" / "kit" / "ui.py"]


def test_nothing_on_screen_is_drawn_by_lot():
    for path in DRAWN:
        found = RANDOM.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path} uses {found.group()}"


UNSAFE = re.compile(
    r"unsafe_allow_html=True|unsafe_allow_javascript=True|import pickle|pickle\.load|torch\.load"
    r"|allow_pickle|weights_only=False|\beval\(|\bexec\(|innerHTML|insertAdjacentHTML|document\.write"
)


def test_nothing_typed_can_be_run():
    for path in sources("lessons", "transformer", kinds=(".py", ".js")):
        text = path.read_text(encoding="utf-8").replace(".eval()", "")
        if path.name == "checking.py":  # runs the student's own file, which is code and no text
            text = text.replace("exec(code, module.__dict__)", "")
        found = UNSAFE.search(text)
        assert not found, f"{path} uses {found.group()}"


def test_nothing_comes_from_the_network():
    """Fonts, scripts and styles are in the repository: a class behind a firewall sees everything."""
    address = re.compile(r"""(src|href|import|url|from)\s*[=(]?\s*["'(]+\s*(https?:)?//""")
    for path in sources("lessons", kinds=(".py", ".js", ".css", ".html")):
        assert not address.search(path.read_text(encoding="utf-8")), path
