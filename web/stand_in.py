"""Make `import streamlit` find `web.static_streamlit`, which writes HTML; `import torch` still finds torch."""

import importlib
import pkgutil
import sys

NAME = "web.static_streamlit"


def use() -> None:
    """Use the stand-in from now on, in this process. Modules that imported Streamlit earlier keep the real one."""
    if sys.modules.get("streamlit") is sys.modules.get(NAME, ""):
        return
    if "streamlit" in sys.modules:
        raise RuntimeError(
            "streamlit is already imported. Call web.stand_in.use() before importing anything that draws a page"
        )
    package = importlib.import_module(NAME)
    for module in pkgutil.walk_packages(package.__path__, f"{NAME}."):
        importlib.import_module(module.name)
    inside = {n: module for n, module in sys.modules.items() if f"{n}.".startswith(f"{NAME}.")}
    sys.modules.update({f"streamlit{n.removeprefix(NAME)}": m for n, m in inside.items()})
