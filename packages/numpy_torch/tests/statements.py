"""The lines that random programs are made of: {t} is a tensor, other letters are numbers of a kind (NUMBERS)."""

NUMBERS = {
    "d": (0, -1, 1, -2, 2),  # an axis
    "i": (0, 1, -1, 2),  # a place
    "r": (0.5, 2, -1.0, 0, 3),  # a number
    "b": ("True", "False"),
    "k": ("torch.float32", "torch.float64", "torch.int64", "torch.bool"),
}

_DATA = (
    "[1., 2., 3.]", "[0., 0.5, -1.]", "[2., 2., 2.]", "[[1., -2., 0.5], [0., 3., 1.]]", "[[1., 1., 1.], [2., 0., -1.]]",
    "[[1., 2., 0.], [0., 1., 4.], [-1., 0.5, 2.]]", "[[[1., 2., 3.], [4., 5., 6.]], [[0., -1., 2.], [1., 1., 0.]]]",
    "2.", "-0.5", "0.", "[[0.5], [2.]]", "[[-1., 2., 3.]]",
)  # fmt: skip
_WHOLE = ("[0, 1, 2]", "[2, 0]", "[[0, 1, 2], [2, 1, 0]]", "[[1], [0]]", "1", "0", "[1, 1, 0]")
STARTS = (
    *(f"torch.tensor({data}, requires_grad=True)" for data in _DATA),
    *(f"torch.tensor({data})" for data in _DATA),
    *(f"torch.tensor({data}, dtype=torch.float64, requires_grad=True)" for data in _DATA[:4]),
    *(f"torch.tensor({data})" for data in _WHOLE),
    "torch.tensor([0, 1, 2], dtype=torch.int32)", "torch.tensor([1, 0, 1], dtype=torch.uint8)",
    "torch.tensor([True, False, True])", "torch.tensor([[True, False, True], [False, False, True]])", "torch.tensor(True)",
    "torch.tensor([1., nan, 3.])", "torch.tensor([inf, 1., -inf], requires_grad=True)",
    "torch.tensor([[-inf, -inf, -inf], [0., 1., -inf]])", "torch.zeros(0, 3)", "torch.arange(3.)",
)  # fmt: skip

