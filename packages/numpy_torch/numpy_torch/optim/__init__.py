"""Optimisers: SGD, Adam and AdamW as in torch."""

from numpy_torch.grad import without_gradient
from numpy_torch.grad_mode import no_grad
from numpy_torch.optim.adam import adam
from numpy_torch.optim.adamw import adamw
from numpy_torch.refusal import missing, refuse
from numpy_torch.tensor import Parameter, Tensor


def __getattr__(name):
    raise missing("torch.optim", name)


class Optimizer:
    """The parameters, in groups with their settings, and the state of each."""

    def __init__(self, params, defaults):
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        groups = groups if isinstance(groups[0], dict) else [{"params": groups}]
        groups = [{**group, "params": list(group["params"])} for group in groups]
        for parameter in (p for group in groups for p in group["params"]):
            if isinstance(parameter, tuple):
                raise refuse("An optimiser of parameters with names")
            if not isinstance(parameter, Tensor):
                kind = type(parameter).__name__
                raise TypeError(
                    f"optimizer can only optimize Tensors, but one of the params is {kind}"
                )
            if not parameter.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        self.defaults, self.state = defaults, {}
        self.param_groups = [{**defaults, **group} for group in groups]

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for parameter in group["params"]:
                without_gradient(parameter, set_to_none)

    @no_grad()
    def step(self):
        for group in self.param_groups:
            moved = [p for p in group["params"] if p.grad is not None]
            self.move(group, moved)

    def memory(self, parameter, *names):
        if parameter not in self.state:
            shapes = {name: () if name == "step" else parameter.shape for name in names}
            self.state[parameter] = {name: parameter.new_zeros(at) for name, at in shapes.items()}
        return self.state[parameter]

    def state_dict(self):
        every = [p for group in self.param_groups for p in group["params"]]
        numbers = {id(p): i for i, p in enumerate(every)}
        groups = [
            {**group, "params": [numbers[id(p)] for p in group["params"]]}
            for group in self.param_groups
        ]
        return {"state": {numbers[id(p)]: m for p, m in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Load the result of `state_dict`, for parameters in the same order."""
        every = [p for group in self.param_groups for p in group["params"]]
        self.state = {every[number]: dict(m) for number, m in state_dict["state"].items()}
        for group, saved in zip(self.param_groups, state_dict["param_groups"], strict=True):
            group.update({name: value for name, value in saved.items() if name != "params"})


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False):
        super().__init__(params, {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
                                      "nesterov": nesterov})  # fmt: skip

    def move(self, group, moved):
        for p in moved:
            g = p.grad + group["weight_decay"] * p if group["weight_decay"] else p.grad
            if group["momentum"]:
                first = p not in self.state
                memory = self.memory(p, "momentum_buffer")
                v = memory["momentum_buffer"]
                v.copy_(g if first else group["momentum"] * v + (1 - group["dampening"]) * g)
                g = g + group["momentum"] * v if group["nesterov"] else v
            p.sub_(group["lr"] * g)


class Adam(Optimizer):
    call = staticmethod(adam)
    decay = 0.0

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=None, fused=None
    ):
        weight_decay = self.decay if weight_decay is None else weight_decay
        super().__init__(
            params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        )

    def move(self, group, moved):
        kept = [self.memory(p, "step", "exp_avg", "exp_avg_sq") for p in moved]
        self.call(
            moved, [p.grad for p in moved], [m["exp_avg"] for m in kept], [m["exp_avg_sq"] for m in kept], [],
            [m["step"] for m in kept], amsgrad=False, maximize=False, beta1=group["betas"][0], beta2=group["betas"][1],
            lr=group["lr"], weight_decay=group["weight_decay"], eps=group["eps"],
        )  # fmt: skip


class AdamW(Adam):
    call = staticmethod(adamw)
    decay = 0.01


__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "Parameter", "Tensor"]
