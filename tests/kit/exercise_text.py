"""A student's exercise as text: the stub with bodies in it, and edits of them."""

import re

from tests.kit.stub import stub

Edit = tuple[str, str]  # what stands in a body, and what takes its place


class ExerciseText:
    """The exercise of a lesson, solved in another style than the machine's, so that recognition is shown not
    to depend on the same code. `bodies`: for each function or method, what takes the place of its `raise`; one
    that begins with a `def` takes the place of the stub's, too."""

    def __init__(self, lesson: str, bodies: dict[str, str]):
        self.stub, self.bodies = stub(lesson), bodies

    def stub_with(self, *in_order: str, **bodies: str) -> str:
        """The text of exercise.py with these bodies, the first ones without their names."""
        text = self.stub
        for name, body in (dict(zip(self.bodies, in_order, strict=False)) | bodies).items():
            to_write = re.compile(
                rf'^ *raise NotImplementedError\("{name} is still to be written"\)\n', re.M
            )
            if body.startswith("def "):
                to_write = re.compile(rf"^def {name}\(.*?{to_write.pattern}", re.M | re.S)
            text, count = to_write.subn(lambda _, body=body: body, text)
            assert count == 1, f"{name} is not to be written any more"
        return text

    def solution(self, *edits, **bodies: str) -> str:
        """The text of exercise.py with all written, and these edits made: (old, new) in all functions that have
        it, (function, old, new) in one; or a function and its edits, or its whole body."""
        bodies = self.bodies | bodies
        for edit in [edits] if edits and edits[0] in bodies else edits:
            name, *change = edit if edit[0] in bodies else ("", *edit)
            if not name or len(change) == 2:
                change = [[tuple(change)]]
            if isinstance(change[0], str):
                bodies[name] = change[0]
                continue
            for old, new in change[0]:
                names = (
                    [name]
                    if name
                    else [each_name for each_name in bodies if old in bodies[each_name]]
                )
                assert names, f"the edit {old!r} fits nowhere"
                for each_name in names:
                    bodies[each_name] = self._edited(each_name, bodies[each_name], old, new)
        return self.stub_with(**bodies)

    def _edited(self, name: str, body: str, old: str, new: str) -> str:
        if old not in body:  # it may be meant for the line of the `def`
            body = re.search(rf"^def {name}\(.*?:\n", self.stub, re.M | re.S)[0] + body
        assert old in body, f"the edit {old!r} fits nowhere in {name}"
        return body.replace(old, new)
