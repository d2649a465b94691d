"""How a model from outside splits a text: the tokenizers in its folder, read with Hugging Face's `tokenizers`.

tokenizer.json, or its counterparts in older folders: vocab.json with merges.txt (byte-level BPE, GPT-2),
vocab.txt (WordPiece, BERT), source.spm and target.spm with vocab.json (SentencePiece, Marian).
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from transformer.tokens.text import BYTE_OF
from transformer.weights.outside import sentencepiece
from transformer.weights.outside.files import no_pointers, read_json
from transformer.weights.outside.options import read_options
from transformer.weights.trained import WeightsError

LANGUAGE = re.compile(">>.*?<<", re.DOTALL)  # before a text: the language to translate into
KNOWN = (
    "tokenizer.json; vocab.json and merges.txt; vocab.txt; source.spm, target.spm and vocab.json"
)


@dataclass(frozen=True)
class FolderTokenizer:
    """Text → the model's own numbers, and back."""

    encode: Callable[[str], list[int]]
    decode: Callable[[list[int]], str]
    names: Callable[[int], Sequence[str]]  # possible names for a number, best first


def read_tokenizers(folder: Path) -> tuple[FolderTokenizer, FolderTokenizer]:
    """Return the tokenizers of the two sides, the same one for most models. Raises `WeightsError` where none
    can be read."""
    try:
        if (folder / "tokenizer.json").exists():
            return _both(_from_json(folder))
        no_pointers(folder, "*.spm", "merges.txt", "vocab.txt")
        if (folder / "source.spm").exists():
            return _marian(folder)
        if (folder / "merges.txt").exists():
            return _both(_byte_level(folder))
        if (folder / "vocab.txt").exists():
            return _both(_word_piece(folder))
    except WeightsError:
        raise
    except Exception as error:  # the library raises nothing narrower
        raise WeightsError(f"the tokenizer in {folder} cannot be read: {error}") from error
    here = sorted(
        path.name for path in folder.glob("*") if "token" in path.name or "vocab" in path.name
    )
    raise WeightsError(
        f"there is no tokenizer in {folder} that can be read here. The readable files are {KNOWN}. "
        f"Tokenizer files in this folder: {', '.join(here[:6]) or 'none'}"
    )


def _both(tokenizer: Tokenizer) -> tuple[FolderTokenizer, FolderTokenizer]:
    tokenizer.no_padding()
    tokenizer.no_truncation()
    bpe = isinstance(tokenizer.model, models.BPE)

    def names(number: int) -> list[str]:
        raw = tokenizer.id_to_token(number)
        if raw is None:
            return []
        return [_shown(raw), raw] if bpe else [raw]

    both = FolderTokenizer(
        lambda text: tokenizer.encode(text, add_special_tokens=False).ids,
        lambda numbers: tokenizer.decode(numbers).strip(),
        names,
    )
    return both, both


def _shown(raw: str) -> str:
    """Return a token of a byte-level tokenizer in readable form, with a space as ␣."""
    try:
        text = bytes(BYTE_OF[c] for c in raw).decode()
    except (KeyError, UnicodeDecodeError):
        return raw  # added by hand, or some bytes of a character
    return "".join("␣" if c == " " else c if c.isprintable() else repr(c)[1:-1] for c in text)


# ---- the tokenizers of the folders, as the classes of Hugging Face’s library build them ----------
NORMALISER = {"do_lower_case": True, "strip_accents": None, "tokenize_chinese_chars": True}
PREFIX = {"add_prefix_space": False}


