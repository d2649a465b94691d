"""In the process that tries edited code: read it, run the layers once, say what harm it did."""

import ast
import importlib
import json
import os
import signal
from contextlib import suppress
from dataclasses import asdict
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from lessons.host import harm, switches, trial
from lessons.host.places import Mistake

# Of memory, beyond what torch has taken; layers of tiny sizes need next to nothing.
SPARE_BYTES = 1 << 30
PRINTED_BYTES = 1_000_000
_leave, _open = os._exit, open


def _alone(file: str):
    """A file of the machine without the machine, which may just be broken."""
    spec = spec_from_file_location(Path(file).stem, trial.ROOT / file)
    spec.loader.exec_module(module := module_from_spec(spec))
    return module


processes = _alone("transformer/runs/processes.py")


def import_torch() -> None:
    import torch

    torch.set_num_threads(1)


def run(job: dict) -> None:
    """Try the files of a job, write down what harm they did, and leave."""
    folder = Path(job["folder"])
    errors: list[BaseException] = []

    def write(mistake: Mistake) -> None:
        text = json.dumps(asdict(mistake))
        with _open(folder / "verdict.part", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(folder / "verdict.part", folder / "verdict")

    _quiet(folder)
    processes.tell_leaving(lambda name, frames: write(harm.ends(name, frames)))
    trial.gate.refused = job["refused"]
    before = switches.Shared()
    _limit()
    try:
        errors.extend(_errors(job["files"]))
    except BaseException as error:
        errors.append(error)
    changed = before.put_back()  # before anything else: even `len` may be another one
    found = next(filter(None, map(harm.harm, errors)), None)
    if changed and not found:
        found = harm.replaced(changed[0], *_line_of(changed[0], job["files"]))
    if found:
        write(found)
    _leave(0)


def _errors(files: list[str]):
    """Read the files and run the layers; what each of them raises."""
    machine = [file for file in files if file.startswith("transformer/")]
    for file in machine:
        try:
            importlib.import_module(trial.module_of(file))
        except BaseException as error:
            yield error
    for file in files:
        if file not in machine:
            yield from _checked(file)
    if machine:
        yield from _layers(machine)


def _checked(file: str):
    """Run the checks of an exercise, here and not in a thread; they explain most errors themselves."""
    with suppress(Exception, SystemExit, KeyboardInterrupt):
        checking = importlib.import_module("lessons.kit.checking")
        checking.within = lambda _seconds, function, *arguments: function(*arguments)
        checks = importlib.import_module(file.replace("/", ".").replace(".exercise.py", ".checks"))
        result = checks.check()
        if "MemoryError" in result.saw or harm.ALLOCATION.search(result.saw):
            yield MemoryError(result.saw)


def _layers(files: list[str]):
    """Build the layers that were edited, run them forward, backward and in evaluation."""
    import torch

    from transformer import variants
    from transformer.config import LAYERS, TransformerConfig
    from transformer.decoding import greedy
    from transformer.model import Transformer

    variants.broken()
    known = [layer for layers in LAYERS.values() for layer in layers.values()]
    every = tuple(layer for layer in known if isinstance(layer, type))  # some kinds are functions

    def looked_at(module, _given, result):
        if isinstance(module, every) and not isinstance(result, torch.Tensor):
            raise harm.NoTensor(module, result)

    torch.nn.modules.module.register_module_forward_hook(looked_at)
    edited = {trial.module_of(file) for file in files}
    layers = [
        (kind, name)
        for kind, known in LAYERS.items()
        for name, layer in known.items()
        if layer.__module__ in edited
    ]
    # (batch, word): also a batch and a text as long as those with which the lights are measured.
    texts = [torch.tensor([[4, 5, 6], [4, 5, 0]]), torch.full((3, 5), 4), torch.full((16, 32), 4)]
    for kind, name in layers or [("attention", "standard")]:
        try:
            config = TransformerConfig(
                7, 7, d_model=8, d_ff=8, encoder_layers=1, decoder_layers=1, self_heads=2,
                max_length=64, **{kind: name},
            )  # fmt: skip
            model = Transformer(config)
            for words in texts:
                model(words, words).sum().backward()
            model.eval()
            greedy(model, texts[0][:1], 4)  # it may do otherwise with a cache
        except BaseException as error:
            yield error


def _quiet(folder: Path) -> None:
    """Nothing is read; what is printed goes to a file, and so does where a crash happened."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    printed = os.open(folder / "printed", os.O_WRONLY | os.O_CREAT)
    for new, old in ((nothing, 0), (printed, 1), (printed, 2)):
        os.dup2(new, old)
    where = _open(folder / "where", "w")
    processes.tell_where(where)


def _limit() -> None:
    """No more memory than this, and no more written: what goes beyond is an error at its line."""
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (PRINTED_BYTES, PRINTED_BYTES))
        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + SPARE_BYTES, now + SPARE_BYTES))


def _line_of(name: str, files: list[str]) -> tuple[str, str]:
    """Place and line where "torch.softmax" is set, or "gradients" are switched off; of these files."""
    words = {name.rpartition(".")[2], *harm.SWITCHED_BY.get(name, ())}
    for file in files:
        with suppress(OSError, SyntaxError, ValueError):
            text = (trial.ROOT / file).read_text(encoding="utf-8")
            if lines := [n.lineno for n in ast.walk(ast.parse(text)) if words & _sets(n)]:
                return f"{file}:{min(lines)}", text.splitlines()[min(lines) - 1].strip()
    return "", ""


def _sets(node: ast.AST) -> set[str]:
    """The names that a piece of code could replace: `x.name = …`, `x["name"] = …`, `f("name")`, `name()`."""
    found: set[str] = set()
    for target in getattr(node, "targets", []):
        if isinstance(target, ast.Attribute):
            found.add(target.attr)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
            found.add(str(target.slice.value))
    if isinstance(node, ast.Call):
        found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
        found.add(ast.unparse(node.func).rpartition(".")[2])
    return found
