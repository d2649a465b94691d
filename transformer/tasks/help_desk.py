"""A help desk: a whole conversation → the next line of the desk.

The desk is a fixed program: it asks for the missing detail, gives a first fix, then a second one, and ends.
Only the user's lines are random, so each history has exactly one correct answer. Exactly one word of the
answer must be copied from the conversation: the name.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, product

from transformer.tasks.prompts import row
from transformer.tasks.task import NONE, Example, Split, Task

USER, DESK = "<user>", "<desk>"  # role tokens before each line
NAMES = ("anna", "ben", "clara", "dora", "emil", "frank", "grace", "hugo")
GREETINGS = ("hello this is {}", "hi i am {}", "good morning {} here", "hello my name is {}")
# Problem → the user's wordings, the question for the detail, the answers, the detail given at once, the details.
PROBLEMS = {
    "vpn": (
        ("the vpn fails", "the vpn does not connect", "i can not reach the vpn", "my vpn does not work"),
        "which system do you use",
        ("{}", "i use {}", "it is {}", "my computer runs {}"),
        "on {}",
        ("windows", "mac", "linux"),
    ),
    "password": (
        ("i forgot my password", "my password does not work", "i need a new password", "i can not log in"),
        "for which account",
        ("{}", "for the {}", "it is the {}", "the {} account"),
        "for the {}",
        ("mail", "portal", "laptop"),
    ),
    "printer": (
        ("the printer fails", "the printer does not print", "i can not print", "my printer does not work"),
        "what does it say",
        ("{}", "it says {}", "the light says {}", "i read {}"),
        "and it says {}",
        ("paper", "toner", "offline"),
    ),
}  # fmt: skip
# Detail → the desk's first and second fix.
FIXES = {
    "windows": ("please restart the service", "please install the client again"),
    "mac": ("please renew the certificate", "please allow the client in the settings"),
    "linux": ("please update the package", "please open the port"),
    "mail": ("please click on the link in the message", "please ask for a new code"),
    "portal": ("please clear the browser", "please try another browser"),
    "laptop": ("please restart the laptop", "please plug in the cable"),
    "paper": ("please fill the tray", "please open the back and pull out the sheet"),
    "toner": ("please shake the cartridge", "please change the cartridge"),
    "offline": ("please switch it off and on", "please plug in the cable"),
}
WORKS = ("yes it works now", "great that helped", "thank you it works", "all is well now thanks")
FAILS = ("no it does not work", "it still fails", "no that did not help", "the same as before")
THANKED, GIVES_UP = "you are welcome", "i send a colleague"
# A conversation to show first, with a held-out pair; and lines that training does not answer.
OPENING = (
    "hello this is hugo the vpn does not connect",
    "i use linux",
    "no it does not work",
    "great that helped",
)
BEYOND = (
    "my mouse is broken",
    "hello this is otto the vpn fails",
    "the vpn does not connect and i forgot my password",
    "i do not need help",
    "the printer prints",
)
# Fractions of the users who give their name, give the detail at once, and say that the fix works.
GREET, AT_ONCE, HELPS = 0.6, 0.3, 0.4
# A fifth of the 72 pairs of a name and a detail, held out from training.
NEW_PAIRS = 14
TRAIN, HELD_OUT = 6000, 500  # held out: this many histories with such a pair, and this many others


@dataclass(frozen=True)
class DeskTask(Task):
    """A conversation in turns: `<user> hello … <desk> which … <user> …`."""

    def split(self, text: str) -> list[str]:
        """Split a whole history, with its role tokens."""
        parts = text.replace(USER, f" {USER} ").replace(DESK, f" {DESK} ").split()
        return [w for part in parts for w in ([part] if part in (USER, DESK) else self.line(part))]

    def line(self, text: str) -> list[str]:
        """Split one line; a role token cannot be typed."""
        return super().split(text.replace("<", " ").replace(">", " "))

    def history(self, turns: Iterable[str]) -> list[str]:
        """Join the turns, the user first."""
        marked = zip(cycle((USER, DESK)), turns, strict=False)
        return [word for mark, turn in marked for word in (mark, *self.line(turn))]

    @property
    def new_pairs(self) -> tuple[Example, ...]:
        """The held-out histories with a pair of name and detail that does not occur in training."""
        return self.held_out[:HELD_OUT]

    @property
    def new_histories(self) -> tuple[Example, ...]:
        """The other held-out histories: each word, name and pair occurs in training, but the history does
        not."""
        return self.held_out[HELD_OUT:]


@dataclass(frozen=True)
class DeskPrompt(DeskTask):
    """The same conversations as one text: a history followed by the desk's role token is a prompt, and the
    answer continues it."""

    family = "decoder_only"
    kinds = (DESK,)

    def history(self, turns: Iterable[str]) -> list[str]:
        return [*super().history(turns), DESK]


def build(seed: int = 0) -> DeskTask:
    def make() -> Split:
        rng = random.Random(seed)
        details = [detail for *_, of_problem in PROBLEMS.values() for detail in of_problem]
        apart = set(rng.sample(list(product(NAMES, details)), NEW_PAIRS))
        made: dict[tuple[str, ...], Example] = {}
        new: dict[tuple[str, ...], Example] = {}
        while len(made) < TRAIN + HELD_OUT or len(new) < HELD_OUT:
            turns, name, detail = conversation(rng)
            kept = new if (name, detail) in apart else made
            for example in examples(turns, name):
                if kept is made or detail in example.source:
                    kept[example.source] = example
        others = list(made.values())
        rng.shuffle(others)
        new_histories = others[TRAIN : TRAIN + HELD_OUT]
        return tuple(others[:TRAIN]), (*list(new.values())[:HELD_OUT], *new_histories)

    rng = random.Random("shown")
    shown = tuple(" ".join([*examples(*conversation(rng)[:2])][-1].source) for _ in range(5))
    return DeskTask("desk", "Help desk", shown, make)


def as_prompts(seed: int = 0) -> DeskPrompt:
    """Build the task for a decoder-only model: the same histories, the same ones held out."""
    desk = build(seed)

    def make() -> Split:
        train, held_out = desk.make()
        return tuple(map(_row, train)), tuple(map(_row, held_out))

    shown = tuple(f"{history} {DESK}" for history in desk.examples)
    return DeskPrompt("desk_prompt", "Help desk as a prompt", shown, make)


def _row(e: Example) -> Example:
    return row(e.source, DESK, e.target)


def conversation(rng: random.Random) -> tuple[list[tuple[str, str]], str, str]:
    """Sample the lines of a user and the desk's answers, turn by turn; the user's name, or "", and the
    detail."""
    name = rng.choice(NAMES) if rng.random() < GREET else ""
    complaints, question, answers, at_once, details = PROBLEMS[rng.choice(list(PROBLEMS))]
    detail = rng.choice(details)
    first, second = FIXES[detail]
    hello, end = (f"hello {name} ", f" {name}") if name else ("", "")
    greeting = f"{rng.choice(GREETINGS).format(name)} " if name else ""
    line = greeting + rng.choice(complaints)
    if rng.random() < AT_ONCE:
        turns = [(f"{line} {at_once.format(detail)}", hello + first)]
    else:
        turns = [(line, hello + question), (rng.choice(answers).format(detail), first)]
    for further in (second, GIVES_UP + end):
        if rng.random() < HELPS:
            return [*turns, (rng.choice(WORKS), THANKED + end)], name, detail
        turns.append((rng.choice(FAILS), further))
    return turns, name, detail


def examples(turns: Iterable[tuple[str, str]], name: str) -> Iterator[Example]:
    """Yield one example for each answer of the desk: everything before it, and the answer. The name is
    aligned with its last occurrence in the history."""
    history: list[str] = []
    for line, answer in turns:
        history += [USER, *line.split()]
        target = tuple(answer.split())
        last = {word: place for place, word in enumerate(history)}
        copied = [last[name] if word == name else NONE for word in target]
        yield Example(tuple(history), target, tuple(copied))
        history += [DESK, *target]


TASKS = {"desk": build, "desk_prompt": as_prompts}
