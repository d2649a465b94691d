"""Modules that contain other modules."""

from numpy_torch.nn.module import Module
from numpy_torch.tensor import Parameter


class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class ModuleList(Module):
    def __init__(self, modules=()):
        super().__init__()
        self.extend(modules or ())

    def __getitem__(self, index):
        layers = list(self._modules.values())[index]
        return type(self)(layers) if isinstance(index, slice) else layers

    def __setitem__(self, index, module):
        self._modules[str(range(len(self))[index])] = module

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __contains__(self, module):
        return module in self._modules.values()

    def append(self, module):
        self._modules[str(len(self))] = module
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self


class Sequential(ModuleList):
    def __init__(self, *modules):
        super().__init__()
        given = (
            modules[0].items()
            if len(modules) == 1 and isinstance(modules[0], dict)
            else enumerate(modules)
        )
        for name, module in given:
            self._modules[str(name)] = module

    def __getitem__(self, index):
        layers = list(self._modules.values())[index]
        return Sequential(*layers) if isinstance(index, slice) else layers

    def forward(self, input):
        for module in self:
            input = module(input)
        return input


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        for name, module in dict(modules or {}).items():
            self._modules[name] = module

    def __getitem__(self, name):
        return self._modules[name]

    def __setitem__(self, name, module):
        self._modules[name] = module

    def __contains__(self, name):
        return name in self._modules

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def items(self):
        return self._modules.items()

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()


class ParameterList(Module):
    def __init__(self, values=()):
        super().__init__()
        for value in values:
            self.append(value)

    def __getitem__(self, index):
        return list(self._parameters.values())[index]

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(list(self._parameters.values()))

    def append(self, value):
        made = value if isinstance(value, Parameter) else Parameter(value)
        self._parameters[str(len(self))] = made
        return self
