"""A page of the app: its file, which runs from the start at each visit."""

from pathlib import Path
from typing import Any


class Page:
    def __init__(self, path: str, title: str = "", **look: Any):
        self.path, self.title = path, title

    def run(self) -> None:
        code = _compiled(self.path, Path(self.path).read_text(encoding="utf-8"))
        exec(code, {"__name__": "__main__", "__file__": self.path})  # as Streamlit runs it


_kept: dict[str, tuple[str, Any]] = {}


def _compiled(path: str, text: str) -> Any:
    if _kept.get(path, ("",))[0] != text:
        _kept[path] = text, compile(text, path, "exec")
    return _kept[path][1]
