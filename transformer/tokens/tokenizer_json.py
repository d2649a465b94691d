"""Byte-pair encoding as a file: read and write the tokenizer.json of Hugging Face `tokenizers`.

Our file in their library gives the same tokens and numbers for every text, with one exception. Their library
represents a separate end-of-word symbol indirectly: the normalizer appends "</w>" to each word, and the very
first merges join its four characters. With END "own" or "glued", a text that contains "</" may therefore be
cut in another way.

Their file here gives the same tokens for each word of known characters. Where their library drops white space
or an unseen character, this code keeps it as additional tokens, because `decode(encode(text)) == text` holds
here. Tokens that were added by hand keep their numbers and are matched in the same way. What their library
adds around a whole text (post_processor) is left out.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

from transformer.tokens.added import added_from, as_json
from transformer.tokens.learned import Learned
from transformer.tokens.learning import Merge, Pair, check_options
from transformer.tokens.table import bytes_of
from transformer.tokens.text import BYTE_TOKENS, END, SPACE, Refused

MOST = 1_000_000  # tokens; the largest vocabularies in use have a quarter of that


# --- writing ----------------------------------------------------------------------------------


def save(learned: Learned, path: str | Path) -> None:
    """Write the file as a whole or, after an error, not at all."""
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(json.dumps(contents(learned), ensure_ascii=False), encoding="utf-8")
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def contents(learned: Learned) -> dict:
    """Return the content of the file. How it was learned is under "learning", which the other library
    ignores."""
    names = learned.names
    merges = [merge.pair for merge in learned.merges]
    if learned.end != "none":
        merges = list(dict.fromkeys([*_end_of_word(learned), *merges]))
        names = tuple(dict.fromkeys([*names, *map("".join, merges)]))
    number = {token: n for n, token in enumerate(names)}
    model = {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": learned.base == "characters",
        "ignore_merges": False,
        "vocab": number,
        "merges": merges,
        "learning": {
            "tie": learned.tie,
            "base": learned.base,
            "end": learned.end,
            "vocabulary": len(learned.vocabulary),
            # count, ties, and the numbers of the pairs that tied, the chosen one first
            "steps": [
                [merge.count, merge.ties, *(number[part] for pair in merge.tied for part in pair)]
                for merge in learned.merges
            ],
            "corpus": learned.corpus,
        },
    }
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [as_json(token, number[token.text]) for token in learned.added],
        "normalizer": _normalizer(learned.end),
        "pre_tokenizer": _pre_tokenizer(learned.base, learned.end),
        "post_processor": None,
        "decoder": _decoder(learned.base, learned.end),
        "model": model,
    }


def _end_of_word(learned: Learned) -> list[Pair]:
    """Return the merges that build END out of its characters, and join it to the last letter."""
    pairs = [("<", "/"), ("</", "w"), ("</w", ">")]
    if learned.end == "glued":
        made = {merge.token for merge in learned.merges}
        symbols = [t for t in learned.vocabulary if t.endswith(END) and t not in made]
        pairs += [(symbol.removesuffix(END), END) for symbol in symbols if symbol != END]
    return pairs


def _normalizer(end: str) -> dict | None:
    if end == "none":
        return None
    behind_a_word = f"(?<=[^{SPACE}])(?=[{SPACE}]|\\z)"
    return {"type": "Replace", "pattern": {"Regex": behind_a_word}, "content": END}


def _pre_tokenizer(base: str, end: str) -> dict:
    if base == "bytes" and end == "none":
        return _byte_level(use_regex=True)
    steps = []
    if end != "none":
        steps.append(_split(f"(?<=[^{SPACE}]) (?=[^{SPACE}])", "Removed"))
    names = "|<(?=0x[0-9A-F]{2}>)" if base == "characters" else ""
    steps.append(_split(f"[{SPACE}]{names}", "Isolated"))
    if base == "bytes":
        steps.append(_byte_level(use_regex=False))
    return {"type": "Sequence", "pretokenizers": steps}


def _decoder(base: str, end: str) -> dict:
    steps: list[dict] = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    if base == "bytes":
        steps = [_byte_level(use_regex=False)]
    if end != "none":
        next_word = {"Regex": f"{END}(?=[^{SPACE}])"}
        steps.append({"type": "Replace", "pattern": next_word, "content": " "})
        steps.append({"type": "Replace", "pattern": {"String": END}, "content": ""})
    return {"type": "Sequence", "decoders": steps}


def _split(regex: str, behavior: str) -> dict:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": False}


def _byte_level(use_regex: bool) -> dict:
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": use_regex,
    }


# --- reading ----------------------------------------------------------------------------------


def read(data: bytes) -> Learned:
    """Read the bytes of a tokenizer.json from here or from Hugging Face. It is JSON, so none of it is run.
    ValueError with a reason if it cannot be used."""
    try:
        file = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(
            "This file is not JSON, so it is not a tokenizer.json: use the file that Tokenizer.save wrote."
        ) from None
    if not isinstance(file, dict) or not isinstance(file.get("model"), dict):
        raise Refused('This file is JSON but not a tokenizer.json: it has no "model".')
    model = file["model"]
    if model.get("type", "BPE") != "BPE":
        raise Refused(f'This tokenizer is of type {model["type"]!r}; only "BPE" can be read here.')
    try:
        return _with_added(file, _ours(model) if "learning" in model else _theirs(file, model))
    except Refused:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise Refused(
            f"This tokenizer.json is damaged ({type(error).__name__}: {error}): save it again."
        ) from None


def _ours(model: dict) -> Learned:
    learning = model["learning"]
    check_options(learning["tie"], learning["base"], learning["end"])
    names = _vocabulary(model["vocab"])
    merges = []
    for count, ties, *numbers in learning["steps"]:
        parts = [names[number] for number in numbers]
        tied = tuple(zip(parts[::2], parts[1::2], strict=True))
        merges.append(Merge(tied[0], int(count), tied, int(ties)))
    vocabulary = names[: learning["vocabulary"]]
    _check_merges([merge.pair for merge in merges], vocabulary)
    corpus = {str(word): int(n) for word, n in learning["corpus"].items()}
    return Learned(
        tuple(merges), vocabulary, learning["tie"], learning["base"], learning["end"], corpus
    )


def _theirs(file: dict, model: dict) -> Learned:
    base, end = _cutting(file, model)
    numbers = {token["content"]: token["id"] for token in file.get("added_tokens") or ()}
    names = _vocabulary({**model["vocab"], **numbers})
    split = [merge.split(" ") if isinstance(merge, str) else merge for merge in model["merges"]]
    pairs = [(left, right) for left, right in split]
    _check_merges(pairs, names)
    merges = tuple(Merge(pair, 0, (pair,), 1) for pair in pairs)  # counts are not in their file
    return Learned(merges, names, "smallest_ids", base, end)


def _with_added(file: dict, learned: Learned) -> Learned:
    """Add the tokens that were added by hand. Raises `Refused` where a text with them would be cut in another
    way, or could not be decoded."""
    added = added_from(file.get("added_tokens") or ())
    made = {merge.token for merge in learned.merges}.union(BYTE_TOKENS)
    names = set(learned.names)
    for text in (token.text for token in added):
        learned_too = text in made or len(text.removesuffix(END)) <= 1
        if learned_too and bytes_of(text, learned.base, learned.end) != (text.encode(), False):
            raise Refused(
                f"The added token {text!r} is already used for another text in this vocabulary, so "
                "decoding is ambiguous; this vocabulary cannot be read here."
            )
        if text not in names:
            raise Refused(f"The added token {text!r} is not in the vocabulary.")
    # Our files mark the end of a word with a normalizer; theirs have none.
    if learned.end != "none":
        if len({token.normalized for token in added}) > 1:
            raise Refused(
                "Some added tokens are normalized and some are not; this tokenizer cannot be read "
                "together with an end-of-word symbol."
            )
        added = tuple(replace(token, normalized=False) for token in added)
    return replace(learned, added=added)


def _cutting(file: dict, model: dict) -> tuple[str, str]:
    """Return the base and the end of word in a Hugging Face file. ValueError for unsupported ones."""
    cutter, suffix = file.get("pre_tokenizer") or {}, model.get("end_of_word_suffix") or ""
    steps = cutter["pretokenizers"] if cutter.get("type") == "Sequence" else [cutter]
    kinds = [step.get("type") for step in steps]
    refusals = {
        "changes the text before splitting it (normalizer)": file.get("normalizer"),
        f"marks tokens inside a word ({model.get('continuing_subword_prefix')!r})": model.get(
            "continuing_subword_prefix"
        ),
        f"ends words with {suffix!r}, not {END!r}": suffix not in ("", END),
        "skips merges at random (dropout)": model.get("dropout"),
        "keeps known words whole instead of merging (ignore_merges)": model.get("ignore_merges"),
        "puts a space before every text (add_prefix_space)": any(
            step.get("add_prefix_space") for step in steps
        ),
    }
    for what, value in refusals.items():
        if value:
            raise Refused(f"This tokenizer {what}, so it cannot be read here.")
    if kinds == ["WhitespaceSplit"]:
        return "characters", "glued" if suffix else "none"
    if kinds == ["ByteLevel"] and steps[0].get("use_regex", True) and not suffix:
        return "bytes", "none"
    parts = ", ".join([*map(str, kinds if cutter else ()), *(["</w>"] if suffix else [])])
    raise Refused(
        f"The pre-tokenizer of this file is {parts or 'missing'}. Only WhitespaceSplit, with or without the suffix "
        "</w>, and ByteLevel can be read here."
    )


def _vocabulary(vocab: dict[str, int]) -> tuple[str, ...]:
    """Return the tokens in the order of their numbers, which must be 0, 1, 2 … without a gap."""
    if len(vocab) > MOST:
        raise Refused(f"This vocabulary has {len(vocab):,} tokens; at most {MOST:,} are allowed.")
    if sorted(vocab.values()) != list(range(len(vocab))):
        raise Refused("The tokens of this vocabulary are not numbered 0, 1, 2 … without a gap.")
    return tuple(sorted(vocab, key=vocab.__getitem__))


def _check_merges(pairs: list[Pair], names: tuple[str, ...]) -> None:
    """Check that each merge makes a new token out of existing tokens."""
    existing, to_come = set(names), {left + right for left, right in pairs}
    for number, (left, right) in enumerate(pairs, start=1):
        token = left + right
        if not {left, right, token} <= existing:
            raise Refused(
                f"Merge {number} ({left!r}, {right!r}) uses a token that is not in the vocabulary."
            )
        if token not in to_come or {left, right} & to_come:
            raise Refused(
                f"Merge {number} ({left!r}, {right!r}) comes too early, or produces a token that already "
                "exists. Merges must be in the order in which they were learned."
            )
        to_come.discard(token)
