"""Compare byte-pair encoding in plain Python with the Rust of Hugging Face `tokenizers`.

    python -m benchmarks.bpe                      # tinyshakespeare, 5,000 merges
    python -m benchmarks.bpe --text my.txt --merges 2000

Both learn from the same text, split at white space and without an end-of-word symbol, and must find the same
merges. They run in turn, so that other programs affect both equally. The result is the ratio of medians,
relative to the method that is named first. "New words" means a tokenizer that has not seen any text yet;
"again" means the same text a second time. Without tinyshakespeare.txt next to the checkout, use your own
text.
"""

import json
import statistics
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from benchmarks.kit.options import parser
from tests.kit.paths import ROOT, SHARED
from transformer.tokens.bpe import BPE, learn

TEXT, QUICK = SHARED / "data" / "tinyshakespeare.txt", ROOT / "README.md"
RECOUNTED = 10  # merges; all of them would take minutes


def rust(text: str, merges: int) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    size = len(set("".join(text.split()))) + merges
    tokenizer.train_from_iterator(
        [text], trainers.BpeTrainer(vocab_size=size, min_frequency=2, show_progress=False)
    )
    return tokenizer


def ours(text: str, merges: int) -> BPE:
    return learn(text, merges, tie="smallest_ids", end="none")


def recount(text: str, merges: int) -> None:
    """Learn the same merges, but recount all pairs after each one."""
    words = [(list(word), count) for word, count in Counter(text.split()).items()]
    for _ in range(merges):
        pairs = Counter()
        for word, count in words:
            for pair in zip(word, word[1:], strict=False):
                pairs[pair] += count
        left, right = max(pairs, key=pairs.get)
        for word, _count in words:
            place = 0
            while place < len(word) - 1:
                if word[place] == left and word[place + 1] == right:
                    word[place : place + 2] = [left + right]
                place += 1


def timed(function, *arguments):
    begun = time.perf_counter()
    result = function(*arguments)
    return time.perf_counter() - begun, result


def main() -> None:
    command = parser(__doc__)
    command.add_argument("--text", type=Path, default=TEXT, help="a text file, UTF-8")
    command.add_argument("--merges", type=int, default=5000)
    options, rounds = command.parse_args(), 7
    if options.quick:
        options.text, options.merges, rounds = QUICK, 200, 1
    if not options.text.exists():
        command.error(f"{options.text} does not exist. Choose a text with --text FILE")
    text = options.text.read_text(encoding="utf-8")
    seconds: dict[tuple[str, str], list[float]] = {}

    def note(what: str, who: str, spent: float) -> None:
        seconds.setdefault((what, who), []).append(spent)

    for _ in range(rounds):
        spent, theirs = timed(rust, text, options.merges)
        note("learn", "Rust", spent)
        spent, learned = timed(ours, text, options.merges)
        note("learn", "ours", spent)
        pairs = [tuple(pair) for pair in json.loads(theirs.to_str())["model"]["merges"]]
        assert pairs == [merge.pair for merge in learned.merges], "not the same merges"
        theirs, learned = (
            Tokenizer.from_str(theirs.to_str()),
            replace(learned),
        )  # with an empty cache
        for what in ("encode, new words", "encode, again"):
            spent, found = timed(theirs.encode, text)
            note(what, "Rust", spent)
            spent, ids = timed(learned.encode, text)
            note(what, "ours", spent)
            tokens = [learned.vocabulary[number] for number in ids]
            assert found.tokens == [t for t in tokens if not t.isspace()], "not the same tokens"
        spent, _ = timed(learned.at, options.merges)
        note("the corpus after the last merge", "ours", spent)
        note(f"the first {RECOUNTED} merges", "ours", timed(ours, text, RECOUNTED)[0])
        note(f"the first {RECOUNTED} merges", "a recount", timed(recount, text, RECOUNTED)[0])
    size = len(text.encode())
    print(f"{options.text.name}: {size / 1e6:.2f} MB, {len(learned.corpus):,} different pieces,")
    print(f"{len(learned.merges):,} merges, the same in both; medians of {rounds} rounds in turn\n")
    for (what, who), all_of in seconds.items():
        median = statistics.median(all_of)
        peer = next(name for name in seconds if name[0] == what)  # the one that ran first
        ratio = median / statistics.median(seconds[peer])
        print(f"{what:32} {who:10} {median:8.3f} s {size / median / 1e6:7.2f} MB/s {ratio:8.2f} x")


if __name__ == "__main__":
    main()
