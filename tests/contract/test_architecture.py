"""What must stay true of the whole: imports point one way, and nothing on screen is invented.

A rule is one test, which names every file that breaks it.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from lessons import LESSONS
from lessons.host.source import files
from tests.kit.imports import (
    ROOT,
    called,
    circles,
    graph,
    imports,
    loaded,
    module_of,
    rooms,
    sources,
    tree,
)
from tools import journeys

PICTURES = {"streamlit", "plotly", "matplotlib", "altair", "IPython"}
NAMES = {lesson.name for lesson in LESSONS}


def packages(path: Path) -> set[str]:
    """The top-level packages that a file imports."""
    return {name.split(".")[0] for name in imports(path)}


def named(broken: dict) -> str:
    """Offender → what it does, a line each."""
    lines = [f"{place}: {what}" for place, what in sorted(broken.items())]
    return "\n".join(["", *lines])


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---- imports point one way ----------------------------------------------------------------------
def test_app_lessons_machine():
    """app.py → lessons → transformer, and never back."""
    never = {"transformer": {"lessons", "app", *PICTURES}, "lessons": {"app"}}
    broken = {
        short(path): sorted(found)
        for folder, forbidden in never.items()
        for path in sources(folder)
        if (found := packages(path) & (forbidden | {"tests", "benchmarks", "tools"}))
    }
    if found := packages(ROOT / "app.py") - {"lessons", "streamlit"}:
        broken["app.py"] = sorted(found)
    assert not broken, named(broken)


@cache
def layers() -> dict[str, int]:
    """Folder or file → its line in the drawing, counted from the top."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    lines = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1].splitlines()
    names = [re.split(r" {3,}", line)[0].split(" · ") for line in lines]
    return {name: number for number, line in enumerate(names) for name in line}


def layer(path: str) -> int:
    """The line of a file: that of the longest name in the drawing which begins its path."""
    if re.fullmatch(r"lessons/\w+\.py", path) and path not in layers():
        return layers()["lessons/*.py"]
    path = re.sub(rf"^lessons/({'|'.join(NAMES)})/", "lessons/NAME/", path)
    return layers()[max((n for n in layers() if f"{path}/".startswith(f"{n}/")), key=len)]


def test_the_drawing_of_the_layers_is_that_of_the_imports():
    """Nothing imports from a line above its own."""
    broken = {}
    for path in sources("tools", "benchmarks", "web", "lessons", "transformer"):
        for module in imports(path):
            other = module.replace(".", "/")
            other += "/__init__.py" if (ROOT / other).is_dir() else ".py"
            inside = (ROOT / other).exists() and not other.startswith("tests/")
            if inside and layer(other) < layer(short(path)):
                broken[short(path)] = f"imports {module}, which docs/architecture.md draws above it"
    assert not broken, named(broken)


def test_a_package_stands_alone():
    """What lies in packages/ imports nothing of the project, which imports only its public names."""
    own = {"transformer", "lessons", "web", "tools", "tests", "benchmarks", "app"}
    broken = {short(p): sorted(found) for p in sources("packages") if (found := packages(p) & own)}
    for path in sources("lessons", "transformer", "web", "tools"):
        if inner := {name for name in imports(path) if name.startswith("numpy_torch.")}:
            broken[short(path)] = sorted(inner)
    assert not broken, named(broken)


@pytest.mark.slow
def test_the_journeys_are_those_of_the_code():
    text = journeys.DRAWING.read_text(encoding="utf-8")
    assert journeys.updated_page(text) == text, "run: python -m tools.journeys"


def test_importing_the_machine_loads_no_picture():
    code = "import sys, transformer.weights; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "transformer.model" in run.stdout.split(), run.stderr
    assert not {m.split(".")[0] for m in run.stdout.split()} & {"lessons", *PICTURES}


def test_navigation_survives_a_broken_machine():
    """The table of contents must come up even when a student has broken every layer."""
    code = "import sys, lessons; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "lessons" in run.stdout.split(), run.stderr
    assert not {"torch", "transformer"} & {m.split(".")[0] for m in run.stdout.split()}


def test_the_machine_is_read_from_its_first_file_to_its_last():
    """The files at the top of `transformer/` are those of its docstring; they import each other, torch and
    nothing else, and the first seven, which are the Transformer, are watched and named by the rest, which
    import none of them."""
    said = ast.get_docstring(tree(ROOT / "transformer" / "__init__.py"))
    first, then = re.search(r"Read in this order: ([\w,\s]+); then ([\w,\s]+)\.", said).groups()
    first, then = re.split(r",\s+", first), re.split(r",\s+", then)
    files = {path.stem for path in (ROOT / "transformer").glob("*.py")} - {"__init__"}
    assert {*first, *then} == files, (
        "the docstring of transformer/__init__.py and the folder differ"
    )
    broken = {}
    for name in (*first, *then):
        allowed = {f"transformer.{other}" for other in ((*first, *then) if name in first else then)}
        found = imports(ROOT / "transformer" / f"{name}.py")
        found = {
            module
            for module in found
            if module.split(".")[0] not in {"torch", *sys.stdlib_module_names}
        }
        if others := found - allowed:
            broken[f"transformer/{name}.py"] = f"imports {', '.join(sorted(others))}"
    assert not broken, named(broken)


