"""A tensor: a numpy array, whether it is tracked, and how it was made."""

import numpy as np

from numpy_torch import dtypes, grad
from numpy_torch.dtypes import Size, device
from numpy_torch.grad_mode import enable_grad
from numpy_torch.memory import Memory, Storage
from numpy_torch.refusal import ADVICE, Lacking, refuse

# In a browser, numpy's integers for counts and indices have 32 bits; torch's have 64. No tensor there is an int32.
NARROW = np.dtype(np.intp).itemsize < 8


class Tensor:
    """A tensor as in torch. Its operations are in `torch.ops`."""

    __slots__ = (
        "array",
        "memory",
        "grad",
        "meta",
        "view_of",
        "seen",
        "_requires_grad",
        "_node",
        "__dict__",
        "__weakref__",
    )
    __array_priority__ = 1000
    is_cuda = is_sparse = False

    def __init__(self, array, meta=False, memory=None):
        if not isinstance(array, np.ndarray):
            raise TypeError(
                f"torch.Tensor({array!r}): use torch.tensor(…) to create a tensor from numbers"
            )
        if NARROW and array.dtype == np.int32 and not meta:
            array = array.astype(np.int64)
        self.array, self.meta = array, meta
        self.memory = Memory() if memory is None else memory
        self.grad = self.view_of = self._node = None
        self._requires_grad = False

    # ---- what it is
    @property
    def shape(self):
        return Size(self.array.shape)

    @property
    def dtype(self):
        return dtypes.of(self.array)

    @property
    def device(self):
        return device("meta" if self.meta else "cpu")

    @property
    def ndim(self):
        return self.array.ndim

    @property
    def data(self):
        """The same numbers, whose changes are not counted."""
        return Tensor(self.array, self.meta)

    @data.setter
    def data(self, other):
        self.array = other.array

    @property
    def _version(self):
        return self.memory.writes

    @property
    def is_leaf(self):
        return self.node is None

    @property
    def grad_fn(self):
        return self.node

    @property
    def nbytes(self):
        return self.array.nbytes

    def size(self, dim=None):
        return self.shape if dim is None else self.array.shape[dim]

    def dim(self):
        return self.array.ndim

    def numel(self):
        return self.array.size

    def element_size(self):
        return self.array.itemsize

    def stride(self, dim=None):
        if min(self.array.shape, default=2) < 2:  # these steps mean nothing, and numpy has others
            raise refuse("The stride of an axis shorter than 2")
        steps = tuple(n // self.array.itemsize for n in self.array.strides)
        return steps if dim is None else steps[dim]

    def is_floating_point(self):
        return self.array.dtype.kind == "f"

    def is_contiguous(self):
        return self.array.flags.c_contiguous

    def untyped_storage(self):
        return Storage(self.array)

    def data_ptr(self):
        return self.array.__array_interface__["data"][0]

    # ---- in Python's terms
    def __len__(self):
        if not self.array.ndim:
            raise TypeError("len() of a 0-d tensor")
        return len(self.array)

    def item(self):
        if self.array.size != 1:
            raise RuntimeError(
                f"a Tensor with {self.array.size} elements cannot be converted to Scalar"
            )
        self._has_numbers()
        return self.array.item()

    def tolist(self):
        self._has_numbers()
        return self.array.tolist()

    def numpy(self, *, force=False):
        if self.requires_grad and not force:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
            )
        self._has_numbers()
        return self.array

    def _has_numbers(self):
        if self.meta:
            raise RuntimeError("Tensor.item() cannot be called on meta tensors")

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        if self.array.dtype.kind not in "iub" or self.array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __bool__(self):
        if self.array.size > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        if not self.array.size:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        return bool(self.array.item())

    def __contains__(self, value):
        return bool((self.array == (value.array if isinstance(value, Tensor) else value)).any())

    def __iter__(self):
        if not self.array.ndim:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __hash__(self):
        return id(self)

    def __repr__(self, **_):
        from numpy_torch.printing import written

        return written(self)

    def __format__(self, spec):
        return format(self.item(), spec) if self.array.ndim == 0 else format(str(self), spec)

    def __deepcopy__(self, memo):
        if self.node is not None:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment"
            )
        if id(self) not in memo:
            made = type(self).__new__(type(self))
            Tensor.__init__(made, self.array.copy(), self.meta)
            made.requires_grad = self.requires_grad
            memo[id(self)] = made
        return memo[id(self)]

    def __reduce__(self):
        return rebuilt, (type(self), self.array, self.requires_grad)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise Lacking(f"tensor.{name} is not supported by numpy_torch. {ADVICE}")

    # ---- gradients
    def detach(self):
        return Tensor(self.array, self.meta, self.memory)

    def becomes_view(self, base, taken, among=None):
        """Share the memory of `base`; `taken(base)` is this view. `among`: the function that returns several."""
        self.memory, self.seen = base.memory, base.memory.recorded
        self.view_of = base, taken, among

    def _up_to_date(self):
        """Follow a change through another view of the same memory: then the history begins at the base."""
        self.seen = self.memory.recorded
        base, taken, _ = self.view_of
        if taken is not None and base.requires_grad:
            with enable_grad():
                self._node, self._requires_grad = taken(base).node, True

    @property
    def requires_grad(self):
        if self.view_of is not None and self.seen != self.memory.recorded:
            self._up_to_date()
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, requires_grad):
        if requires_grad and self.array.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if not requires_grad and self.node is not None:
            raise RuntimeError("you can only change requires_grad flags of leaf variables.")
        self._requires_grad = bool(requires_grad)

    @property
    def node(self):
        if self.view_of is not None:
            if self.seen != self.memory.recorded:
                self._up_to_date()
            if self._node is not None and self.view_of[2] is not None:
                self._unchanged()
        return self._node

    def _unchanged(self):
        name, writes = self.view_of[2]
        if self.memory.writes != writes:
            raise RuntimeError(
                f"Output of {name}Backward0 is a view and its base or another view of its base has been modified "
                "inplace. This view is the output of a function that returns multiple views. Such functions do not "
                "allow the output views to be modified inplace. You should replace the inplace operation by an "
                "out-of-place one."
            )

    def made_by(self, node):
        """Note the node that computes this tensor, which therefore requires gradients."""
        self._node, self._requires_grad = node, True

    def requires_grad_(self, requires_grad=True):
        self.requires_grad = requires_grad
        return self

    def backward(self, gradient=None, retain_graph=False, create_graph=False, inputs=None):
        grad.backward(self, gradient, retain_graph, create_graph, inputs)

    def retain_grad(self):
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self.node is not None:
            self.node.kept = self

    # ---- device and data type
    def cpu(self):
        return self

    def type(self, kind):
        return self.to(kind)


def rebuilt(kind, array, requires_grad):
    """Rebuild a tensor from a pickle or a copy."""
    made = kind.__new__(kind)
    Tensor.__init__(made, array)
    made.requires_grad = requires_grad
    return made


class Parameter(Tensor):
    """A tensor that a module learns."""

    def __init__(self, data=None, requires_grad=True):
        data = Tensor(np.zeros(0, np.float32)) if data is None else data
        super().__init__(data.array, data.meta, data.memory)
        self.requires_grad = requires_grad

    def __repr__(self, **_):
        return f"Parameter containing:\n{super().__repr__()}"
