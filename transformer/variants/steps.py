"""Which steps a layer uses, read off its code before it runs."""

import inspect
from types import CodeType, FunctionType

PACKAGE = __name__.split(".")[0]


def reached(layer: type) -> set[str]:
    """Return the names used in a layer's forward, in the methods called there, and so on."""
    names, to_read = {"forward"}, versions(layer, "forward")
    while to_read:
        function = inspect.unwrap(to_read.pop())
        new = names_in(function.__code__) - names
        names |= new
        for name in new:
            to_read += versions(layer, name)
            other = function.__globals__.get(name)
            if isinstance(other, FunctionType) and other.__module__.startswith(PACKAGE):
                to_read.append(other)
    return names


def versions(layer: type, name: str) -> list[FunctionType]:
    """Return a method of a layer with the inherited versions, as far as each calls the next."""
    versions, classes = [], {"super", *(owner.__name__ for owner in layer.__mro__)}
    for owner in layer.__mro__:
        method = vars(owner).get(name)
        if isinstance(method, FunctionType):
            versions.append(method)
            if not classes & names_in(inspect.unwrap(method).__code__):
                break
    return versions


def names_in(code: CodeType) -> set[str]:
    """Return the names in a function and in its nested functions."""
    inside = [names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inside)


def place_of(layer: type) -> str:
    """ "transformer/variants/my_mine.py:9" """
    return f"{layer.__module__.replace('.', '/')}.py:{inspect.getsourcelines(layer)[1]}"
