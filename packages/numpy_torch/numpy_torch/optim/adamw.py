"""Adam's step with decoupled weight decay (Loshchilov and Hutter 2019)."""

from numpy_torch.optim.adam import _moved


def adamw(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, **settings):
    _moved(params, grads, exp_avgs, exp_avg_sqs, state_steps, True, **settings)
