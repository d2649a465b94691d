"""How a model from outside cuts a text: the tokenizers that lie in its folder, read by Hugging Face's `tokenizers`.

tokenizer.json, and what older folders have in its place: vocab.json with merges.txt (byte-level BPE, GPT-2),
vocab.txt (WordPiece, BERT), source.spm and target.spm with vocab.json (SentencePiece, Marian).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer, decoders, models
from tokenizers.implementations import BertWordPieceTokenizer, ByteLevelBPETokenizer

from transformer.tokens.text import BYTE_OF
from transformer.weights.outside import sentencepiece
from transformer.weights.outside.files import read_json
from transformer.weights.trained import WeightsError

KNOWN = (
    "tokenizer.json; vocab.json and merges.txt; vocab.txt; source.spm, target.spm and vocab.json"
)


@dataclass(frozen=True)
class Cutter:
    """Text → the model's own numbers, and back."""

    cut: Callable[[str], list[int]]
    text: Callable[[list[int]], str]
    names: Callable[[int], Sequence[str]]  # how a number may be shown, best first


def of_folder(folder: Path) -> tuple[Cutter, Cutter]:
    """The tokenizers of the two sides, of most models the same. Raises `WeightsError` where there is none that can be read."""
    try:
        if (folder / "tokenizer.json").exists():
            read_json(folder / "tokenizer.json")  # says what is wrong, in a sentence
            return _both(Tokenizer.from_file(str(folder / "tokenizer.json")))
        if (folder / "source.spm").exists():
            vocabulary = read_json(folder / "vocab.json")
            source, target = (
                _marian(folder / f"{s}.spm", vocabulary) for s in ("source", "target")
            )
            return source, target
        if (folder / "merges.txt").exists():
            files = (str(folder / name) for name in ("vocab.json", "merges.txt"))
            return _both(ByteLevelBPETokenizer.from_file(*files)._tokenizer)
        if (folder / "vocab.txt").exists():
            lower = _lower_case(folder)
            made = BertWordPieceTokenizer.from_file(str(folder / "vocab.txt"), lowercase=lower)
            return _both(made._tokenizer)
    except WeightsError:
        raise
    except Exception as error:  # the library raises nothing narrower
        raise WeightsError(f"the tokenizer in {folder} cannot be read: {error}") from error
    here = sorted(
        path.name for path in folder.glob("*") if "token" in path.name or "vocab" in path.name
    )
    raise WeightsError(
        f"there is no tokenizer in {folder} that can be read here. Known are: {KNOWN}. "
        f"Of such names it has {', '.join(here[:6]) or 'none'}"
    )


def _both(tokenizer: Tokenizer) -> tuple[Cutter, Cutter]:
    tokenizer.no_padding()
    tokenizer.no_truncation()
    bpe = isinstance(tokenizer.model, models.BPE)

    def names(number: int) -> list[str]:
        raw = tokenizer.id_to_token(number)
        if raw is None:
            return []
        return [_shown(raw), raw] if bpe else [raw]

    cutter = Cutter(
        lambda text: tokenizer.encode(text, add_special_tokens=False).ids,
        lambda numbers: tokenizer.decode(numbers).strip(),
        names,
    )
    return cutter, cutter


def _shown(raw: str) -> str:
    """A piece of a byte-level tokenizer as one reads it, a space as ␣."""
    try:
        text = bytes(BYTE_OF[c] for c in raw).decode()
    except (KeyError, UnicodeDecodeError):
        return raw  # added by hand, or some bytes of a character
    return "".join("␣" if c == " " else c if c.isprintable() else repr(c)[1:-1] for c in text)


def _lower_case(folder: Path) -> bool:
    file = folder / "tokenizer_config.json"
    return bool(read_json(file).get("do_lower_case", True)) if file.exists() else True


def _marian(file: Path, numbers: dict[str, int]) -> Cutter:
    """Cut by SentencePiece, numbered by vocab.json, as Marian does."""
    unknown, by_number = numbers["<unk>"], {n: piece for piece, n in numbers.items()}
    tokenizer, spaces = sentencepiece.tokenizer(file), decoders.Metaspace()

    return Cutter(
        lambda text: [numbers.get(piece, unknown) for piece in tokenizer.encode(text).tokens],
        lambda given: spaces.decode([by_number[n] for n in given]).strip(),
        lambda n: [by_number[n]] if n in by_number else [],
    )
