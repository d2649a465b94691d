"""Switch the tracking of gradients on and off."""

import inspect
from functools import wraps

enabled = [True]


class _Switch:
    """`with no_grad():`, or `@no_grad()` on a function: switch tracking on or off inside."""

    to = False

    def __new__(cls, function=None):
        made = super().__new__(cls)
        if callable(function):
            return made(function)
        return made

    def __enter__(self):
        self.before = [*getattr(self, "before", ()), enabled[0]]
        enabled[0] = self.to

    def __exit__(self, *_):
        enabled[0] = self.before.pop()

    def __call__(self, function):
        if inspect.isgeneratorfunction(function):

            @wraps(function)
            def generate(*args, **kwargs):
                made = function(*args, **kwargs)
                while True:
                    with self:
                        try:
                            value = next(made)
                        except StopIteration as end:
                            return end.value
                    yield value

            return generate

        @wraps(function)
        def call(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return call


class no_grad(_Switch):
    """Switch tracking off inside."""


class inference_mode(_Switch):
    """The same as `no_grad` here; with False the opposite, as in torch."""

    def __new__(cls, mode=True):
        if callable(mode):
            return super().__new__(cls, mode)
        made = super().__new__(cls)
        made.to = not mode
        return made


class enable_grad(_Switch):
    """Switch tracking on again inside."""

    to = True


class set_grad_enabled(_Switch):
    """Switch tracking on or off from now on, or within a `with` block."""

    def __new__(cls, mode):
        made = object.__new__(cls)
        made.to, made.before = bool(mode), [enabled[0]]
        enabled[0] = made.to
        return made

    def __enter__(self):
        enabled[0] = self.to


def is_grad_enabled():
    return enabled[0]
