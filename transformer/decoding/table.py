"""A table of probabilities, typed by hand, as a model: what may come next after which words."""

import math
import re
from collections.abc import Container, Mapping, Sequence

import torch
from torch import Tensor

from transformer.vocabulary import END, PAD, SPECIALS, START, Vocabulary

AFTER_START, THE_END = SPECIALS[START], SPECIALS[END]
ROUNDING = 1e-6  # how far a row may be from 1: what adding typed decimals can do
Words = tuple[str, ...]
MOST_TEXT, MOST_ROWS, MOST_WORDS = 2000, 40, 8  # of a typed table: characters, rows, words of a key
NUMBER = re.compile(r"([0-9]*\.?[0-9]+)(?:/([0-9]*[1-9][0-9]*))?")  # .6, 0.6, 1, 1/3
EXAMPLE = 'a row looks like this: "he sings: loudly .5, <end> .5"'


class Table:
    """Decodes like any model, with a row of the table where others have layers.

        Table({"<start>": {"he": 0.6, "she": 0.4}, "he": {"sings": 0.7, "<end>": 0.3}, …})

    A key is what was written last, one word or several ("he sings"), "<start>" before the first; of
    several keys that fit, the longest holds. "<start> he" is thus a whole beginning, and with all keys
    of this kind the table is a tree. A word that a row leaves out has probability 0 there.
    """

    def __init__(self, rows: Mapping[str, Mapping[str, float]], words: list[str] | None = None):
        """`words`: of the vocabulary, in order; if not given, those of the table as they come."""
        keys = {_split(key): _checked(key, row) for key, row in rows.items()}
        if (AFTER_START,) not in keys:
            raise ValueError(f'no row "{AFTER_START}": the table has to say how a sentence begins')
        used = [w for key, row in keys.items() for w in (*key, *row) if w not in SPECIALS]
        self.vocabulary = Vocabulary(words or dict.fromkeys(used))
        if unknown := [word for word in used if word not in self.vocabulary]:
            raise ValueError(f"'{unknown[0]}' stands in the table, but not among the words given")
        number = {word: place for place, word in enumerate(self.vocabulary.words)}
        # A state is what has to be remembered: the longest ending that some key begins with.
        states = {key[:n] for key in keys for n in range(len(key) + 1)}
        order = [(), *sorted(states - {()})]
        place = {state: n for n, state in enumerate(order)}
        over, size = len(order), len(number)  # `over`: after END, nothing but END
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
        """A table typed as text, one row a line:

            <start>: he .6, she .4
            he sings: loudly 1/3, <end> 2/3

        Raises `ValueError` with the line, what stands there and what is needed.
        """
        lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(text) > MOST_TEXT or len(lines) > MOST_ROWS:
            raise ValueError(
                f"the table has {len(lines)} rows and {len(text):,} characters; it is read up to "
                f"{MOST_ROWS} rows and {MOST_TEXT:,} characters"
            )
        rows = {}
        for number, line in lines:
            try:
                key, row = _read_row(line)
                if key in rows:
                    raise ValueError(f'a row "{key}" stands above already; put the two together')
                rows[key] = _checked(key, row)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
        return cls(rows)

    def sequences(self, max_length: int, begun: Sequence[int] = ()) -> int:
        """How many sequences can follow the tokens `begun`, closed by END or `max_length` long; more than
        10^18 are called 10^18."""
        count = len(self.next_state)
        leads = torch.zeros(count, count, dtype=torch.float64)  # (state, state) by how many words
        leads.scatter_add_(1, self.next_state, (self.log_p > -torch.inf).double())
        state = 0
        for token in (START, *begun):
            state = int(self.next_state[state, token])
        ways = torch.zeros(count, dtype=torch.float64)
        ways[state] = 1
        for _ in range(max_length):
            ways = (ways @ leads).clamp_max(1e18)  # what has ended stays: after END, only END
        return int(ways.sum().clamp_max(1e18))

    def _refuse_open_ends(self, order: list[Words], row_of: dict[Words, Words]) -> None:
        """Every beginning that can be written needs a row that says how it goes on."""
        begun = int(self.next_state[0, START])
        reached, waiting = {begun: AFTER_START}, [begun]
        while waiting:
            state = waiting.pop()
            if state < len(order) and not row_of[order[state]]:
                raise ValueError(
                    f'after "{reached[state]}" no row says what comes next: add one for its last '
                    f'word; where a sentence ends, "{THE_END}" comes next with probability 1'
                )
            for word in (self.log_p[state] > -torch.inf).nonzero().flatten().tolist():
                following = int(self.next_state[state, word])
                if following not in reached:
                    reached[following] = f"{reached[state]} {self.vocabulary.words[word]}"
                    waiting.append(following)

    def begin(self, source: Tensor) -> "Reading":
        """source (batch, anything): only the number of sentences counts."""
        return Reading(self, source)


