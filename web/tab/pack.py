"""The files that a tab needs to run Python, as files of a site: `build(folder)`.

Every file is packed into classic scripts (`web/packing.py`), because a browser loads those from any host and
from a local folder; each has its hash. Pyodide and numpy come from Pyodide's own address, where the browser
checks their hashes, or are copied from a folder of yours, so that no other host is contacted.
"""

import base64
import hashlib
import io
import json
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from web import packing

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
WEIGHTS = ROOT / "transformer" / "weights"
NUMPY_TORCH = ROOT / "packages" / "numpy_torch" / "numpy_torch"  # stands in for PyTorch
PART = 1 << 20  # bytes per script; after each, the page updates its progress
# Pyodide 314.0.3; numpy's hash is the one in its lock file.
ADDRESS = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
NUMPY = "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
PYODIDE = {
    "pyodide.mjs": (17_880, "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5"),
    "pyodide.asm.mjs": (1_249_447, "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d"),
    "pyodide.asm.wasm": (9_596_462, "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf"),
    "python_stdlib.zip": (2_545_106, "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4"),
    NUMPY: (2_916_023, "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e"),
}  # fmt: skip
LOCK = {  # the needed part of Pyodide's own lock file
    "info": {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.0"},
    "packages": {"numpy": {
        "depends": [], "file_name": NUMPY, "imports": ["numpy"], "install_dir": "site", "name": "numpy",
        "package_type": "package", "sha256": PYODIDE[NUMPY][1], "unvendored_tests": False, "version": "2.4.3",
    }},
}  # fmt: skip
WHEELS = ("-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "-py3-none-any.whl")  # for this Pyodide
CODE = {".py", ".js", ".css", ".json", ".jsonl", ".html", ".svg", ".png"}
DATA = "lessons/*/data/*/*.safetensors"  # small files next to the lesson that shows them
APART = ("__pycache__", "tests", "fonts")
# Pure-Python libraries that pages use: markdown, and code highlighting for four languages.
LIBRARIES = {
    "markdown_it": "**/*.py",
    "mdurl": "**/*.py",
    "pygments": "*.py",
    "pygments/lexers": ("__init__.py", "_mapping.py", "python.py", "diff.py", "shell.py", "special.py"),
    "pygments/formatters": ("__init__.py", "_mapping.py", "html.py"),
    "pygments/styles": ("__init__.py", "_mapping.py", "default.py"),
    "pygments/filters": ("__init__.py",),
}  # fmt: skip


class Wrong(ValueError):
    """Raised for a folder without the right Pyodide; the message says what to do."""


def build(folder: Path, pyodide: Path | None = None, torch: Path | None = None) -> dict[str, Any]:
    """Write all files to `folder`, including "tab.js"; return what `tab.js` needs to know. `torch`: a
    folder with the wheels of a PyTorch for Pyodide; without it, numpy_torch stands in."""
    from lessons.figures.kit import chart_page

    folder.mkdir(parents=True, exist_ok=True)
    begin = {name: _own(folder, pyodide, name) for name in PYODIDE}
    begin["pyodide-lock.json"] = packed(folder, "pyodide-lock.json", json.dumps(LOCK).encode())
    wheels = _wheels(torch) if torch else []
    for wheel in wheels:
        begin[wheel.name] = packed(folder, wheel.name, wheel.read_bytes(), zipped=True)
    begin["project.zip"] = packed(folder, "project.zip", project(not torch), zipped=True)
    weights = {
        file.name: packed(folder, file.name, file.read_bytes())
        for file in sorted(WEIGHTS.glob("*.safetensors"))
        if not file.name.startswith("my_")
    }
    plotly = "plotly.min.js"
    later = weights | {plotly: packed(folder, plotly, chart_page.plotly().encode())}
    content = {
        "begin": list(begin),
        "packages": [NUMPY, *(wheel.name for wheel in wheels)],
        "later": list(weights),
        "files": begin | later,
    }
    _script(folder, content)
    return content


def add(folder: Path, content: dict[str, Any], answers: Mapping[str, bytes]) -> None:
    """Add each page's stored results (`known.py`)."""
    for page, data in answers.items():
        content["files"][f"answers-{page}"] = packed(folder, f"answers-{page}", data)
    _script(folder, content)


def _script(folder: Path, content: dict[str, Any]) -> None:
    code = {file.name: file.read_text(encoding="utf-8") for file in HERE.glob("*.js")}
    data = json.dumps({**content, "worker": code["worker.js"]})
    first = f"{{\nconst PYTHON = {data};\n{code['files.js']}\n{code['tab.js']}}}"
    others = [code[name] for name in ("runs.js", "trainings.js", "editor.js", "turn.js")]
    (folder / "tab.js").write_text("\n".join([first, *others]), encoding="utf-8")


def _own(folder: Path, pyodide: Path | None, name: str) -> dict[str, Any]:
    """Return one of Pyodide's files: at its own address, or from a folder."""
    size, expected = PYODIDE[name]
    if pyodide is None:
        return {"size": size, "hash": _hash(bytes.fromhex(expected)), "address": ADDRESS + name}
    file = pyodide / name
    if not file.is_file():
        raise Wrong(
            f"PYODIDE: there is no {name} in {pyodide}. Download Pyodide 314.0.3 with {NUMPY} from {ADDRESS}"
        )
    data = file.read_bytes()
    if (digest := hashlib.sha256(data).hexdigest()) != expected:
        raise Wrong(
            f"PYODIDE: {file} is the wrong file: its SHA-256 is {digest[:12]}…, but Pyodide 314.0.3 requires {expected[:12]}…"
        )
    return packed(folder, name, data)


def _wheels(folder: Path) -> list[Path]:
    """Return the wheels in a folder: PyTorch for this Pyodide, and what it needs."""
    wheels = sorted(folder.glob("*.whl"))
    if not any(wheel.name.startswith("torch-") for wheel in wheels):
        raise Wrong(
            f"TORCH: there is no wheel torch-….whl in {folder}. Put a PyTorch that was built for Pyodide 314.0.3 there, with "
            "the wheels that it needs, or leave out TORCH: then numpy_torch stands in"
        )
    for wheel in wheels:
        if not wheel.name.endswith(WHEELS):
            raise Wrong(
                f"TORCH: {wheel} was not built for Pyodide 314.0.3: its name must end with {' or '.join(WHEELS)}"
            )
    return wheels


def packed(folder: Path, name: str, data: bytes, zipped: bool = False) -> dict[str, Any]:
    """Write the parts of one file; return its transfer size, the number of parts, and its hash. A `zipped` file
    does not get smaller by packing, but is packed anyway to keep one way for all."""
    whole = (b"", data) if name.endswith(".safetensors") else (data, b"")
    small = packing.zipped(*whole, level=1 if zipped else 9)
    parts = [small[at : at + PART] for at in range(0, len(small), PART)]
    for number, part in enumerate(parts):
        (folder / f"{name}.{number}.js").write_bytes(packing.script(part, len(whole[0])))
    return {"size": len(small), "parts": len(parts), "hash": _hash(hashlib.sha256(data).digest())}


def _hash(digest: bytes) -> str:
    return f"sha256-{base64.b64encode(digest).decode()}"


def project(numpy_torch: bool = True) -> bytes:
    """Zip the project without its weights, with the pure-Python libraries; the bytes are reproducible."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, path in sorted(dict(_files(numpy_torch)).items()):
            about = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            file.writestr(about, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return archive.getvalue()


def private_files() -> list[str]:
    """Return the private files that readers of a site would see on its pages: exercises that differ from git,
    and your own layers, tasks and weights."""
    mine = sorted(
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob("transformer/*/my_*")
        if path.is_file()
    )
    command = ["git", "diff", "--relative", "--name-only", "HEAD", "--", "lessons/*/exercise.py"]
    try:
        changed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8").stdout
    except OSError:  # git is not installed
        changed = ""
    return changed.splitlines() + mine


def stand_ins(numpy_torch: bool = True) -> Iterator[tuple[str, Path]]:
    """Return the modules that take the place of libraries in a tab: name → file."""
    yield "plotly/__init__.py", HERE / "plotly.py"
    yield "filelock.py", HERE / "filelock.py"
    yield "streamlit.py", HERE / "in_place_of_streamlit.py"
    for path in (HERE / "safetensors").glob("*.py"):
        yield f"safetensors/{path.name}", path
    if not numpy_torch:
        return
    yield "torch.py", NUMPY_TORCH / "in_place_of_torch.py"
    for path in NUMPY_TORCH.rglob("*.py"):
        yield path.relative_to(NUMPY_TORCH.parent).as_posix(), path


def _files(numpy_torch: bool = True) -> Iterator[tuple[str, Path]]:
    """Return name in the ZIP → file. `my_…` files are left out; exercises are included as they are: see `private_files`."""
    for top in ("transformer", "lessons", "web"):
        for path in (ROOT / top).rglob("*"):
            name = path.relative_to(ROOT)
            apart = set(name.parts) & set(APART) or path.name.startswith("my_")
            if (path.suffix in CODE or name.match(DATA)) and not apart and path.is_file():
                yield name.as_posix(), path
    yield from ((f"web/python/{name}", path) for name, path in stand_ins(numpy_torch))
    for library, which in LIBRARIES.items():
        top, *below = library.split("/")
        spec = find_spec(top)
        if spec is None or not spec.submodule_search_locations:
            raise Wrong(
                f"{top} is not installed, but the tab needs it. Run: pip install -r requirements.txt"
            )
        site = Path(spec.submodule_search_locations[0])
        home = site.joinpath(*below)
        paths = home.glob(which) if isinstance(which, str) else (home / name for name in which)
        for path in paths:
            yield f"web/python/{path.relative_to(site.parent).as_posix()}", path