_ALONE = ["abs", "square", "relu", "exp", "log", "log2", "log10", "log1p", "expm1", "sqrt", "rsqrt", "reciprocal", "tanh", "sigmoid", "sin", "cos", "tan", "atan", "erf", "sign", "floor", "ceil", "trunc", "round", "isnan", "isinf", "isfinite", "logical_not", "neg", "clone", "detach", "contiguous", "t", "flatten", "ravel", "squeeze", "float", "double", "long", "bool", "sum", "mean", "prod", "var", "std", "max", "min", "amax", "amin", "argmax", "argmin", "any", "all", "count_nonzero", "median", "unique", "sort", "argsort", "diagonal", "diag", "tril", "triu", "nonzero", "norm", "item_free", "logit"]
_ALONG = ["sum", "mean", "prod", "var", "std", "amax", "amin", "argmax", "argmin", "any", "all", "logsumexp", "softmax", "log_softmax", "cumsum", "cumprod", "unsqueeze", "squeeze", "norm_free", "argsort"]
_PAIRS = ["add", "sub", "mul", "div", "pow", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "hypot", "atan2", "remainder", "floor_divide", "fmod_free"]
_KEYS = (
    "0", "-1", "1", "1:", ":, 0", "..., -1", "None", "::2", ":-1", "0, 0", "[0, 1]", "[1, 1]", "..., 1:", "..., 0", "..., None", "{t}",
    "{t} > 1", "{t}, 0", "0, {t}", ":, {t}", "{t}, {t}", "..., ...", "()", "True",
)  # fmt: skip
_VIEWS = (
    "{t}.view(-1)", "{t}.reshape(-1)", "{t}.T", "{t}.transpose(0, {d})", "{t}.unsqueeze({d})", "{t}.select({d}, {i})",
    "{t}.narrow({d}, {i}, {i})", "{t}.expand(2, 3)", "{t}.expand(2, -1, -1)", "{t}.unbind({d})[0]", "{t}.split(2, {d})[0]",
    "{t}.chunk(2, {d})[-1]", "{t}.diagonal()", "{t}.unfold({d}, 2, 1)", "{t}.detach()", "{t}.movedim(0, {d})", "{t}.permute(1, 0)",
    "{t}.squeeze({d})", "list({t})[0]", "{t}.flatten()", "{t}.view(3, 1)", "{t}.mT", "{t}.swapaxes(0, 1)", "{t}.view_as({t})",
    "{t}.unflatten({d}, (-1, 1))", "{t}.expand_as({t})", "{t}.data",
)  # fmt: skip
_MORE = (
    "{t}.flip({d})", "{t}.flip(0, 1)", "{t}.roll(1, {d})", "{t}.roll(1)", "{t}.repeat(2)", "{t}.repeat(2, 1)", "{t}.tile(2)",
    "{t}.repeat_interleave(2)", "{t}.repeat_interleave(2, {d})", "torch.cat([{t}, {t}])", "torch.cat([{t}, {t}], {d})",
    "torch.stack([{t}, {t}], {d})", "torch.where({t} > 0, {t}, {t})", "torch.where({t}, {t}, {r})", "torch.where({t} > 0, {t}, {r})",
    "{t}.masked_fill({t}, {r})", "{t}.masked_fill({t} > 0, {r})", "{t}.masked_select({t})", "{t}.masked_select({t} > 0)",
    "{t}.gather({d}, {t})", "{t}.index_select({d}, {t})", "{t}.scatter({d}, {t}, {r})", "{t}.scatter({d}, {t}, {t})",
    "{t}.scatter_add({d}, {t}, {t})", "{t}.index_add({d}, {t}, {t})", "{t}.index_copy({d}, {t}, {t})", "{t}.index_fill({d}, {t}, {r})",
    "{t}.take({t})", "{t}.take_along_dim({t}, {d})", "{t}.clamp({r}, {r})", "{t}.clamp(min={r})", "{t}.clamp(max={r})",
    "{t}.clamp({t}, {t})", "{t}.lerp({t}, {r})", "{t}.lerp({t}, {t})", "torch.addcmul({t}, {t}, {t}, value={r})",
    "torch.addcdiv({t}, {t}, {t})", "torch.isclose({t}, {t})", "{t}.isclose({t})", "{t}.nan_to_num()", "{t}.to({k})", "{t}.to({t})",
    "{t}.type_as({t})", "{t} @ {t}", "torch.matmul({t}, {t}.mT)", "{t} @ {t}.T", "torch.mm({t}, {t})", "torch.bmm({t}, {t})",
    "torch.mv({t}, {t})", "torch.dot({t}, {t})", "torch.inner({t}, {t})", "torch.outer({t}, {t})", "torch.einsum('ij,kj->ik', {t}, {t})",
    "torch.einsum('i,i', {t}, {t})", "torch.div({t}, {t}, rounding_mode='floor')", "torch.div({t}, {t}, rounding_mode='trunc')",
    "torch.div({t}, {r}, rounding_mode='trunc')", "torch.add({t}, {t}, alpha={r})", "torch.sub({t}, {t}, alpha={r})", "{t} + {r}", "{r} - {t}", "{t} * {r}",
    "{t} / {r}", "{r} / {t}", "{t} ** {r}", "{r} ** {t}", "{t} // {r}", "{t} % {r}", "{t} + True", "True - {t}", "~{t}", "{t} & {t}", "{t} | {t}", "{t} ^ True",
    "-{t}", "abs({t})", "{t} > {r}", "{t} == {r}", "{t} != {t}",
    "{t}.sum({d}, keepdim=True)", "{t}.mean({d}, keepdim={b})", "{t}.std({d}, keepdim=True)", "{t}.var({d}, unbiased=False)", "{t}.std(correction=0)",
    "{t}.norm(dim={d})", "{t}.norm(1)", "{t}.norm(p=inf)", "{t}.max({d}).values", "{t}.max({d}, keepdim=True)[1]", "{t}.min({d})[0]",
    "{t}.argmax({d}, keepdim=True)", "{t}.argmax(keepdim=True)", "{t}.sort({d})[0]", "{t}.sort({d}, descending=True).indices",
    "{t}.topk(1, {d}).values", "{t}.topk(2)[0]", "{t}.median({d}).values", "{t}.any({d}, keepdim=True)", "{t}.max({t})", "{t}.diff()", "{t}.diff(dim={d})",
    "{t}.sum((0, 1))", "{t}.logsumexp((0, 1))", "{t}.sum(dtype=torch.float64)", "{t}.mean(dtype=torch.float64)", "{t}.cumsum({d}, dtype=torch.float64)",
    "{t}.softmax({d}, dtype=torch.float64)", "torch.block_diag({t}, {t})", "torch.zeros_like({t})", "torch.full_like({t}, {r})", "torch.ones_like({t}, dtype={k})",
    "{t}.new_tensor([1, 2])", "{t}.new_zeros(2)", "torch.tensor([{r}, {r}])", "torch.full((2,), {r})", "torch.arange({r})", "{t}.bincount()",
    "torch.cosine_similarity({t}, {t}, {d})", "torch.cdist({t}, {t})", "{t}.pow({r})", "torch.pow({r}, {t})", "{t}.sigmoid().log()", "{t}.tril({i})", "{t}.triu({i})",
    "torch.tensor({t}.item())", "torch.tensor({t}.tolist())", "torch.tensor(bool({t}))", "torch.tensor(len({t}))", "torch.tensor(torch.equal({t}, {t}))",
    "torch.tensor(torch.allclose({t}, {t}))", "torch.tensor({t}.is_contiguous())", "torch.tensor({t}.stride())", "torch.isin({t}, {t}.contiguous())", "torch.searchsorted({t}, {t})",
    "{t}.quantile(0.5)", "{t}.broadcast_to(2, 3)", "{t}.reshape({i}, {i})", "{t}.view({i}, 3)", "{t}.diag_embed()", "{t}.fill_diagonal(0)", "{t}.grad",
)  # fmt: skip
_LAYERS = (
    "F.relu({t})", "F.gelu({t}.clamp(-9, 9))", "F.silu({t})", "F.softplus({t})", "F.elu({t})", "F.softmax({t}, {d})", "F.log_softmax({t}, -1)", "F.normalize({t}, dim={d})",
    "F.mse_loss({t}, {t})", "F.l1_loss({t}, {t})", "F.cross_entropy({t}, {t})", "F.cross_entropy({t}, {t}, reduction='sum')", "F.nll_loss({t}, {t})",
    "F.cross_entropy({t}, {t}, ignore_index=0, label_smoothing=0.1)", "F.binary_cross_entropy_with_logits({t}, {t})", "F.mse_loss({t}, {t}, reduction='none')",
    "F.mse_loss({t}, {r})", "F.mse_loss({t}, {t}, reduction='men')", "F.kl_div({t}, {t}, reduction='sum')", "F.layer_norm({t}, (3,))", "F.layer_norm({t}, (3,), {t}, {t})",
    "F.embedding({t}, {t})", "F.one_hot({t})", "F.one_hot({t}, 3)", "F.linear({t}, {t})", "F.linear({t}, {t}, {t})", "F.pad({t}, (1, 0))",
    "F.scaled_dot_product_attention({t}, {t}, {t})", "F.scaled_dot_product_attention({t}, {t}, {t}, {t})", "F.scaled_dot_product_attention({t}, {t}, {t}, is_causal=True)",
    "F.cosine_similarity({t}, {t}, dim={d})", "F.dropout({t}, 0.0)", "F.dropout({t}, 1.0)", "F.relu({t}, inplace=True)", "F.silu({t}, inplace=True)",
    "F.dropout({t}, 0.5, False)", "torch.nn.Linear(3, 2)({t})", "torch.nn.LayerNorm(3)({t})", "torch.nn.ReLU(inplace=True)({t})", "torch.nn.Embedding(3, 2)({t})",
    "torch.nn.Parameter({t})", "F.hardtanh({t})", "F.leaky_relu({t})",
)  # fmt: skip
MAKES = (
    *(f"{{t}}.{name}()" for name in _ALONE if not name.endswith("_free")),
    *(f"{{t}}.{name}({{d}})" for name in _ALONG if not name.endswith("_free")),
    *(f"torch.{name}({{t}}, {{t}})" for name in _PAIRS if not name.endswith("_free")),
    *(f"{{t}} {sign} {{t}}" for sign in ["+", "-", "*", "/", "+", "*", "-", "/"]),
    *(f"torch.{name}({{t}}, {{r}})" for name in ("maximum", "hypot", "atan2", "logical_or", "eq", "remainder", "isclose")),
    *(f"{{t}}[{key}]" for key in _KEYS),
    *_VIEWS, *_VIEWS, *_MORE, *_LAYERS,
)  # fmt: skip
CHANGES = (
    *(f"{{t}}.{name}_({{t}})" for name in ("add", "sub", "mul", "div", "copy", "pow", "remainder") for _ in "12"),
    *(f"{{t}}.{name}_()" for name in ["abs", "exp", "sqrt", "tanh", "sigmoid", "relu", "square", "neg", "zero", "floor", "reciprocal", "log", "rsqrt", "round"]),
    *(f"{{t}}[{key}] = {{t}}" for key in _KEYS),
    *(f"{{t}}[{key}] = {{r}}" for key in _KEYS),
    *(f"{{t}}[{key}] {sign}= {{r}}" for key in _KEYS[:12] for sign in "+*"),
    *(f"{{t}} {sign}= {{t}}" for sign in ["+", "-", "*", "/"]), *(f"{{t}} {sign}= {{r}}" for sign in ["+", "-", "*", "/", "//", "**"]),
    "{t}.fill_({r})", "{t}.fill_({t})", "{t}.clamp_({r}, {r})", "{t}.clamp_(min={r})", "{t}.masked_fill_({t}, {r})", "{t}.masked_fill_({t} > 0, {r})",
    "{t}.copy_(2)", "{t}.fill_diagonal_({r})", "{t}.tril_()", "{t}.scatter_({d}, {t}, {r})", "{t}.scatter_add_({d}, {t}, {t})", "{t}.index_add_({d}, {t}, {t})",
    "{t}.index_fill_({d}, {t}, {r})", "{t}.cumsum_({d})", "{t}.lerp_({t}, {r})", "{t}.addcmul_({t}, {t})", "{t}.detach().requires_grad_()", "{t}.requires_grad_(False)",
    "{t}.sum().backward()", "{t}.sum().backward(retain_graph=True)", "{t}.backward()", "{t}.grad = None", "{t}.grad.zero_()", "torch.optim.SGD([{t}], lr=0.5).step()",
    "torch.optim.Adam([{t}], lr=0.5).step()", "torch.nn.utils.clip_grad_norm_([{t}], 0.5)", "torch.optim.SGD([{t}]).zero_grad(set_to_none=False)",
    "torch.nn.init.constant_({t}, {r})", "torch.nn.init.uniform_({t})", "{t}.normal_()", "F.dropout({t}, 1.0, True, True)",
)  # fmt: skip