class Reading:
    """How far each row has come in the table."""

    def __init__(self, table: Table, source: Tensor):
        self.table = table
        self.state = torch.zeros(len(source), dtype=torch.long, device=source.device)  # (row,)
        self.log_p = table.log_p.to(source.device)
        self.next_state = table.next_state.to(source.device)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        return self.each(tokens)[:, -1]  # (row, vocabulary)

    def each(self, tokens: Tensor) -> Tensor:
        """tokens (row, new) → after each of them, (row, new, vocabulary)."""
        states = []
        for token in tokens.unbind(1):
            self.state = self.next_state[self.state, token]
            states.append(self.state)
        return self.log_p[torch.stack(states, dim=1)]

    def select(self, rows: Tensor) -> None:
        self.state = self.state[rows]


def _longest(words: Words, known: Container[Words]) -> Words:
    """The longest ending of these words that is known; () if none is."""
    return next((words[n:] for n in range(len(words) + 1) if words[n:] in known), ())


def _split(key: str) -> Words:
    words = tuple(key.split())
    if not words or THE_END in words or AFTER_START in words[1:]:
        raise ValueError(
            f'"{key}" is no key: a key is one word or several that were written, "{AFTER_START}" at '
            f'most at its beginning, and nothing comes after "{THE_END}"'
        )
    return words


def _read_row(line: str) -> tuple[str, dict[str, float]]:
    key, colon, rest = line.partition(":")
    if not colon:
        raise ValueError(f'"{line.strip():.60}" has no colon; {EXAMPLE}')
    words = _split(key)
    row: dict[str, float] = {}
    if len(words) > MOST_WORDS:
        raise ValueError(f"before the colon stand {len(words)} words, and {MOST_WORDS} at most can")
    for part in rest.split(","):
        *before, typed = part.split() or [""]
        number = NUMBER.fullmatch(typed)
        if not before or not number:
            what = f'"{typed:.60}" is no number (.6, 0.6 and 3/5 are)' if before else ""
            raise ValueError(what or f'"{typed:.60}" is not a word and its probability; {EXAMPLE}')
        word = " ".join(before)
        if word in row:
            raise ValueError(f'"{word:.60}" stands twice')
        row[word] = float(number[1]) / float(number[2] or 1)
    return " ".join(words), row


def _checked(key: str, row: Mapping[str, float]) -> Mapping[str, float]:
    for word, p in row.items():
        if word != THE_END and (word in SPECIALS or len(word.split()) != 1):
            raise ValueError(f'row "{key}": "{word}" is not one word, and not "{THE_END}"')
        if isinstance(p, bool) or not isinstance(p, int | float) or not 0 <= p <= 1:
            raise ValueError(f'row "{key}": {word} has {p}; a probability is a number from 0 to 1')
    if abs((total := math.fsum(row.values())) - 1) > ROUNDING:
        raise ValueError(
            f'row "{key}" adds to {total:.6g}, not to 1: something comes next, be it "{THE_END}"'
        )
    return row
