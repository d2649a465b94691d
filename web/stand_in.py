"""`import streamlit` finds the stand-in of `web/python`, and `import torch` still finds torch itself."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

HERE = Path(__file__).parent / "python" / "streamlit"


def use() -> None:
    """From now on, in this process. What has imported Streamlit before keeps the real one."""
    if str(getattr(sys.modules.get("streamlit"), "__file__", "")).startswith(str(HERE)):
        return
    if "streamlit" in sys.modules:
        raise RuntimeError(
            "streamlit is imported already: call web.stand_in.use() before anything that draws a page"
        )
    spec = spec_from_file_location(
        "streamlit", HERE / "__init__.py", submodule_search_locations=[str(HERE)]
    )
    assert spec and spec.loader
    sys.modules["streamlit"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
