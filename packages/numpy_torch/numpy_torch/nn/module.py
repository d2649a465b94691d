"""A module: named parameters, buffers and submodules, and hooks before and after its call."""

from itertools import count

import numpy as np

from numpy_torch import dtypes
from numpy_torch.grad import without_gradient
from numpy_torch.nn.inside import Inside
from numpy_torch.tensor import Parameter, Tensor

_hooks_of_all = {}  # of register_module_forward_hook
_numbers = count()
_KINDS = ("_parameters", "_modules", "_buffers")


class Handle:
    """A handle that removes a hook."""

    def __init__(self, hooks, hook):
        self.hooks, self.number = hooks, next(_numbers)
        hooks[self.number] = hook

    def remove(self):
        self.hooks.pop(self.number, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def register_module_forward_hook(hook):
    """Register a hook that is called after every module."""
    return Handle(_hooks_of_all, hook)


class Module(Inside):
    """The base class of all layers: calling a layer calls `forward`."""

    def __init__(self, *args, **kwargs):
        if args or kwargs:
            raise TypeError(
                f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
            )
        inside = self.__dict__
        inside.update({kind: {} for kind in _KINDS})
        inside.update(_unsaved=set(), _before={}, _after={}, training=True)

    # ---- names
    def __setattr__(self, name, value):
        inside = self.__dict__
        kind = next(
            (
                k
                for k, of in (("_parameters", Parameter), ("_modules", Module))
                if isinstance(value, of)
            ),
            None,
        )
        if kind is None and "_parameters" in inside and name in inside["_parameters"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{type(value).__name__}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            kind = "_parameters"
        if kind is None and "_buffers" in inside and name in inside["_buffers"]:
            kind = "_buffers"
        if kind is None and value is None and name in inside.get("_modules", ()):
            kind = "_modules"
        if kind is None:
            object.__setattr__(self, name, value)
            for other in _KINDS:
                inside.get(other, {}).pop(name, None)
            return
        if kind not in inside:
            what = {"_parameters": "parameters", "_modules": "module"}[kind]
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")
        for other in _KINDS:
            if other != kind:
                inside[other].pop(name, None)
        inside.pop(name, None)
        inside[kind][name] = value

    def __getattr__(self, name):
        for kind in _KINDS:
            table = self.__dict__.get(kind, {})
            if name in table:
                return table[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        for kind in _KINDS:
            if name in self.__dict__.get(kind, {}):
                del self.__dict__[kind][name]
                return
        object.__delattr__(self, name)

    def __dir__(self):
        return sorted({*object.__dir__(self), *(n for kind in _KINDS for n in self.__dict__[kind])})

    def register_buffer(self, name, tensor, persistent=True):
        self._buffers[name] = tensor
        if not persistent:
            self._unsaved.add(name)

    def register_parameter(self, name, param):
        self._parameters[name] = param

    def register_module(self, name, module):
        self._modules[name] = module

    add_module = register_module

    # ---- calls
    def __call__(self, *args, **kwargs):
        inside = self.__dict__
        for hook, named in [*inside["_before"].values()]:
            new = hook(self, args, kwargs) if named else hook(self, args)
            if new is not None:
                args, kwargs = new if named else (new if isinstance(new, tuple) else (new,), kwargs)
        result = self.forward(*args, **kwargs)
        for hook in [*_hooks_of_all.values()]:
            new = hook(self, args, result)
            result = result if new is None else new
        for hook, named in [*inside["_after"].values()]:
            new = hook(self, args, kwargs, result) if named else hook(self, args, result)
            result = result if new is None else new
        return result

    def forward(self, *args, **kwargs):
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def register_forward_pre_hook(self, hook, *, with_kwargs=False):
        return Handle(self._before, (hook, with_kwargs))

    def register_forward_hook(self, hook, *, with_kwargs=False):
        return Handle(self._after, (hook, with_kwargs))

    # ---- modes and kinds
    def train(self, mode=True):
        for module in self.modules():
            module.__dict__["training"] = mode
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            without_gradient(parameter, set_to_none)

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn, recurse=True):
        for module in self.children() if recurse else ():
            module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                new = fn(parameter.detach())
                parameter.array, parameter.meta = new.array, new.meta
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        kind = kwargs.get("dtype") or next((a for a in args if isinstance(a, dtypes.dtype)), None)
        where = [a for a in (*args, kwargs.get("device")) if isinstance(a, str | dtypes.device)]
        return self._apply(
            lambda x: x.to(*where, **({"dtype": kind} if kind and x.is_floating_point() else {}))
        )

    def to_empty(self, *, device, recurse=True):
        return self._apply(lambda x: Tensor(np.zeros(x.array.shape, x.array.dtype)))

    def float(self):
        return self.to(dtypes.named("float32"))

    def double(self):
        return self.to(dtypes.named("float64"))

    def half(self):
        return self.to(dtypes.named("float16"))

    def cpu(self):
        return self

    # ---- said
    def extra_repr(self):
        return ""

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        own = [line for line in self.extra_repr().split("\n") if line]
        inside = [f"({name}): " + _indented(repr(child)) for name, child in self._modules.items()]
        if not inside and len(own) < 2:
            return f"{self._get_name()}({''.join(own)})"
        return f"{self._get_name()}(\n  " + "\n  ".join(own + inside) + "\n)"


def _indented(text):
    return text.replace("\n", "\n  ")
