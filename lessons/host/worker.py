"""The process that runs students' code for the pages, and that can die.

It reads one version of the files, answers the app's questions about their modules (`remote.py`), and ends
with that version. Whatever a layer does here (exit, replace `torch.softmax`, use up the memory), it affects
only this process.
"""

import builtins
import dataclasses
import itertools
import json
import socket
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from multiprocessing.connection import Connection
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from lessons.host import crash_messages, faults, live, monkeypatch_guard, of_a_run, server, wire
from lessons.host.limit import Left, TooSlow
from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import said_by
from transformer.runs import processes

CALLABLE = (FunctionType, MethodType, type)
MOST = 400  # numbers and texts of an object that are sent with its handle


class Held:
    """The objects of which the app has handles, each stored once, until the app releases all its handles."""

    def __init__(self) -> None:
        self.objects: dict[int, list] = {}  # number → the object and the count of its handles
        self.numbers: dict[int, int] = {}  # memory address of an object → its number
        self.next = itertools.count(1)  # never reused, because the app caches answers by them

    def hold(self, value: Any) -> dict:
        """Describe an object for the app."""
        number = self.numbers.get(id(value)) or next(self.next)
        self.numbers[id(value)] = number
        self.objects.setdefault(number, [value, 0])[1] += 1
        fixed = _is_frozen(value)
        description = {"number": number, "type": type(value).__name__, "fixed": fixed}
        if hasattr(type(value), "complete_header"):  # a figure, which will be drawn
            return description | {"kind": value.kind, "id": value.id, "content": value.content}
        return description | {"known": _plain_fields(value) if fixed else {}}

    def get(self, fields: dict) -> Any:
        """Return the object that the app refers to, or the module."""
        if "module" in fields:
            return live.import_module(fields["module"])
        return self.objects[fields["number"]][0]

    def release(self, numbers: list[int]) -> None:
        for number in numbers:
            self.objects[number][1] -= 1
            if not self.objects[number][1]:
                del self.numbers[id(self.objects.pop(number)[0])]


