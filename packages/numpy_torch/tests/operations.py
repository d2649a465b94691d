"""Expressions that PyTorch and its stand-in both compute: values, and gradients of every operand.

    python tests/web/torch_operations.py OUT.npz

computes them with whichever torch is on the path.
"""

import sys

import numpy as np
import torch
import torch.nn.functional as F  # noqa: F401  of the expressions

DRAWN = np.random.default_rng(7)
REAL = {
    "x": DRAWN.normal(size=(3, 4)),
    "y": DRAWN.normal(size=(3, 4)),
    "p": DRAWN.uniform(0.1, 0.9, (3, 4)),
    "v": DRAWN.normal(size=4),
    "u": DRAWN.normal(size=(3, 1)),
    "b": DRAWN.normal(size=(2, 3, 4)),
    "c": DRAWN.normal(size=(2, 4, 5)),
    "w": DRAWN.normal(size=(5, 4)),
    "d": DRAWN.normal(size=5),
    "z": DRAWN.normal(size=()),
    "q": DRAWN.normal(size=(2, 3, 6, 5)),
    "k": DRAWN.normal(size=(4, 3, 3, 2)),
    "f": DRAWN.normal(size=4),
}
WHOLE = {
    "i": np.array([2, 0, 2]),
    "j": np.array([[0, 3], [1, 1], [2, 0]]),
    "n": np.array([1, 0, 3]),
    "m": np.array([[True, False, True, False], [False] * 4, [True] * 4]),
}