def _from_json(folder: Path) -> Tokenizer:
    """Read tokenizer.json, with those options of tokenizer_config.json that the library puts over it."""
    stored = read_json(folder / "tokenizer.json")  # raises a readable error
    config = read_json(file) if (file := folder / "tokenizer_config.json").exists() else {}
    names = {"do_lower_case": "lowercase", "tokenize_chinese_chars": "handle_chinese_chars"}
    for part, kind, options in (
        ("normalizer", "BertNormalizer", NORMALISER),
        ("pre_tokenizer", "ByteLevel", PREFIX),
    ):
        if (step := stored.get(part) or {}).get("type") == kind:
            step |= {names.get(name, name): config[name] for name in options if name in config}
    return Tokenizer.from_str(json.dumps(stored))


def _word_piece(folder: Path) -> Tokenizer:
    """BERT: words, and their pieces by longest match."""
    names = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]"}
    names |= {"cls_token": "[CLS]", "mask_token": "[MASK]"}
    fixed = (
        "unk_token sep_token cls_token mask_token"  # a text of two sentences is built with these
    )
    options = read_options(folder, "BertTokenizer", NORMALISER, names, fixed)
    lower, accents, chinese = (options.values[name] for name in NORMALISER)
    vocabulary = models.WordPiece.read_file(str(folder / "vocab.txt"))
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(
        handle_chinese_chars=chinese, strip_accents=accents, lowercase=lower
    )
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    options.add_to(made)
    return made


def _byte_level(folder: Path) -> Tokenizer:
    """GPT-2: byte pair encoding of UTF-8 bytes."""
    names = dict.fromkeys(("bos_token", "eos_token", "unk_token"), "<|endoftext|>")
    options = read_options(folder, "GPT2Tokenizer", PREFIX, names, "")
    files = (str(folder / name) for name in ("vocab.json", "merges.txt"))
    made = Tokenizer(models.BPE(*models.BPE.read_file(*files)))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(options.values["add_prefix_space"])
    made.decoder = decoders.ByteLevel()
    options.add_to(made)
    return made


def _marian(folder: Path) -> tuple[FolderTokenizer, FolderTokenizer]:
    """Marian: SentencePiece splits each side, vocab.json numbers the pieces of both."""
    names = {"unk_token": "<unk>", "eos_token": "</s>", "pad_token": "<pad>"}
    options = read_options(folder, "MarianTokenizer", {}, names, "unk_token eos_token")
    numbers = read_json(folder / "vocab.json")
    for token, number in options.added:
        if token.single_word or token.lstrip or token.rstrip:
            raise WeightsError(
                f"the added token {token.content!r} has single_word, lstrip or rstrip, which is not followed here."
            )
        numbers.setdefault(token.content, len(numbers))
        numbers |= {} if number is None else {token.content: number}
    whole = sorted({token.content for token, _ in options.added}, key=len, reverse=True)
    source, target = (
        _sentence_piece(sentencepiece.tokenizer(folder / f"{side}.spm"), numbers, whole)
        for side in ("source", "target")
    )
    return source, target


def _sentence_piece(
    tokenizer: Tokenizer, numbers: dict[str, int], whole: list[str]
) -> FolderTokenizer:
    """Return the tokenizer of one side. It never splits the tokens in `whole`, nor the code at the start for the
    language to translate into, >>fra<<."""
    unknown, by_number = numbers["<unk>"], {n: piece for piece, n in numbers.items()}
    spaces, parting = decoders.Metaspace(), re.compile(f"({'|'.join(map(re.escape, whole))})")

    def pieces(text: str) -> list[str]:
        code = LANGUAGE.match(text)
        begin = code.end() if code else 0
        return [*([text[:begin]] if begin else []), *tokenizer.encode(text[begin:]).tokens]

    def encode(text: str) -> list[int]:
        parts = parting.split(text)  # every second part is in `whole`
        named = [[part] if n % 2 else pieces(part) for n, part in enumerate(parts) if part]
        return [numbers.get(piece, unknown) for part in named for piece in part]

    return FolderTokenizer(
        encode,
        lambda written: spaces.decode([by_number[n] for n in written if n in by_number]).strip(),
        lambda n: [by_number[n]] if n in by_number else [],
    )
