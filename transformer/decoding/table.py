"""A hand-typed table of probabilities as a model: which words may follow which."""

import math
import re
from collections.abc import Container, Mapping, Sequence

import torch
from torch import Tensor

from transformer.vocabulary import END, PAD, SPECIALS, START, Vocabulary

AFTER_START, THE_END = SPECIALS[START], SPECIALS[END]
ROUNDING = 1e-6  # how far a row sum may be from 1, for typed decimals
Words = tuple[str, ...]
MOST_TEXT, MOST_ROWS, MOST_WORDS = 2000, 40, 8  # of a typed table: characters, rows, words of a key
NUMBER = re.compile(r"([0-9]*\.?[0-9]+)(?:/([0-9]*[1-9][0-9]*))?")  # .6, 0.6, 1, 1/3
EXAMPLE = "Write a row like this: “he sings: loudly 0.5, <end> 0.5”."


class Table:
    """A model that looks up its probabilities in a table.

        Table({"<start>": {"he": 0.6, "she": 0.4}, "he": {"sings": 0.7, "<end>": 0.3}, …})

    A key holds the last words, one or several ("he sings"), or "<start>" before the first word. If several
    keys fit, the longest applies. So "<start> he" is a complete prefix; with only such keys, the table is a
    tree. A word that is missing in a row has probability 0 there.
    """

    def __init__(self, rows: Mapping[str, Mapping[str, float]], words: list[str] | None = None):
        """`words`: the vocabulary, in order; by default, the words of the table in order of appearance."""
        keys = {_split(key): _checked(key, row) for key, row in rows.items()}
        if (AFTER_START,) not in keys:
            raise ValueError(f"no row “{AFTER_START}” was given. Add a row for the first word.")
        used = [w for key, row in keys.items() for w in (*key, *row) if w not in SPECIALS]
        self.vocabulary = Vocabulary(words or dict.fromkeys(used))
        if unknown := [word for word in used if word not in self.vocabulary]:
            raise ValueError(
                f"'{unknown[0]}' is in the table, but not in the list of words. Add it to the list."
            )
        number = {word: place for place, word in enumerate(self.vocabulary.words)}
        # A state is what must be remembered: the longest suffix with which some key begins.
        states = {key[:n] for key in keys for n in range(len(key) + 1)}
        order = [(), *sorted(states - {()})]
        place = {state: n for n, state in enumerate(order)}
        over, size = len(order), len(number)  # `over`: after END, only END follows
        self.next_state = torch.full((over + 1, size), place[()])
        self.log_p = torch.full((over + 1, size), -torch.inf)
        self.log_p[over, END] = 0.0
        row_of = {state: _longest(state, keys) for state in order}
        for state in order:
            for word, n in number.items():
                self.next_state[place[state], n] = place[_longest((*state, word), states)]
            for word, p in keys.get(row_of[state], {}).items():
                self.log_p[place[state], number[word]] = math.log(p) if p else -torch.inf
        self.next_state[over] = over
        self.next_state[:, [PAD, END]] = over
        self._refuse_open_ends(order, row_of)

    @classmethod
    def read(cls, text: str) -> "Table":
        """Read a table typed as text, one row per line:

            <start>: he .6, she .4
            he sings: loudly 1/3, <end> 2/3

        Raises `ValueError` with the line number, what is wrong and what is required.
        """
        lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(text) > MOST_TEXT or len(lines) > MOST_ROWS:
            raise ValueError(
                f"the table has {len(lines)} rows and {len(text):,} characters, but at most {MOST_ROWS} rows "
                f"and {MOST_TEXT:,} characters are allowed. Shorten the table."
            )
        rows = {}
        for number, line in lines:
            try:
                key, row = _read_row(line)
                if key in rows:
                    raise ValueError(
                        f"there is already a row called “{key}” above. Merge the two rows."
                    )
                rows[key] = _checked(key, row)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
        return cls(rows)

    def sequences(self, max_length: int, begun: Sequence[int] = ()) -> int:
        """The number of sequences that can follow the tokens `begun`, closed by END or `max_length` long; at
        most 10^18 is returned."""
        count = len(self.next_state)
        leads = torch.zeros(count, count, dtype=torch.float64)  # (state, state) number of words
        leads.scatter_add_(1, self.next_state, (self.log_p > -torch.inf).double())
        state = 0
        for token in (START, *begun):
            state = int(self.next_state[state, token])
        ways = torch.zeros(count, dtype=torch.float64)
        ways[state] = 1
        for _ in range(max_length):
            ways = (ways @ leads).clamp_max(1e18)  # a finished sequence stays: after END, only END
        return int(ways.sum().clamp_max(1e18))

    def _refuse_open_ends(self, order: list[Words], row_of: dict[Words, Words]) -> None:
        """Raise `ValueError` if a prefix can be written for which no row gives the next word."""
        begun = int(self.next_state[0, START])
        reached, waiting = {begun: AFTER_START}, [begun]
        while waiting:
            state = waiting.pop()
            if state < len(order) and not row_of[order[state]]:
                raise ValueError(
                    f"no row specifies the next word after “{reached[state]}”. Add a row for its last word; at "
                    f"the end of a sentence, “{THE_END}” has probability 1."
                )
            for word in (self.log_p[state] > -torch.inf).nonzero().flatten().tolist():
                following = int(self.next_state[state, word])
                if following not in reached:
                    reached[following] = f"{reached[state]} {self.vocabulary.words[word]}"
                    waiting.append(following)

    def start_decoding(self, source: Tensor) -> "Reading":
        """Return the state of decoding; only the batch size of source (batch, …) matters."""
        return Reading(self, source)