def test_no_import_goes_in_a_circle():
    """Neither from file to file, inside functions and by a name that is written out too, nor from one file or package
    at the top of a folder to another."""
    found = []
    for folder in ("transformer", "lessons", "web"):
        found += [*circles(graph(folder, also_loaded=True)), *circles(rooms(graph(folder)))]
    assert not found, "\n".join(["", *found])


def test_no_lesson_leans_on_a_lesson():
    """Nor does what lessons share; by an import, or by a name that is handed to `live.import_module`."""
    broken = {}
    for path in sources("lessons"):
        here = module_of(path).split(".")[1:2]
        names = imports(path) | {
            node.value
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if re.fullmatch(r"lessons\.\w+\.\w*", node.value)
        }
        found = {name for name in names if re.match(r"lessons\.(\w+)", name)}
        if others := sorted(n for n in found if n.split(".")[1] in NAMES - set(here)):
            broken[short(path)] = f"imports {', '.join(others)}"
    assert not broken, named(broken)


def users(folder: str, edges: dict[str, set[str]]) -> set[str]:
    """The lessons, and the other folders, that import something of a folder of figures or a file of measurements."""
    inside = {name for name in edges if f"{name}.".startswith(f"{folder}.")}
    direct = {name for name, others in edges.items() if others & inside} - inside
    return {place(name) for name in direct}


def place(module: str) -> str:
    """A lesson's name; otherwise the module, with the folder of a figure as one."""
    steps = module.split(".")
    if steps[0] == "lessons" and steps[1] in NAMES:
        return steps[1]
    return ".".join(steps[:3]) if steps[:2] == ["lessons", "figures"] else module


def test_what_one_lesson_uses_alone_lies_in_its_folder():
    """A figure or a measurement that is shared serves two lessons, or what all lessons share."""
    edges = {
        module_of(path): imports(path) | loaded(path)
        for path in sources("lessons", "transformer", "web", "tools")
    }
    shared = {place(name) for name in edges if name.startswith("lessons.figures.")}
    shared |= {name for name in edges if name.startswith("transformer.measure.")}
    broken = {}
    for folder in sorted(shared):
        if len(using := users(folder, edges)) == 1 and using <= NAMES:
            broken[folder] = (
                f"only the lesson {using.pop()} uses it: move it to the lesson's folder"
            )
    assert not broken, named(broken)


# ---- who computes -------------------------------------------------------------------------------
def runs_a_model(path: Path) -> set[str]:
    """What of a file runs a model: decoding, recording, a gradient; by the names that are used."""
    found = {name for name in imports(path) if name.startswith("transformer.decoding")}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            name = called(node)
            if name in {"record", "greedy", "backward", "switched_off", "no_grad", "enable_grad"}:
                found.add(f"{name}()")
    return found


def test_a_figure_measures_nothing():
    """It draws what `transformer/measure` found; a notebook draws it with one call all the same."""
    figures = [path for path in sources("lessons") if "figures" in path.parts]
    broken = {
        short(path): f"runs a model: {', '.join(sorted(runs))}"
        for path in figures
        if (runs := runs_a_model(path))
    }
    assert not broken, named(broken)


def test_words_and_facts_read_what_was_measured():
    """They put numbers of a figure, or of a measured object, into sentences; no model runs there."""
    broken = {
        short(path): ", ".join(sorted(found))
        for path in sources("lessons")
        if path.stem in ("words", "facts", "prediction") and (found := runs_a_model(path))
    }
    assert not broken, named(broken)


# ---- names --------------------------------------------------------------------------------------
PRIVATE = {"nursery", "desk", "shelf", "own", "first", "parts", "around", "prepared"}


def test_names_mean_something_to_a_stranger():
    """No module, function, class or alias that others meet has a name which only its author understands."""
    broken = {}
    for path in sources("lessons", "transformer", kinds=(".py", ".js")):
        names = [path.stem]
        if path.suffix == ".py":
            inside = tree(path)
            defined = ast.FunctionDef | ast.ClassDef
            names += [node.name for node in inside.body if isinstance(node, defined)]
            names += [n.asname or "" for n in ast.walk(inside) if isinstance(n, ast.alias)]
        if found := {name for name in names if name.lower() in PRIVATE}:
            broken[short(path)] = ", ".join(sorted(found))
    assert not broken, named(broken)


# ---- what is on screen --------------------------------------------------------------------------
# A student's own code (exercise) and the text of a lesson may draw random numbers; a picture may not.
RANDOM = re.compile(
    r"Math\.random|getRandomValues|np\.random|torch\.rand|torch\.normal"
    r"|\brandom\.(random|uniform|gauss|randint|choice|sample|shuffle)|default_rng"
)


