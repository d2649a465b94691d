"""Wrong and unusual edits of the machine: what is changed, and what a page must then say.

Each is (file, a piece of the one line that goes, what comes in its place, words that the sentence must have).
A line of the new text that ends in `#!` is the one to blame: its place must be in the sentence. "picture":
the code is unusual, not wrong, or wrong in a way that a picture shows.
"""

ATTENTION, LAYERS, MASKS = (f"transformer/{name}.py" for name in ("attention", "layers", "masks"))
EMBEDDINGS, POSITIONS, MODEL = (f"transformer/{n}.py" for n in ("embeddings", "positions", "model"))
PROBE, CONFIG, WORDS = (f"transformer/{name}.py" for name in ("probe", "config", "vocabulary"))
EXERCISE = "lessons/attention/exercise.py"
MINE = "transformer/variants/my_layer.py"
PICTURE = "picture"

# ---- lines of the machine that the edits meet ------------------------------------------------------
SCORE = "return self.scores(query @ key"
ALLOW = "return validate_mask(mask, scores)"
SCALE = "return self.scaled(scores / math.sqrt(d_k))"
HIDE = "return self.masked(scaled if mask"
WEIGHTS = "return self.weights(softmax(masked, mask))"
MIX = "return self.head_output(self.dropout(weights) @ value)"
SOFTMAX = "weights = masked.softmax(dim=-1)"
OUTPUT = "return self.output(self.W_O(self.merge(mixed)))"
SPLIT = "return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)"
MERGE = "return x.transpose(1, 2).flatten(2)"
W_Q = "self.W_Q = nn.Linear(d_model, d_model)"
W_O = "self.W_O = nn.Linear(d_model, d_model)"
PROBE_MADE = 'self.weights = Probe("batch head query key")'
SUPER = "super().__init__()"
IMPORT = "import math"
KEEP = f"{{}}\n{WEIGHTS}"  # a line before the one that goes on
HIDDEN = "hidden = self.hidden(self.activate"
RELU = "return x.relu()"
ADD = "return self.sum(x + change)"
NORM = "self.norm = norm(d_model)"
CONTRACT = "return self.output(self.contract(self.dropout(hidden)))"
CAUSAL = "return key <= query"
PADDING = "return (tokens != pad)"
TOKENS = "tokens_only = self.tokens("