ONE = (
    "-x; x.abs(); x.square(); x.relu(); x.exp(); p.log(); p.log2(); p.log10(); p.log1p(); x.expm1(); p.sqrt(); p.rsqrt(); "
    "p.reciprocal(); x.tanh(); x.sigmoid(); p.logit(); x.sin(); x.cos(); x.tan(); p.asin(); p.acos(); x.atan(); x.erf(); "
    "x.sign(); x.floor(); x.ceil(); x.trunc(); x.round(); x.round(decimals=2); (x / 0).nan_to_num(3.0); "
    "x.clamp(-0.5, 0.5); x.clamp(max=0.1); x.clip(min=0); x.clamp_min(0.2); x.clamp_max(0.2); "
    "torch.exp(x); torch.sqrt(p); torch.tanh(x); F.silu(x); F.elu(x); F.gelu(x); F.gelu(x, approximate='tanh'); "
    "F.softplus(x * 90); F.relu(x); z.erf(); F.gelu(z); (p + 4).erfc() * 1e6; F.dropout(x, 1.0); x.float().double() * 0 + x; x.double(); x.clone(); x.detach(); x.contiguous()"
)
TWO = (
    "x + y; x + v; x + u; x + 2; 2 + x; x - y; 3 - x; x - v; x * y; x * v; 2 * x; x / y; x / v; 1 / p; x / 3; x.detach() // 0.3; "
    "x % 0.3; x ** 2; x ** 3; p ** 0.5; p ** y; 2 ** x; (x - x) ** y; torch.div(x, y, rounding_mode='floor'); torch.pow(p, v); torch.maximum(x, y); torch.minimum(x, v); "
    "torch.hypot(x, y); torch.add(x, y, alpha=2); z * x; x + z.double(); i + x[0, :3]; i / 2; i * 1.5; m * x; m + 1; "
    "m & ~m; x < y; x == y; (x > 0) | m; x.eq(x); i % 2; i // 2; i + 1; torch.isclose(x, x + 1e-9); i ** 2; i == 2; "
    "torch.where(m, x, y); torch.where(m, x, 0.0); x.where(m, y); x.masked_fill(m, 0.5); x.masked_fill(m, -torch.inf); "
    "torch.where(m, x, v); torch.where(m)[1];  torch.atan2(x, y); x.isnan(); x.isfinite(); (x / 0).isneginf(); m.logical_not(); torch.lerp(x, y, 0.3); x.lerp(y, p); torch.addcmul(x, y, p, value=2); "
    "torch.addcdiv(x, y, p); x.subtract(y); x.erfc(); x.deg2rad(); x.take_along_dim(j, 1); torch.take_along_dim(x, i[:, None], 1)"
)
FOLDS = (
    "x.sum(); x.sum(0); x.sum(-1, keepdim=True); b.sum((0, 2)); m.sum(); m.sum(1); i.sum(); x.mean(); b.mean(1); x.mean(-1, "
    "keepdim=True); p.prod(); p.prod(1); x.var(); x.var(-1); x.var(0, unbiased=False); x.var(1, correction=0); x.std(); "
    "x.std(-1, keepdim=True); x.norm(); x.norm(dim=-1); x.norm(1, dim=0); torch.linalg.norm(x, dim=1); torch.linalg.vector_norm(x, 3); x.amax(1); x.amin(0); "
    "x.max(); x.min(); x.max(1).values; x.max(1)[1]; x.min(0)[0]; x.argmax(); x.argmax(-1); x.argmin(0, keepdim=True); "
    "x.sort().values; x.sort(descending=True).indices; x.argsort(0); x.topk(2).values; x.topk(2).indices; x.topk(2, 0, "
    "largest=False).values; x.median(); x.median(1).values; m.any(); m.all(1); m.any(0); x.softmax(-1); x.softmax(0); "
    "x.log_softmax(-1); b.softmax(1); x.logsumexp(1); b.logsumexp((1, 2)); x.cumsum(1); m.cumsum(0); p.cumprod(1); x.diff(); "
    "x.diff(dim=0); x.count_nonzero(); i.max(); torch.quantile(x.detach(), 0.25); x.max(y)"
)
SHAPES = (
    "x.reshape(4, 3); x.view(-1); x.view(2, 6); x.T; b.mT; b.transpose(0, 2); b.permute(2, 0, 1); x.unsqueeze(1); u.squeeze(); "
    "u.squeeze(-1); u.squeeze(0); b.flatten(); b.flatten(1); b.flatten(0, 1); x.unflatten(1, (2, 2)); b.unflatten(-1, (2, -1)); "
    "v.expand(3, 4); u.expand(-1, 4); v.expand_as(x); x.repeat(2, 1); v.repeat(2, 3); x.repeat_interleave(2, 0); x.flip(0); "
    "x.flip(0, 1); x.roll(1, 1); x.roll(1); x.tril(); x.triu(1); x.split(2, 1)[1]; x.chunk(2, 1)[0]; x.split([1, 3], 1)[1]; "
    "x.unbind(0)[1]; torch.cat((x, y)); torch.cat((x, u), 1); torch.cat([x, i[:, None].to(x)], -1); torch.stack((x, y)); "
    "torch.stack((x, y), -1); torch.stack([z, z]); torch.block_diag(x, y); b.movedim(0, 2); x.diagonal(); b.diagonal(dim1=1, "
    "dim2=2); v.diag(); x.diag(); b.movedim(-1, 0); x.t(); b.swapaxes(0, 1); torch.broadcast_to(v, (3, 4)); x.ravel(); "
    "F.pad(x, (1, 2)); F.pad(x, (0, 0, 1, 0), value=2.0); F.pad(x, (-1, 1)); torch.diag_embed(x); b.unfold(2, 2, 1); x.unfold(1, 2, 2)"
)
PICKS = (
    "x[0]; x[:, 1]; x[1:, ::2]; x[..., -1]; x[None]; x[:, None, :]; x[i]; x[i, n]; x[m]; x[j[:, 0], 1:]; x[[0, 2]]; x[i[:, None], j]; "
    "b[:, i]; b[0, :, n]; x.index_select(0, i); x.gather(1, j); x.select(1, 2); x.narrow(1, 1, 2); x.scatter(1, j, 0.0); "
    "x.scatter(1, torch.tensor([[0, 3], [1, 2], [2, 0]]), y[:, :2]); x.scatter_add(1, j, y[:, 1:3]); x.index_add(0, i, y); x.index_fill(1, n[:2], 3.0); "
    "x.index_copy(0, torch.tensor([2, 0, 1]), y); x.take(i); x.masked_select(m); m.nonzero(); m.nonzero(as_tuple=True)[1]; "
    "i.unique(); n.bincount(); torch.isin(i, n); torch.searchsorted(v.sort().values.detach(), x.detach()); m.argwhere(); "
    "changed(x, y); viewed(x, y); through_views(x, y); crossed(x); z.expand(3).clone().add_(1); filled(x, z); added(x, y); torch.repeat_interleave(x, i, 0); x[-1, -2]; x[m].sum(); list(x)[2]"
)
PRODUCTS = (
    "x @ x.T; x @ v; v @ v; v @ c; b @ c; x @ c; b @ x.mT; b @ v; torch.matmul(x, y.T); x.mm(y.T); b.bmm(c); torch.dot(v, v); "
    "torch.outer(v, d); torch.einsum('ij,kj->ik', x, y); torch.einsum('bij,bjk->bik', b, c); torch.einsum('ij->j', x); "
    "torch.einsum('bij,j->bi', b, v); torch.einsum('...d,d->...d', b, v); (b.transpose(0, 1) @ x.T).view(3, -1);  torch.einsum('...ij,jk->...ik', b, x.T); F.linear(x, w); F.linear(b, w, d); F.linear(v, w, d); torch.cdist(x, y); x.outer is not None"
)
LAYERS = (
    "F.softmax(x); F.softmax(v); F.log_softmax(b); F.layer_norm(x, (4,)); F.layer_norm(b, (4,), v, f); F.cross_entropy(x, i); F.cross_entropy(x, i, label_smoothing=0.1); "
    "F.cross_entropy(x, n, ignore_index=0); F.cross_entropy(x, i, reduction='sum'); F.cross_entropy(x, i, reduction='none'); "
    "F.cross_entropy(b.transpose(1, 2), torch.tensor([[0, 1, 2], [3, 0, 0]]), ignore_index=0, label_smoothing=0.1); "
    "F.cross_entropy(v, n[0]); F.nll_loss(x.log_softmax(-1), i); F.mse_loss(x, y); F.l1_loss(x, y); F.embedding(i, w); "
    "F.embedding(j, w); F.one_hot(n, 4); F.one_hot(j); F.normalize(x, dim=-1); F.cosine_similarity(x, y, dim=-1); torch.cosine_similarity(x[:, None], y, 2); F.softmax(x, -1); "
    "F.scaled_dot_product_attention(b, b, b); F.scaled_dot_product_attention(b, b, b, is_causal=True); "
    "F.scaled_dot_product_attention(b, b, b, torch.tensor([[True, False, True]] * 3)); "
    "F.scaled_dot_product_attention(b, b, b, b @ b.mT); F.conv2d(q, k); F.conv2d(q, k, f, stride=2, padding=1); "
    "F.conv2d(q, k, dilation=2, padding=(2, 1)); F.conv1d(c, c[..., :2].transpose(0, 1).repeat(1, 2, 1), v, padding=1); "
    "F.conv3d(q[None], k[:, :2, None], stride=(1, 2, 1)); "
    "F.binary_cross_entropy_with_logits(x, p); squares(x); torch.autograd.functional.jacobian(squares, x.detach()); F.kl_div(x.log_softmax(-1), p, reduction='sum'); normed(q)"
)
MADE = (
    "torch.arange(5); torch.arange(1, 2, 0.25); torch.zeros(2, 3); torch.ones((2, 3), dtype=torch.long); torch.full((2,), 3); "
    "torch.full((2,), 3.0); torch.eye(3); torch.linspace(0, 1, 5); torch.zeros_like(i); torch.ones_like(x); "
    "torch.full_like(x, 2); torch.tensor([1, 2.5]); torch.tensor([True]); torch.tensor([]); torch.tensor(3); "
    "torch.triu_indices(3, 3, 1); torch.tril_indices(3, 3); x.new_zeros(2, 2); x.new_full((2,), 1); x.new_tensor([1, 2]); x.new_ones(3); "
    "torch.cartesian_prod(i, n); torch.meshgrid(i, n, indexing='ij')[0]; torch.from_numpy(x.detach().numpy()); i.float(); "
    "x.long(); x.bool(); x.to(torch.float64); i.to(x); x.type_as(i); torch.special.entr(p.detach()); "
    "torch.special.gammaincc(torch.tensor([0.5, 3, 20.0]).double(), torch.tensor([0.2, 5, 18.0]).double()); "
    "torch.linalg.svd(x.detach()).S; torch.linalg.det(x[:, :3].detach()); torch.linalg.matrix_rank(x.detach()); "
    "torch.linalg.lstsq(x.T.detach(), x.T.detach()).solution; torch.linalg.eigh((x @ x.T).detach()).eigenvalues; "
    "torch.linalg.qr(x.detach()).R.abs(); torch.linalg.solve(x[:, :3].detach(), u.detach()); torch.linalg.inv(x[:, :3].detach())"
)
SAID = (
    "repr(x.detach().sort()); repr(x.detach().max(1)); repr(x.detach().topk(2, 0)); repr(x.detach().median(1)); "
    "repr(torch.nn.Linear(4, 2).load_state_dict({'weight': w[:2].detach()}, strict=False)); "
    "said(lambda: F.one_hot(-n)); said(lambda: i // 0); said(lambda: i % 0); said(lambda: x.squeeze(5)); "
    "said(lambda: x.index_select(0, -i)); said(lambda: torch.multinomial(p.detach(), 9)); "
    "said(lambda: F.scaled_dot_product_attention(b, b, b, b @ b.mT, is_causal=True))"
)
ALL = [
    one.strip()
    for part in (ONE, TWO, FOLDS, SHAPES, PICKS, PRODUCTS, LAYERS, MADE, SAID)
    for one in part.split(";")
]


