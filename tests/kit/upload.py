"""Files as Streamlit's uploader returns them."""

from types import SimpleNamespace


def uploaded(*files: bytes, name: str = "own.txt") -> list[SimpleNamespace]:
    return [SimpleNamespace(name=name, getvalue=lambda data=data: data) for data in files]
