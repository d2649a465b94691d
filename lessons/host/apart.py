"""Keep the code that readers edit out of the app's own process, where an error in it would end the app for everyone.

Pages import that code as any other module. In the app, the import gives a proxy (`remote.Module`): its functions
run in another process.
"""

import re
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

# What the app itself imports of `transformer`: files that start and watch processes and explain errors.
ITS_OWN = re.compile(
    r"transformer(\.diagnosis(\.\w+)*|\.runs(\.(launching|processes|run_folder|snapshot|watchdog|workers))?)?"
)
# What computes for pages: it imports the model code, and torch with it.
COMPUTES = re.compile(
    r"lessons\.(?!(kit|models|host|figures)\.)\w+"
    r"\.((\w+_)?(results|words)|checks|exercise|trial|published|tables|trained|(figures|measure)(\.\w+)*)"
    r"|lessons\.models\.(recordings|finished|listing|plan|saved)"
    r"|lessons\.kit\.(controls|encoded_text|sources|warming)"
)


def is_elsewhere(module: str) -> bool:
    """Say whether this module of the project runs in the other process."""
    if module.startswith("transformer."):
        return not ITS_OWN.fullmatch(module)
    return COMPUTES.fullmatch(module) is not None


class _Proxies(MetaPathFinder, Loader):
    """Give a proxy instead of a module that runs elsewhere."""

    def __init__(self, proxy: Callable[[str], ModuleType]):
        self.proxy = proxy

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if is_elsewhere(name) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.proxy(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing here."""


def keep_apart(proxy: Callable[[str], ModuleType]) -> None:
    """From now on, imports in this process give `proxy(name)` for what runs elsewhere."""
    if not any(isinstance(finder, _Proxies) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Proxies(proxy))
