"""What to do about errors that torch or Python explains badly, or not at all.

The app, which has no torch, uses this file too: it needs nothing but Python.
"""

import re

from transformer.diagnosis.returned import gave_nothing, returned
from transformer.diagnosis.source_line import said_by

# A pattern that is searched in "TypeError: message" → what to do.
ADVICE = (
    (
        r"^BdbQuit",
        "A breakpoint before this line waits for input, which the app does not have. Remove breakpoint() or "
        "pdb.set_trace().",
    ),
    (
        r"__init__\(\) takes .* but \d+ were given",
        "Is the method that takes these arguments called __init__, and is self its first parameter?",
    ),
    (r"takes 1 positional argument but 2 were given", "Is self the first parameter of the method?"),
    (
        r"^AttributeError: '(tuple|list)' object has no attribute '(mean|shape|size|dim|ndim|mT|transpose|unflatten|to)'",
        "A tensor is needed here: a layer before this line returned several values. Return only the tensor.",
    ),
    (
        r"modified by an inplace operation",
        "A line such as x += y or x[…] = y changes a tensor that backpropagation still needs. Write x = x + y.",
    ),
    (r"before Module\.__init__\(\) call", "Call super().__init__() first in __init__."),
    (
        r"no attribute 'zero_'",
        "With bias=False, the layer has no bias. Remove bias=False, or the line that sets the bias.",
    ),
)
NO_SELF = re.compile(r"'Tensor' object has no attribute '(\w+)'")


def advice(error: BaseException, line: str = "") -> str:
    """Return a sentence to add to the error's message; "" if the message says enough. `line`: the source line that
    raised the error."""
    message = said_by(error)
    kind = f"{type(error).__name__}: {message}"
    if tip := next((what for pattern, what in ADVICE if re.search(pattern, kind)), ""):
        return tip
    if (lost := NO_SELF.search(message)) and f"self.{lost[1]}" in line:
        return "Here self is a tensor: is self the first parameter of the method?"
    method = gave_nothing(error) if "NoneType" in message else ""
    return f"{method} {returned(None)}." if method else ""
