"""The content of a module: its submodules, parameters and buffers by path, with saving and loading."""

from collections import OrderedDict, namedtuple


class Inside:
    """The half of a module that traverses its submodules."""

    # ---- content
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, _joined(prefix, name), remove_duplicate)

    def modules(self):
        return (module for _, module in self.named_modules())

    def named_children(self):
        return ((name, module) for name, module in self._modules.items() if module is not None)

    def children(self):
        return (module for _, module in self.named_children())

    def _named(self, kind, prefix, recurse, remove_duplicate=True):
        seen = set()
        for path, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, value in module.__dict__[kind].items():
                if value is not None and not (remove_duplicate and id(value) in seen):
                    seen.add(id(value))
                    yield _joined(path, name), value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        return (value for _, value in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        return (value for _, value in self.named_buffers(recurse=recurse))

    def get_submodule(self, target):
        module = self
        for name in filter(None, target.split(".")):
            module = getattr(module, name)
            if not isinstance(module, Inside):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        return getattr(self.get_submodule(path), name)

    get_buffer = get_parameter

    # ---- saving and loading
    def state_dict(self, *, prefix="", keep_vars=False):
        state = OrderedDict()
        for path, module in self.named_modules(
            prefix=prefix.removesuffix("."), remove_duplicate=False
        ):
            saved = {n: b for n, b in module._buffers.items() if n not in module._unsaved}
            for name, value in (*module._parameters.items(), *saved.items()):
                if value is not None:
                    state[_joined(path, name)] = value if keep_vars else value.detach()
        return state

    def load_state_dict(self, state_dict, strict=True, assign=False):
        own = self.state_dict(keep_vars=True)
        missing = [name for name in own if name not in state_dict]
        unexpected = [name for name in state_dict if name not in own]
        wrong = []
        for name, value in own.items():
            if name not in state_dict:
                continue
            given = state_dict[name]
            if value.shape != given.shape:
                wrong.append(
                    f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the shape "
                    f"in current model is {value.shape}."
                )
            elif assign:
                value.array, value.meta = given.array, given.meta
            else:
                value.array[...] = given.array
                value.memory.writes += 1
        if strict and missing:
            wrong.append(f"Missing key(s) in state_dict: {_quoted(missing)}. ")
        if strict and unexpected:
            wrong.append(f"Unexpected key(s) in state_dict: {_quoted(unexpected)}. ")
        if wrong:
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(wrong)
            )
        return _IncompatibleKeys(missing, unexpected)


class _IncompatibleKeys(namedtuple("_IncompatibleKeys", "missing_keys unexpected_keys")):
    """The missing and the unexpected names."""

    def __repr__(self):
        return super().__repr__() if any(self) else "<All keys matched successfully>"


def _joined(path, name):
    return f"{path}.{name}" if path else name


def _quoted(names):
    return ", ".join(f'"{name}"' for name in names)
