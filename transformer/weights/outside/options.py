"""The options of a tokenizer without tokenizer.json, and the tokens that are added to its vocabulary.

They are in tokenizer_config.json, special_tokens_map.json and added_tokens.json, and are read as Hugging Face's
library reads them. An option that our tokenizers lack is refused by its name: without it, another text is read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Tokenizer

from transformer.weights.outside.files import read_json
from transformer.weights.trained import WeightsError

CONFIG, SPECIAL_MAP, ADDED = "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"
# In the library's order: a token that is not in the vocabulary gets the next free number.
SPECIAL = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)
EXTRA = ("extra_special_tokens", "additional_special_tokens", "model_specific_special_tokens")
# These options do not change the tokens of a text. The start token is always put before it here.
NEUTRAL = """
    tokenizer_class model_max_length max_len name_or_path special_tokens_map_file tokenizer_file vocab_file merges_file
    source_spm target_spm vocab padding_side truncation_side pad_to_multiple_of pad_token_type_id max_length stride
    truncation_strategy model_input_names clean_up_tokenization_spaces errors chat_template add_bos_token backend
    is_local local_files_only use_fast return_token_type_ids source_lang target_lang language_codes processor_class
"""
# The value that our tokenizers have. False, null and an empty value mean that any other option is off.
FIXED = {"do_basic_tokenize": True, "clean_text": True, "wordpieces_prefix": "##"}
FLAGS = ("single_word", "lstrip", "rstrip", "normalized")


@dataclass(frozen=True)
class Options:
    """The values of the followed options, and the added tokens, each with its number where a file gives one."""

    values: dict[str, Any]
    added: list[tuple[AddedToken, int | None]]

    def add_to(self, tokenizer: Tokenizer) -> None:
        """Add the tokens. Raises `WeightsError` if an added token would get another number than in its file."""
        for token, number in self.added:
            tokenizer.add_tokens([token])
            if number not in (None, existing := tokenizer.token_to_id(token.content)):
                raise WeightsError(
                    f"the added token {token.content!r} has the number {number} in its file, but {existing} is the next "
                    "free number of the vocabulary. Do the tokenizer files belong to the same model?"
                )


def read_options(
    folder: Path, kind: str, followed: Mapping[str, Any], special: Mapping[str, str], fixed: str
) -> Options:
    """Return the options of a folder.

    `kind`: the tokenizer's class. `followed`: each option that the caller follows, with its default. `special`: the
    default special tokens, of which those named in `fixed` can have no other text. Raises `WeightsError` for any
    option that is not followed.
    """
    config = _json(folder / CONFIG)
    theirs = config.get("tokenizer_class") or _json(folder / "config.json").get("tokenizer_class")
    if theirs and str(theirs).removesuffix("Fast") != kind:
        raise WeightsError(
            f"tokenizer_class in the folder is {theirs!r}; without tokenizer.json, only {kind!r} can be read for these "
            f"tokenizer files. {SAVE_AS_JSON}"
        )
    numbered = config.pop("added_tokens_decoder", None)
    if numbered is None:  # files before 2023
        config |= _json(folder / SPECIAL_MAP)
        numbered = {number: name for name, number in _json(folder / ADDED).items()}
    named = dict.fromkeys(SPECIAL) | dict(special)
    for name, value in config.items():
        if name.endswith("_token") and (value is None or isinstance(value, str | dict)):
            named[name] = value
        elif name not in followed and name not in NEUTRAL.split() and name not in EXTRA:
            _must_be_off(name, value)
    for name in fixed.split():
        if _content(named[name]) != special[name]:
            raise WeightsError(
                f"{name} of the tokenizer is {_content(named[name])!r}; only {special[name]!r} can be read here."
            )
    specials = [*named.values(), *(token for name in EXTRA for token in _each(config.get(name)))]
    values = {name: config.get(name, default) for name, default in followed.items()}
    return Options(values, [*_merged(numbered, [token for token in specials if token])])


SAVE_AS_JSON = (
    "If you have Hugging Face’s library, save the tokenizer in a new folder with "
    "AutoTokenizer.from_pretrained(…).save_pretrained(…), and copy tokenizer.json from there if there is one."
)


def _must_be_off(name: str, value: Any) -> None:
    if value != FIXED[name] if name in FIXED else value:
        raise WeightsError(
            f"{name} of the tokenizer is {value!r}, which is not followed here, so a text would be cut differently. "
            f"{SAVE_AS_JSON}"
        )


def _merged(numbered: dict[Any, Any], specials: list) -> Iterator[tuple[AddedToken, int | None]]:
    """Yield the added tokens: those with a number first, in order. Of two with one text, the later replaces the other."""
    names = {_content(token) for token in specials}
    with_number = sorted(
        ((int(number), token) for number, token in numbered.items()), key=lambda pair: pair[0]
    )
    for number, token in with_number:
        yield _token(token, special=_content(token) in names), number
    listed = {_content(token) for _, token in with_number}
    for token in specials:
        if _content(token) not in listed:
            yield _token(token, special=True), None


def _token(token: str | dict, special: bool) -> AddedToken:
    """Build the library's token. Its text is matched before the tokenizer cuts the rest of the text."""
    if isinstance(token, str):
        return AddedToken(token, special=special)
    flags = {name: token[name] for name in FLAGS if name in token}
    return AddedToken(token["content"], special=special or token.get("special", False), **flags)


def _content(token: str | dict | None) -> str | None:
    return token["content"] if isinstance(token, dict) else token


def _each(tokens: list | dict | None) -> list:
    return list(tokens.values()) if isinstance(tokens, dict) else tokens or []


def _json(file: Path) -> dict[str, Any]:
    return read_json(file) if file.exists() else {}