def _plain_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a reading, a prediction or a result, most of which are needed soon."""
    if not type(value).__module__.startswith("lessons."):
        return {}
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return {name: field for name, field in fields.items() if _small(field)}


def _is_frozen(value: object) -> bool:
    """Say whether a value is a dataclass whose fields cannot be assigned."""
    return getattr(getattr(type(value), "__dataclass_params__", None), "frozen", False)


def _small(value: Any) -> bool:
    """Say whether a value is plain data of at most `MOST` numbers and texts."""
    inside, count = [value], 0
    while inside and count <= MOST:
        each = inside.pop()
        if isinstance(each, tuple | list):
            inside += each
        elif isinstance(each, dict):
            inside += [*each, *each.values()]
        elif each is None or isinstance(each, bool | int | float | str):
            count += 1
        else:
            return False
    return count <= MOST


# ---- answering ----------------------------------------------------------------------------------
def serve(app: Connection) -> None:
    """Answer until the app closes the connection, or ends."""
    held = Held()
    send, receive = app.send_bytes, app.recv_bytes  # a layer can replace those of the class
    while True:
        try:
            held.release(json.loads(receive()))
            request = wire.unpack(receive(), held.get)
            server.reported_runs = request.pop("at_work")
        except EOFError:
            return
        try:
            reply = wire.pack(evaluate(**request), held.hold)
        except BaseException as error:
            reply = wire.pack({"error": error_fields(error, request)}, held.hold)
        send(reply)


def evaluate(
    owner: Any, name: str, arguments: tuple | None = None, keywords: dict | None = None
) -> dict:
    """Return the attribute `name` of `owner`, an object or the name of a module ("" for itself), called with `arguments`
    if that is not None."""
    value: Any = live.import_module(owner) if isinstance(owner, str) else owner
    if name in OPERATORS:
        return {"value": OPERATORS[name](value, *(arguments or ()))}
    for part in name.split(".") if name else ():
        value = getattr(value, part)
    if arguments is not None:
        keywords = keywords or {}
        return {
            "value": value(*arguments, **keywords),
            "keep": _is_repeatable(value, (*arguments, *keywords.values())),
        }
    if isinstance(value, CALLABLE) or hasattr(value, "ready"):
        return {"function": True}
    if isinstance(value, ModuleType):
        return {"module": value.__name__}
    fixed = isinstance(owner, str) or type(owner).__name__ == "Figure"
    return {"value": value, "keep": fixed}


def _is_repeatable(function: Callable, arguments: tuple) -> bool:
    """Say whether the answer stays the same as long as this process lives: true for a `shared_cache` function, for a
    function of a model (`of_model`), and for one that depends on its arguments alone; except for runs, which
    train on."""
    if hasattr(function, "ready") and not hasattr(function, "of_model"):
        return True
    if of_a_run(arguments):
        return False
    return hasattr(function, "of_model") or _is_pure(function) and all(map(_is_constant, arguments))


def _is_pure(function: Callable) -> bool:
    """Say whether a function depends on its arguments alone: `figure.at`, a function that writes texts or tables, or
    any of a module that says so by `CONSTANT = True`. `figure.recompute` does too, but a reader asks to recompute."""
    if type(getattr(function, "__self__", None)).__name__ == "Figure":
        return function.__name__ == "at"
    module = getattr(function, "__module__", "")
    texts = module.startswith("lessons.") and module.endswith((".words", ".tables"))
    return texts or getattr(sys.modules.get(module), "CONSTANT", False)


def _is_constant(value: Any) -> bool:
    """Say whether a value never changes. A list or a dictionary is sent by value; the files of a training run
    change, although its object does not."""
    if isinstance(value, dict):
        return _is_constant([*value, *value.values()])
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_constant, value))
    if dataclasses.is_dataclass(value):
        return _is_frozen(value) and not type(value).__module__.startswith("transformer.runs")
    return value is None or isinstance(value, bool | int | float | str | ModuleType)


OPERATORS: dict[str, Callable] = {
    "len": len,
    "str": str,
    "bool": bool,
    "float": float,
    "list": list,
    "item": lambda value, key: value[key],
    "in": lambda value, key: key in value,
    "==": lambda value, other: bool(value == other),
}


def error_fields(error: BaseException, request: dict) -> dict:
    """Describe an error for the app: its kind, its message, and the sentence with its line."""
    mistake = getattr(error, "mistake", None) or faults.explain(error)
    kind = next(c.__name__ for c in type(error).__mro__ if getattr(builtins, c.__name__, 0) is c)
    passing = (
        of_a_run(request.get("arguments") or ())
        or isinstance(error, TooSlow)
        or getattr(error, "starved", False)
    )
    return {
        "kind": kind
        if isinstance(error, Exception) and not isinstance(error, Left)
        else "Exception",
        "text": said_by(error),
        "mistake": dataclasses.asdict(mistake),
        "refuses": faults.refuses(error),
        "passing": passing,  # the next try may succeed
    }


# ---- the process --------------------------------------------------------------------------------
class _Gate(MetaPathFinder):
    """A module finder that comes before all others and refuses the files that have ended a process."""

    def __init__(self, refused: dict[str, dict]):
        self.refused = {
            file.removesuffix(".py").replace("/", "."): refused[file] for file in refused
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name in self.refused:
            error = ImportError(self.refused[name]["sentence"])
            vars(error)["mistake"] = Mistake(**self.refused[name])
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
    """Answer the app that listens at this port until it disconnects. `where`: the file for the lines of this process,
    on request or at its end; `seconds`: the limit for a figure; `refused`: files, and the sentence for each."""
    live.pin_generation(generation, tuple(changed))
    live.SECONDS = seconds
    warnings.filterwarnings("ignore", "This figure is drawn with code")  # the page says so
    sys.meta_path.insert(0, _Gate(refused))
    crash_messages.watch_results()
    monkeypatch_guard.save_state()
    one_thread()
    limit_memory()
    with socket.create_connection(("127.0.0.1", port)) as to_app:
        to_app.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        app = Connection(to_app.detach())
    processes.tell_where(open(where, "a"), all_threads=True)  # noqa: SIM115  open as long as the process lives
    app.send_bytes(bytes.fromhex(key))
    serve(app)


def one_thread() -> None:
    """Compute with one thread, since there is a process for each core."""
    import torch  # the launcher has read it already

    torch.set_num_threads(1)


def limit_memory(spare: int = 4 << 30) -> None:
    """Limit the memory, so that exceeding it raises an error at the line."""
    with suppress(ImportError, ValueError, OSError):  # Windows does not have these limits
        import resource

        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + spare, now + spare))
