"""Which file imports which, read from the source; nothing is run."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.kit.paths import ROOT

Graph = dict[str, set[str]]


def sources(*folders: str, kinds: tuple[str, ...] = (".py",)) -> list[Path]:
    """The files of some folders that are in the repository's own code; of the lessons, without their tests."""
    paths = [p for folder in folders for p in sorted((ROOT / folder).rglob("*"))]
    if "tests" not in folders:
        paths = [p for p in paths if "tests" not in p.parts]
    return [p for p in paths if p.suffix in kinds and "__pycache__" not in p.parts]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path: Path) -> str:
    """transformer/runs/__init__.py → transformer.runs"""
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


@cache
def exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module that a file imports anywhere, inside functions and for the type checker too, by its full name."""
    modules = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: write the whole name, not a dot"
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                modules.add(inside if exists(inside) else node.module)
    return frozenset(modules)


def called(call: ast.Call) -> str:
    """The last part of the name that is called."""
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def loaded(path: Path) -> set[str]:
    """Every module that a file loads by its name, written out: by `import_module` or `live.import_module`."""
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and node.args]
    arguments = (c.args[0] for c in calls if re.search(r"import_module$|^load$", called(c)))
    names = {argument.value for argument in arguments if isinstance(argument, ast.Constant)}
    return {name for name in names if isinstance(name, str) and "." in name}


def graph(folder: str, also_loaded: bool = False) -> Graph:
    """Module → the modules of the same folder that are read before it: those it imports, and the
    packages that these lie in, unless it lies in them itself. A `__main__` is a program: nothing imports it,
    so it may stand above all that it starts."""
    edges: Graph = {}
    for path in sources(folder):
        if path.name == "__main__.py":
            continue
        here = module_of(path)
        edges[here] = set()
        for name in imports(path) | (loaded(path) if also_loaded else set()):
            steps = name.split(".")
            for end in range(2, len(steps) + 1):
                module = ".".join(steps[:end])
                outside = end == len(steps) or not f"{here}.".startswith(f"{module}.")
                if steps[0] == folder and exists(module) and outside:
                    edges[here].add(module)
    return edges


def rooms(edges: Graph) -> Graph:
    """The same for the files and packages that lie at the top of the folder."""
    room_edges: Graph = {}
    for module, others in edges.items():
        room = top(module)
        room_edges.setdefault(room, set()).update(top(other) for other in others)
        room_edges[room].discard(room)
    return room_edges


def top(module: str) -> str:
    """transformer.runs.workers → transformer.runs"""
    return ".".join(module.split(".")[:2])


def circles(edges: Graph) -> list[str]:
    """Every circle's members once, as a way through them: "a → b → a"."""
    ways, done = {}, set()

    def walk(module: str, way: list[str]) -> None:
        if module in way:
            circle = way[way.index(module) :]
            ways.setdefault(frozenset(circle), " → ".join([*circle, module]))
            return
        if module not in done:
            for other in sorted(edges.get(module, ())):
                walk(other, [*way, module])
            done.add(module)

    for module in sorted(edges):
        walk(module, [])
    return sorted(ways.values())