def changed(x, y):
    """Numbers put into a copy, of another tensor with a past."""
    x = x.clone()
    x[0] = y[1]
    x[1, 2] = 3.0
    x[2, :2] = y[0, 1]
    return x * x


def viewed(x, y):
    """The same through a view of a view, into what had no past."""
    out = torch.zeros(2, 3, 4, dtype=x.dtype)
    for row in range(3):
        out[1][row] = x[row] * y[row]
    return out.exp()


def through_views(x, y):
    """What changes a view changes the whole, however the view is taken."""
    out = torch.zeros(3, 4, dtype=x.dtype)
    for row in range(3):
        out.select(0, row)[1:] = x[row, 1:]
    out.T[0] = y[:, 0]
    out.view(-1)[5] = y[1, 1]
    left = out.narrow(1, 0, 2)
    left += y[:, :2]
    out.select(0, 2).narrow(0, 3, 1).mul_(y[0, 0])
    return out * out


def crossed(x):
    x = x * x
    return x.fill_diagonal_(0.5) * x


class Squared(torch.autograd.Function):
    """A way back written by hand."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * g * x


def squares(x):
    return Squared.apply(x)


def filled(x, z):
    x = x * 1
    x[:, 1] = z
    return x.sum(0)


def added(x, y):
    x = x * 2
    x += y
    x.mul_(y)
    x.masked_fill_(y > 1, 0.0)
    return x


def normed(q):
    """Batch normalisation as a layer in training, and afterwards."""
    layer = torch.nn.BatchNorm2d(3).to(q.dtype)
    return layer(q) + layer.eval()(q)


def said(call):
    """What is said to a mistake; more where nothing is."""
    try:
        return f"no error, but {call()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def computed(text, kind):
    """The value of an expression, and the gradient of each operand that reaches it, as arrays by name."""
    tensors = {name: torch.tensor(a, dtype=kind, requires_grad=True) for name, a in REAL.items()}
    whole = {name: torch.tensor(a) for name, a in WHOLE.items()}
    value = eval(text, {**globals(), **tensors, **whole})
    if not isinstance(value, torch.Tensor):
        return {"value": np.asarray(value)}
    found = {"value": value.detach().numpy()}
    if value.requires_grad:
        weights = torch.arange(1.0, value.numel() + 1, dtype=value.dtype).reshape(value.shape).cos()
        (value.nan_to_num(0, 0, 0) * weights).sum().backward()
        found |= {name: t.grad.numpy() for name, t in tensors.items() if t.grad is not None}
    return found


def every():
    """All of them, in both kinds of numbers: {"expression|kind|what": array}."""
    found = {}
    for text in ALL:
        for kind in (torch.float32, torch.float64):
            try:
                parts = computed(text, kind)
            except Exception as error:  # told beside the expression, of all at once
                parts = {"error": np.asarray(f"{type(error).__name__}: {error}"[:200])}
            found |= {f"{text}|{kind}|{name}": array for name, array in parts.items()}
    return found


if __name__ == "__main__":
    np.savez(sys.argv[1], **every())
