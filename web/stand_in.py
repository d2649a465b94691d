"""Make `import streamlit` find the stand-in of `web/python`, while `import torch` still finds torch."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

HERE = Path(__file__).parent / "python" / "streamlit"


def use() -> None:
    """Use the stand-in from now on, in this process. Modules that imported Streamlit earlier keep the real one."""
    if str(getattr(sys.modules.get("streamlit"), "__file__", "")).startswith(str(HERE)):
        return
    if "streamlit" in sys.modules:
        raise RuntimeError(
            "streamlit is already imported. Call web.stand_in.use() before importing anything that draws a page"
        )
    spec = spec_from_file_location(
        "streamlit", HERE / "__init__.py", submodule_search_locations=[str(HERE)]
    )
    assert spec and spec.loader
    sys.modules["streamlit"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