def test_nothing_on_screen_is_drawn_by_lot():
    drawn = [
        path
        for path in [*sources("lessons", kinds=(".py", ".js")), ROOT / "app.py"]
        if path.suffix == ".js"
        or path.name in ("page.py", "app.py", "results.py", "facts.py", "words.py")
        or {"figures", "kit", "models", "host"} & set(path.relative_to(ROOT).parts)
    ]
    broken = {
        short(path): found.group()
        for path in drawn
        if (found := RANDOM.search(path.read_text(encoding="utf-8")))
    }
    assert not broken, named(broken)


UNSAFE = re.compile(
    r"unsafe_allow_html=True|unsafe_allow_javascript=True|import pickle|pickle\.load|torch\.load"
    r"|allow_pickle|weights_only=False|\beval\(|\bexec\(|innerHTML|insertAdjacentHTML|document\.write"
)
# These run code and no text: the student's own file, and the machine's source with one edit of ours.
RUNS_CODE = {
    "lessons/kit/checking.py": "exec(code, module.__dict__)",
    "lessons/kit/mistakes.py": 'exec(compile(text, inspect.getsourcefile(source) or "", "exec", do',
}


def test_nothing_typed_can_be_run():
    broken = {}
    for path in sources("lessons", "transformer", kinds=(".py", ".js")):
        text = path.read_text(encoding="utf-8").replace(".eval()", "")
        text = text.replace(RUNS_CODE.get(short(path)) or "\0", "")
        if found := UNSAFE.search(text):
            broken[short(path)] = found.group()
    assert not broken, named(broken)


def test_no_program_reads_a_pickle():
    """To open a pickle can run any program; numbers and texts are JSON, arrays and safetensors."""
    reads = re.compile(
        r"^\s*(import|from) (pickle|shelve|marshal)\b|Unpickler|allow_pickle=True", re.M
    )
    broken = {
        short(path): found.group()
        for path in sources("lessons", "transformer", "web", "tools", "packages", "benchmarks")
        if (found := reads.search(path.read_text(encoding="utf-8")))
    }
    assert not broken, named(broken)


def test_nothing_comes_from_the_network():
    """Fonts, scripts and styles are in the repository: a class behind a firewall sees everything."""
    address = re.compile(r"""(src|href|import|url|from)\s*[=(]?\s*["'(]+\s*(https?:)?//""")
    broken = {
        short(path): found.group()
        for path in sources("lessons", kinds=(".py", ".js", ".css", ".html"))
        if (found := address.search(path.read_text(encoding="utf-8")))
    }
    assert not broken, named(broken)


def test_no_rule_asks_every_element_what_its_ancestors_hold():
    """`a:has(b) *` is asked for each element of a page, all the way up: half of the time that styles took.
    `a:has(b) > *` is not, and what is in it inherits."""
    slow = re.compile(r":has\([^{]*[^>+~\s] \*\s*[,{]")
    for path in sources("lessons", kinds=(".css",)):
        found = slow.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.relative_to(ROOT)}: {found[0]}"


# ---- how it is written --------------------------------------------------------------------------
WIDTH = 120  # characters of a line of JavaScript, styles in it too
WIDER = 484  # lines of drawings from before this limit; a number that only goes down
LEAVE = ("plot.js", "run_chart.js")  # their charts are to be Plotly's


def test_javascript_is_no_wider_than_a_page():
    """No line of what drawings and pages share is; of the drawings themselves, ever fewer."""
    wide = [
        f"{short(path)}:{number}"
        for path in sources("lessons", kinds=(".js",))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    shared = [place for place in wide if "/kit/" in place and not re.search("|".join(LEAVE), place)]
    assert not shared, "\n".join(["", f"wider than {WIDTH} characters:", *shared])
    assert len(wide) <= WIDER, f"{len(wide)} lines are wider than {WIDTH}, before it was {WIDER}"


def test_a_trained_model_says_that_it_is_one():
    """Whoever reads a parameter `trained` is told what it is. A notebook's first cell loads it."""
    bare = [
        f"{short(path)}:{node.lineno} {node.name}"
        for path in sources("transformer", "lessons")
        if path.name != "lesson.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
        for given in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if given.arg == "trained" and given.annotation is None
    ]
    assert not bare, "\n".join(["", "write trained: Trained in", *bare])


def test_the_machine_says_what_each_function_takes():
    """Every class and function at the top of `transformer/`, that a student reads first; and they stay short."""
    files = sorted((ROOT / "transformer").glob("[a-z]*.py"))
    silent = [
        f"{short(path)}:{node.lineno} {node.name}"
        for path in files
        for owner in ast.walk(tree(path))
        if isinstance(owner, ast.Module | ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name[0] != "_"
        if not ast.get_docstring(node)
    ]
    assert not silent, "\n".join(["", "give a docstring with shapes to", *silent])
    beside = {"registry", "cache", "calling_line"}
    lines = {
        p.name: len(p.read_text(encoding="utf-8").splitlines())
        for p in files
        if p.stem not in beside
    }
    assert sum(lines.values()) <= 895, f"{sum(lines.values())} lines to read: {lines}"


def test_the_app_does_not_watch_tests():
    """Each run of a page reads the state of every file that it watches."""
    watched = {Path(name).relative_to(ROOT) for name, _ in files()}
    assert Path("lessons/attention/page.py") in watched
    assert not [path for path in watched if "tests" in path.parts]
