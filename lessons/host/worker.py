"""The process that runs students' code for the pages, and that can be lost.

It has read the files of one version, answers what the app asks about their modules (`remote.py`), and
ends with that version. Whatever a layer does here, exit, replace `torch.softmax`, take all memory, it does
to this process alone.
"""

import builtins
import dataclasses
import itertools
import json
import socket
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib.abc import MetaPathFinder
from multiprocessing.connection import Connection
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from lessons.host import faults, harm, live, replaced, server, wire
from lessons.host.limit import Left, TooSlow
from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import said_by
from transformer.runs import processes

CALLABLE = (FunctionType, MethodType, type)


class Held:
    """The objects that the app has a handle of, each once, until it lets go of all its handles."""

    def __init__(self):
        self.objects: dict[int, list] = {}  # number → the object, how many handles of it there are
        self.numbers: dict[int, int] = {}  # where an object lies in memory → its number
        self.next = itertools.count(1)  # never used again: the app remembers answers by them

    def hold(self, value: Any) -> dict:
        """What the app is told of an object."""
        number = self.numbers.get(id(value)) or next(self.next)
        self.numbers[id(value)] = number
        self.objects.setdefault(number, [value, 0])[1] += 1
        fixed = dataclasses.is_dataclass(value) and type(value).__dataclass_params__.frozen
        told = {"number": number, "type": type(value).__name__, "fixed": fixed}
        if hasattr(
            type(value), "complete_header"
        ):  # a figure: what it holds goes to whoever draws it
            return told | {"kind": value.kind}
        return told | {"known": _plain_fields(value) if fixed else {}}

    def get(self, fields: dict) -> Any:
        """The object that the app means, or the module."""
        if "module" in fields:
            return live.load(fields["module"])
        return self.objects[fields["number"]][0]

    def release(self, numbers: list[int]) -> None:
        for number in numbers:
            self.objects[number][1] -= 1
            if not self.objects[number][1]:
                del self.numbers[id(self.objects.pop(number)[0])]


def _plain_fields(value: Any) -> dict[str, Any]:
    """The fields of a reading, a prediction, a result: most are asked for in a moment."""
    if not type(value).__module__.startswith("lessons."):
        return {}
    found = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return {name: field for name, field in found.items() if _small(field)}


def _small(value: Any, most: int = 200) -> bool:
    if isinstance(value, tuple | list | dict) and len(value) <= most:
        inside = [*value, *(value.values() if isinstance(value, dict) else ())]
        return all(_small(one, most // 4) for one in inside)
    return value is None or isinstance(value, bool | int | float | str)


# ---- answering ----------------------------------------------------------------------------------
def serve(app: Connection) -> None:
    """Answer until the app closes the connection, or ends."""
    held = Held()
    while True:
        try:
            held.release(json.loads(app.recv_bytes()))
            asked = wire.unpack(app.recv_bytes(), held.get)
            server.told = asked.pop("at_work")
        except EOFError:
            return
        try:
            said = wire.pack(answer(**asked), held.hold)
        except BaseException as error:
            said = wire.pack({"error": about(error)}, held.hold)
        app.send_bytes(said)


def answer(of: Any, name: str, given: tuple | None = None, named: dict | None = None) -> dict:
    """`of` is an object, or the name of a module; of it the attribute `name` ("" for itself), called with
    what is `given`, if anything is."""
    value = live.load(of) if isinstance(of, str) else of
    if name in OPERATORS:
        return {"value": OPERATORS[name](value, *given)}
    for part in name.split(".") if name else ():
        value = getattr(value, part)
    if given is not None:
        return {"value": value(*given, **named), "keep": _stays(value, given)}
    if isinstance(value, CALLABLE) or hasattr(value, "ready"):
        return {"function": True}
    if isinstance(value, ModuleType):
        return {"module": value.__name__}
    fixed = isinstance(of, str) or type(of).__name__ == "Figure"
    return {"value": value, "keep": fixed}


def _stays(function: Callable, given: tuple) -> bool:
    """Whether the same question has the same answer for as long as this process is there: of a `shared` function,
    and of one of a model (`of_model`) but for runs, which train on."""
    if hasattr(function, "of_model"):
        return not str(given[0]).startswith("run-")
    return hasattr(function, "ready")


OPERATORS: dict[str, Callable] = {
    "len": len,
    "str": str,
    "bool": bool,
    "float": float,
    "list": list,
    "item": lambda found, key: found[key],
    "in": lambda found, key: key in found,
    "==": lambda found, other: bool(found == other),
    "drawn": lambda figure: (figure.header_as_text, figure.floats),
}


def about(error: BaseException) -> dict:
    """What the app is told of an error: its kind, its words, and the sentence with its line."""
    mistake = getattr(error, "mistake", None) or faults.explain(error)
    kind = next(c.__name__ for c in type(error).__mro__ if getattr(builtins, c.__name__, 0) is c)
    passing = isinstance(error, TooSlow) or getattr(error, "starved", False)
    return {
        "kind": kind
        if isinstance(error, Exception) and not isinstance(error, Left)
        else "Exception",
        "text": said_by(error),
        "mistake": dataclasses.asdict(mistake),
        "refuses": faults.refuses(error),
        "passing": passing,  # it may go otherwise the next time
    }


# ---- the process --------------------------------------------------------------------------------
class _Gate(MetaPathFinder):
    """Stands before all other finders of modules, and refuses those that have ended a process."""

    def __init__(self, refused: dict[str, dict]):
        self.refused = {
            file.removesuffix(".py").replace("/", "."): refused[file] for file in refused
        }

    def find_spec(self, name: str, path=None, target=None) -> None:
        if name in self.refused:
            error = ImportError(self.refused[name]["sentence"])
            error.mistake = Mistake(**self.refused[name])
            raise error


def main(
    port: int,
    key: str,
    where: str,
    generation: int,
    changed: list[str],
    seconds: float,
    refused: dict,
) -> None:
    """Answer the app that listens at this port until it lets go. `where`: the file into which this process writes
    its lines when it is asked, or ends; `seconds` that a picture may take; `refused`: files, and what is said of each."""
    live.stay(generation, tuple(changed))
    live.SECONDS = seconds
    warnings.filterwarnings("ignore", "This picture is drawn with code")  # the page says so
    sys.meta_path.insert(0, _Gate(refused))
    harm.watch_results()
    replaced.remember()
    limit_memory()
    with socket.create_connection(("127.0.0.1", port)) as to_app:
        to_app.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        app = Connection(to_app.detach())
    processes.tell_where(open(where, "a"), all_threads=True)  # noqa: SIM115  open for as long as it lives
    app.send_bytes(bytes.fromhex(key))
    serve(app)


def limit_memory(spare: int = 4 << 30) -> None:
    """No more memory than this: what goes beyond is an error at its line."""
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + spare, now + spare))