class Reading:
    """The current state of each row in the table."""

    def __init__(self, table: Table, source: Tensor):
        self.table = table
        self.state = torch.zeros(len(source), dtype=torch.long, device=source.device)  # (row,)
        self.log_p = table.log_p.to(source.device)
        self.next_state = table.next_state.to(source.device)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        return self.each(tokens)[:, -1]  # (row, vocabulary)

    def each(self, tokens: Tensor) -> Tensor:
        """tokens (row, new) → log-probabilities after each of them, (row, new, vocabulary)."""
        states = []
        for token in tokens.unbind(1):
            self.state = self.next_state[self.state, token]
            states.append(self.state)
        return self.log_p[torch.stack(states, dim=1)]

    def select(self, rows: Tensor) -> None:
        self.state = self.state[rows]


def _longest(words: Words, keys: Container[Words]) -> Words:
    """The longest suffix of these words that is known; () if there is none."""
    return next((words[n:] for n in range(len(words) + 1) if words[n:] in keys), ())


def _split(key: str) -> Words:
    words = tuple(key.split())
    if not words or THE_END in words or AFTER_START in words[1:]:
        raise ValueError(
            f"“{key}” is not a valid key. A key consists of one or more words, with “{AFTER_START}” only at its "
            f"beginning and without “{THE_END}”."
        )
    return words


def _read_row(line: str) -> tuple[str, dict[str, float]]:
    key, colon, rest = line.partition(":")
    if not colon:
        raise ValueError(f"“{line.strip():.60}” has no colon. {EXAMPLE}")
    words = _split(key)
    row: dict[str, float] = {}
    if len(words) > MOST_WORDS:
        raise ValueError(f"{len(words)} words precede the colon; at most {MOST_WORDS} are allowed.")
    for part in rest.split(","):
        *before, typed = part.split() or [""]
        number = NUMBER.fullmatch(typed)
        if not before or not number:
            what = f"“{typed:.60}” is not a number. Write .6, 0.6 or 3/5." if before else ""
            raise ValueError(
                what or f"“{typed:.60}” is not a word followed by its probability. {EXAMPLE}"
            )
        word = " ".join(before)
        if word in row:
            raise ValueError(f"“{word:.60}” occurs twice. List each word only once.")
        row[word] = float(number[1]) / float(number[2] or 1)
    return " ".join(words), row


def _checked(key: str, row: Mapping[str, float]) -> Mapping[str, float]:
    for word, p in row.items():
        if word != THE_END and (word in SPECIALS or len(word.split()) != 1):
            raise ValueError(f"row “{key}”: “{word}” must be one word or “{THE_END}”.")
        if isinstance(p, bool) or not isinstance(p, int | float) or not 0 <= p <= 1:
            raise ValueError(
                f"row “{key}”: {word} has {p}, but a probability must be between 0 and 1."
            )
    if abs((total := math.fsum(row.values())) - 1) > ROUNDING:
        raise ValueError(
            f"row “{key}” sums to {total:.6g}, but it must sum to 1 (include “{THE_END}”)."
        )
    return row