ENDS = "ends the whole program"
READ = "Python cannot read"
STOPPED = "The code stopped at"
NAN = "NaN first appeared"
EDITS: dict[str, tuple[str, str | None, str | bytes | None, tuple[str, ...] | str]] = {
    # ---- what ends or changes the process that runs it ----------------------------------------------
    "leaves in a layer": (ATTENTION, WEIGHTS, "import os; os._exit(0)  #!", (ENDS, "os._exit")),
    "leaves when read": (ATTENTION, IMPORT, f"{IMPORT}\nimport os\nos._exit(3)  #!", (ENDS,)),
    "aborts": (ATTENTION, WEIGHTS, "import os; os.abort()  #!", (ENDS, "os.abort")),
    "kills itself": (ATTENTION, WEIGHTS, "import os; os.kill(os.getpid(), 9)  #!", (ENDS, "os.kill")),
    "exits": (ATTENTION, WEIGHTS, "raise SystemExit(3)  #!", (ENDS, "sys.exit")),
    "exits when read": (ATTENTION, IMPORT, f"{IMPORT}\nimport sys\nsys.exit()  #!", (ENDS,)),
    "Ctrl-C": (ATTENTION, WEIGHTS, "raise KeyboardInterrupt  #!", (ENDS, "KeyboardInterrupt")),
    "len": (
        ATTENTION, IMPORT, f"{IMPORT}\nimport builtins\nbuiltins.len = abs  #!",
        ("replaces len for all code",),
    ),
    "print": (
        ATTENTION, WEIGHTS, KEEP.format("__builtins__['print'] = None  #!"),
        PICTURE,  # it works, in a process of its own
    ),
    "torch.softmax": (
        ATTENTION, IMPORT, f"{IMPORT}\nimport torch\ntorch.softmax = None  #!",
        PICTURE,  # it works, in a process of its own
    ),
    "Tensor.softmax": (
        ATTENTION, WEIGHTS, KEEP.format("Tensor.softmax = lambda x, dim: x  #!"),
        PICTURE,  # it works, in a process of its own
    ),
    "Linear.forward": (
        ATTENTION, WEIGHTS, KEEP.format("nn.Linear.forward = lambda s, x: x  #!"),
        PICTURE,  # it works, in a process of its own
    ),
    "gradients off": (
        ATTENTION, IMPORT, f"{IMPORT}\nimport torch\ntorch.set_grad_enabled(False)  #!",
        PICTURE,  # it works, in a process of its own
    ),
    "double for all": (
        ATTENTION, WEIGHTS, KEEP.format("import torch; torch.set_default_dtype(torch.float64)  #!"),
        PICTURE,  # it works, in a process of its own
    ),
    "recursion limit": (
        ATTENTION, IMPORT, f"{IMPORT}\nimport sys\nsys.setrecursionlimit(9)  #!", ("recursion",),
    ),
    "8 GB": (
        ATTENTION, WEIGHTS, KEEP.format("masked.new_empty(1 << 31)  #!"),
        ("requests 8.6 GB",),
    ),
    "memory bit by bit": (
        ATTENTION, WEIGHTS, "kept = []\nwhile True:\n    kept.append(bytes(1 << 24))  #!",
        ("more memory than a layer is allowed to use",),
    ),
    "prints a lot": (
        ATTENTION, WEIGHTS, KEEP.format("for _ in range(9): print('x' * 100_000)  #!"), PICTURE,
    ),
    "crashes": (
        ATTENTION, WEIGHTS, "import ctypes; ctypes.string_at(0)  #!", ("ended the process", "SIGSEGV"),
    ),
    "never ends": (ATTENTION, WEIGHTS, "while True: weights = masked  #!", ("run forever",)),
    "never ends when read": (ATTENTION, IMPORT, f"{IMPORT}\nwhile True: pass  #!", ("run forever",)),
    "waits": (ATTENTION, WEIGHTS, "import time; time.sleep(999)  #!", ("waited for",)),
    "slow": (
        ATTENTION, WEIGHTS, "masked.new_ones(4000, 4000).matrix_power(2000)  #!", ("too slow",),
    ),
    "asks for input": (ATTENTION, WEIGHTS, "input('which?')  #!", (STOPPED, "EOFError")),
    # ---- what Python cannot read -------------------------------------------------------------------
    "no colon": (ATTENTION, "def softmax(", "def softmax(masked, mask=None)  #!", (READ,)),
    "indentation": (ATTENTION, SCALE, "x = 1\n  return scores  #!", (READ,)),
    "a tab": (ATTENTION, SCALE, "x = 1\n\treturn scores  #!", (READ,)),
    "a byte that is no text": (ATTENTION, None, b"import math\nname = 'caf\xe9'\n", (READ, f"{ATTENTION}:2")),
    "a null byte": (ATTENTION, None, b"import math\n\n\x00\n", (READ, f"{ATTENTION}:3")),
    "half a file": (ATTENTION, None, b"import math\n\nclass ScaledDotProduct", (READ, f"{ATTENTION}:3")),
    "an empty file": (ATTENTION, None, b"", (f"{ATTENTION} is empty",)),
    "no file": (ATTENTION, None, None, (f"{ATTENTION} is missing",)),
    "a renamed class": (
        ATTENTION, "class MultiHeadAttention(", "class MultiHead(ScaledDotProduct):",
        (f"{ATTENTION} does not define 'MultiHeadAttention'",),
    ),
    "no mask file": (MASKS, None, None, (f"{MASKS} is missing",)),
    "a renamed function": (MASKS, "def validate_mask(", "def check(mask, scores):", (f"{MASKS} does not define 'validate_mask'",)),
    "no probe file": (PROBE, None, None, (f"{PROBE} is missing",)),
    "a renamed probe class": (
        PROBE, "class Probe(nn.Module):", "class Prob(nn.Module):", (f"{PROBE}:", "'Probe' is not defined"),
    ),
    "an error in a probe": (PROBE, "for function in (_active", "raise OSError('no')  #!\nfor function in ():", ("OSError: no",)),
    "an import that fails": (
        ATTENTION, IMPORT, f"{IMPORT}\nimport nowhere  #!", ("No module named 'nowhere'",),
    ),
    "a circle of imports": (
        MASKS, "import torch", "import torch\nfrom transformer.attention import attention  #!",
        ("circular import",),
    ),
    "numpy's name": (ATTENTION, IMPORT, f"{IMPORT}\nsoftmax = np.exp  #!", ("'np' is not defined",)),
    # ---- errors in a layer -------------------------------------------------------------------------
    "a name that is not there": (ATTENTION, SOFTMAX, "weights = masked.sofmax(dim=-1)  #!", ("sofmax",)),
    "an exception": (ATTENTION, WEIGHTS, "raise RuntimeError('not today')  #!", ("not today",)),
    "a value error": (ATTENTION, WEIGHTS, "raise ValueError('not today')  #!", ("not today",)),
    "an assertion": (ATTENTION, WEIGHTS, "assert False, 'rows'  #!", ("AssertionError: rows",)),
    "divides by zero": (ATTENTION, SCALE, "return self.scaled(scores * (1 / 0))  #!", ("ZeroDivision",)),
    "calls itself": (ATTENTION, WEIGHTS, "return self.normalise(masked, mask)  #!", ("RecursionError",)),
    "no transpose": (ATTENTION, SCORE, "return self.scores(query @ key)  #!", ("size",)),
    "other shapes": (ATTENTION, MIX, "return self.head_output(weights.mT @ value)  #!", ("size",)),
    "a number too much": (ATTENTION, SCALE, "return self.scaled(scores, 3)  #!", ("positional",)),
    "an axis too much": (ATTENTION, SOFTMAX, "weights = masked.softmax(dim=7)  #!", ("Dimension",)),
    "double": (ATTENTION, SOFTMAX, "weights = masked.double().softmax(-1)", ("Double",)),
    "another device": (ATTENTION, SOFTMAX, "weights = masked.to('cuda')  #!", (STOPPED,)),
    "numpy": (ATTENTION, WEIGHTS, "return self.weights(masked.numpy())", ("ndarray",)),
    "no return": (ATTENTION, WEIGHTS, "self.weights(softmax(masked, mask))", ("NoneType", "normalise")),
    "no super": (ATTENTION, SUPER, "pass", ("cannot assign", "super().__init__()")),
    "no bias": (ATTENTION, W_Q, "self.W_Q = nn.Linear(d_model, d_model, bias=False)", ("bias",)),
    "a wider W_O": (ATTENTION, W_O, "self.W_O = nn.Linear(d_model, 2 * d_model)", ("W_O", "weights file of")),
    "a new parameter": (
        ATTENTION, W_O, f"{W_O}\nself.v = nn.Parameter(self.W_O.weight[0])",
        ("parameter", "self_attention.v", "--save-as"),
    ),
    "a renamed parameter": (
        ATTENTION, W_O, f"{W_O}\nself.W_out = self.W_O\ndel self.W_O", ("W_O",),
    ),
    "a forgotten argument": (
        ATTENTION, "def __init__(self, d_model", "def __init__(self, d_model: int):",
        ("__init__", "arguments"),
    ),
    "forward returns nothing": (ATTENTION, OUTPUT, "self.output(self.W_O(self.merge(mixed)))", ("MultiHeadAttention", "returned nothing; it needs a return")),
    "forward returns two": (ATTENTION, OUTPUT, "return self.W_O(self.merge(mixed)), mixed", ("MultiHeadAttention", "returned a tuple")),
    "feed-forward returns nothing": (LAYERS, CONTRACT, "self.output(self.contract(hidden))", ("FeedForward", "returned nothing; it needs a return")),
    "an encoder layer returns two": (LAYERS, "return self.feed_forward_residual", "return x, mask", ("EncoderLayer", "returned a tuple")),
    "a breakpoint": (ATTENTION, WEIGHTS, KEEP.format("breakpoint()"), ("breakpoint", "Remove")),
    "forward without self": (ATTENTION, "def merge(self, x", "def merge(x: Tensor) -> Tensor:", ("merge", "Is self the first parameter")),
    "a syntax error of its own": (ATTENTION, WEIGHTS, "raise SyntaxError('no')  #!", (STOPPED, "SyntaxError: no")),
    "evaluates half a text": (ATTENTION, WEIGHTS, "eval('1 +')  #!", (STOPPED, "SyntaxError")),
    "a tensor in place of a parameter": (LAYERS, "self.weight = nn.Parameter(torch.ones", "self.weight = torch.ones(d_model)  #!", ("nn.Parameter",)),
    "a list in place of a ModuleList": (MODEL, "self.layers = nn.ModuleList(", "self.layers = list(  #!", ("nn.ModuleList",)),
    "decode off by one": ("transformer/vocabulary.py", "words.append(self.words[number])", "words.append(self.words[number - 1])  #!", ("“it was too tired” into",)),
    "encode off by one": ("transformer/vocabulary.py", "return [self._ids.get(word, UNKNOWN)", "return [self._ids[word] + 1 for word in words]", ("it must return the same words", "transformer/vocabulary.py:")),
    "a wrong sum": (LAYERS, ADD, "return self.sum(x + change[:, :1, :3])  #!", ("size",)),
    "activation typo": (LAYERS, RELU, "return x.relo()  #!", ("relo",)),
    "an additive mask": (MASKS, CAUSAL, "return (key <= query).float()", ("torch.bool",)),
    "mask of a wrong size": (MASKS, PADDING, "return (tokens != pad)[:, None, None, :-1]", ("size",)),
    "ids out of range": (EMBEDDINGS, TOKENS, "tokens_only = self.tokens(self.table(tokens + 9999))  #!", ("index out of range",)),
    "a mistyped kind": (ATTENTION, '@variant("attention", "standard")', '@variant("atention", "standard")  #!', ("atention",)),
    "an axis is lost": (ATTENTION, SCALE, "return self.scaled((scores / math.sqrt(d_k)).squeeze(0))  #!", ("The shape does not match", "batch head query key")),
    "an error without words": (ATTENTION, SCORE, "class Odd(Exception):\n    def __str__(self):\n        return 1 / 0\nraise Odd  #!", (STOPPED, "Odd", "__str__ raises ZeroDivisionError")),
    # ---- numbers that are none ---------------------------------------------------------------------
    "NaN": (ATTENTION, SCALE, "return self.scaled(scores * math.nan)  #!", (NAN, "scaled")),
    "0/0": (ATTENTION, SOFTMAX, "weights = masked.exp() / masked.exp().sum(-1, keepdim=True) * 0 / 0", (NAN, "weights")),
    "a NaN row": (ATTENTION, WEIGHTS, "x = softmax(masked, mask).clone()\nx[..., 1:2, :] = math.nan\nreturn self.weights(x)  #!", (NAN, "weights")),
    "over heads": (ATTENTION, WEIGHTS, "return self.weights(masked.softmax(dim=1))  #!", (NAN, "weights")),
    "overflow": (ATTENTION, SCORE, "return self.scores((query @ key.transpose(-2, -1)).pow(9).exp())  #!", (NAN, "scores")),
    "NaN in feed-forward": (LAYERS, RELU, "return (x - 9e9).sqrt()  # hidden", (NAN, "hidden")),
    "NaN in positions": (EMBEDDINGS, TOKENS, "tokens_only = self.tokens(self.table(tokens) / 0 * 0)  #!", (NAN, "tokens")),
    "NaN in LayerNorm": (LAYERS, NORM, "self.norm = norm(d_model, eps=-10.0)", (NAN, "attention_residual.normed", f"{LAYERS}:")),
    # ---- probes ------------------------------------------------------------------------------------
    "no probe": (ATTENTION, PROBE_MADE, "pass", ("has no attribute 'weights'",)),
    "a renamed probe": (ATTENTION, PROBE_MADE, "self.pattern = self.weights = Probe('batch head query key')", ("probe 'weights'", "self.weights = Probe")),
    "an unused probe": (ATTENTION, WEIGHTS, "return softmax(masked, mask)  #!", ("probe 'weights'", "self.weights(")),
    "a probe used twice": (ATTENTION, WEIGHTS, "return self.weights(self.weights(softmax(masked, mask)))  #!", ("probe 'weights'", "2 times")),
    "linear attention": (
        ATTENTION, "scores = self.score(query, key)",
        "q, k = query.exp(), key.exp()\nreturn self.head_output(q @ (k.mT @ value))", ("probe 'scores'", "self.scores("),
    ),
    "shared layers": (
        MODEL, "self.norm = last_norm(config)", "self.layers = nn.ModuleList([self.layers[0]] * layers)\nself.norm = last_norm(config)",
        ("layers.1",),
    ),
    # ---- unusual, and a picture all the same -------------------------------------------------------
    "over queries": (ATTENTION, SOFTMAX, "weights = masked.softmax(dim=-2).nan_to_num()", PICTURE),
    "upside down": (ATTENTION, SCALE, "return self.scaled(scores * math.sqrt(d_k))", PICTURE),
    "no scaling": (ATTENTION, SCALE, "return self.scaled(scores)", PICTURE),
    "no mask": (ATTENTION, ALLOW, "return None", PICTURE),
    "strict mask": (MASKS, CAUSAL, "return key < query", PICTURE),
    "the future": (MASKS, CAUSAL, "return key >= query", PICTURE),
    "all hidden": (MASKS, CAUSAL, "return (key <= query) & False", PICTURE),
    "scrambled heads": (ATTENTION, SPLIT, "return x.reshape(len(x), self.heads, -1, x.shape[-1] // self.heads)", PICTURE),
    "noise": (ATTENTION, SCALE, "return self.scaled(scores.new_empty(scores.shape).normal_())", PICTURE),
    "halved weights": (ATTENTION, WEIGHTS, "return self.weights(softmax(masked, mask) / 2)", PICTURE),
    "no softmax": (ATTENTION, SOFTMAX, "weights = masked.masked_fill(masked == -math.inf, 0.0)", PICTURE),
    "hard attention": (ATTENTION, SOFTMAX, "weights = (masked == masked.amax(-1, True)).float()", PICTURE),
    "sigmoid": (ATTENTION, SOFTMAX, "weights = masked.sigmoid()", PICTURE),
    "all the same": (ATTENTION, SOFTMAX, "weights = (masked * 0).nan_to_num().softmax(-1)", PICTURE),
    "half precision": (ATTENTION, SCALE, "return self.scaled((scores / math.sqrt(d_k)).half().float())", PICTURE),
    "a buffer": (ATTENTION, W_O, f"{W_O}\nself.register_buffer('seen', self.W_O.weight.new_zeros(()))", PICTURE),
    "sliding window": (
        ATTENTION, ALLOW, "near = scores.new_ones(scores.shape[-2:]).tril(1).triu(-1).bool()\nreturn near if mask is None else mask & near",
        PICTURE,
    ),
    "a plain print": (ATTENTION, WEIGHTS, KEEP.format("print(masked.shape)"), PICTURE),
    "no residual": (LAYERS, ADD, "return self.sum(change)", PICTURE),
    "GELU": (LAYERS, RELU, "return nn.functional.gelu(x)", PICTURE),
    "a comment": (ATTENTION, IMPORT, f"{IMPORT}  # sums", PICTURE),
    "a broken shipped variant": ("transformer/variants/rotary.py", "even, odd = x[", "even, odd = (", PICTURE),
    "my broken layer": (MINE, None, b"def (", PICTURE),
    "my layer leaves": (MINE, None, b"import os\nos._exit(0)\n", PICTURE),
    "my layer loops": (MINE, None, b"while True:\n    pass\n", PICTURE),
    # ---- an exercise ------------------------------------------------------------------------------
    "an exercise leaves": (EXERCISE, None, b"import os\nos._exit(0)\n", (f"{EXERCISE}:2", ENDS)),
    "an exercise replaces": (
        EXERCISE, None, b"import torch\ntorch.softmax = None\n", ("there is no class MyAttention",),
    ),
    "an exercise loops": (EXERCISE, None, b"while True: pass\n", (f"{EXERCISE}:1", "run forever")),
    "an exercise exits": (EXERCISE, None, b"raise SystemExit(3)\n", (f"{EXERCISE}:1", "SystemExit: 3")),
    "no exercise": (EXERCISE, None, None, (f"there is no file {EXERCISE}",)),
    "nothing is changed": (ATTENTION, IMPORT, IMPORT, PICTURE),
}  # fmt: skip
