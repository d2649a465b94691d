"""Common faults of our English, found by pattern: `python -m tools.prose [FILE or FOLDER …]`; exit status 1 if there are any.

It reads the texts of `lessons.texts`, the docstrings of `transformer/`, the README, CONTRIBUTING and `docs/`.
It finds only faults that a pattern can find; read each sentence aloud for the others. A line that ends with
`# prose: ok` is left out.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lessons.texts import ROOT, texts
from transformer.runs.commands import command

LONGEST = 34  # words in a sentence of a text; a docstring may list more
LIST = re.compile(
    r"[<@|=]|\(a\)|\(1\)|1\. |\* \*\*|\*[A-Z][^*]+\*[^*]+\*[A-Z]|\w+, \w+, \w+, \w+, \w+"
)

# Pattern → what to write instead.
RULES = {
    r"\banew\b": "again; re-read, recompute",
    r"\bmend(s|ed|ing)?\b": "fix, correct",
    r"\bby lot\b|\bdrawn by chance\b": "sampled, random",
    r"\bhangs? (on|together)\b": "depends on; belong together",
    r"\b(is|are) told by\b": "is determined by",
    r"\bSo it is (with|for|when|where|in)\b": "That is true of …",
    r"\b(is|are) (no|never) other copy\b|\bno second copy\b": "was trained with exactly this code",
    r"\b(the|its|this|their|even|right) looks?\b(?! (like|at|up|for|the same|back|down|as|away|ahead|where|everywhere|only))": "attention",
    r"\bhand(s|ed|ing)? (on|out|over)\b": "passes on, outputs",
    r"\bturn(s|ed|ing)? [^.;:]{0,25}\bround\b": "reverse",
    r"\bgo(es)? on with\b": "continues",
    r"\b(is|are) dear\b|\bdearer\b": "expensive",
    r"\b(heads|lists|layers|maps) part\b|\bthey part\b": "diverge",
    r"\bon (a|the|this) pictures?\b": "in the image",
    r"\bbut for (the|a|its|one)\b": "except for",
    r"\bright to the (last (word|token|letter)|end)\b": "exact match; completely correct",
    r"\bby the clock\b": "wall-clock time",
    r"\bnear words\b": "local attention",
    r"\btest for pairs\b": "McNemar’s test",
    r"\bgraphics cards?\b": "GPU",
    r"\b(seconds?|minutes) of (one |the )?processor\b": "CPU time",
    r"\bthe (writer|reader) (is|has|reads|writes|knows)\b": "decoder, encoder",
    r"\b(with|without) time\b(?! to)": "with / without temporal encoding",
    r"\brows? of (letters|numbers|characters)\b": "sequence, string; vector",
    r"\bas (surely|rightly)\b": "as confidently; correctly",
    r"(?:^|[.!?] )(Who|Whoever) (wants|knows|reads|has|writes|asks|needs)\b[^?]*\.": "If you …",
    r"(?:^|[.!?] )Which (shape|size|form) (has|have)\b": "What shape does … have?",
    r"(?<![\d.\w])\.\d\d\b(?!\d* (s|ms)\b)": "0.90, not .90",
    r"· further\b|\*further\*": "optional",
}  # fmt: skip
FAULTS = [(re.compile(pattern), advice) for pattern, advice in RULES.items()]
SENTENCE = re.compile(r"(?<=[.!?])[*_”’)\]`]*\s+(?=[*_“‘(\[]*[A-Z{“`←\d])")


def docstrings(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each paragraph of the docstrings of a file; lists and examples are left out."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            text := ast.get_docstring(node)
        ):
            line = node.body[0].lineno
            yield from (
                (line, part) for part in text.split("\n\n") if "\n " not in part and part[0] != " "
            )


def paragraphs(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each paragraph of a markdown file, without tables and code."""
    text = re.sub(
        r"```.*?```",
        lambda code: "\n" * code[0].count("\n"),
        file.read_text(encoding="utf-8"),
        flags=re.S,
    )
    line = 1
    for block in re.split(r"(\n\s*\n|\n(?= *(?:[-*]|\d+\.) ))", text):
        if block.strip() and not block.lstrip().startswith(("|", "#", "<!--")):
            yield line, block
        line += block.count("\n")


def prose() -> Iterator[tuple[str, int, str]]:
    """Yield file, line and text of everything that is checked."""
    for text in texts():
        if not (text.file.startswith("web/") or text.key == "memory.__init__.BUILDING"):  # no prose
            yield text.file, text.line, text.english
    for file in sorted((ROOT / "transformer").rglob("*.py")):
        if not file.name.startswith("my_"):
            yield from (
                (str(file.relative_to(ROOT)), line, text) for line, text in docstrings(file)
            )
    for file in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ):
        yield from ((str(file.relative_to(ROOT)), line, text) for line, text in paragraphs(file))


def faults(text: str, longest: int = LONGEST) -> Iterator[tuple[str, str]]:
    """Yield the advice and the sentence for each fault of a text."""
    for block in re.split(r"\n\s*\n|\n[-*] |\n\d+\. ", text):
        for sentence in SENTENCE.split(" ".join(block.split())):
            for pattern, advice in FAULTS:
                if pattern.search(sentence):
                    yield advice, sentence
            words = re.findall(r"[^\W\d_][\w’'-]*", sentence)
            if len(words) > longest and not LIST.search(sentence):
                yield f"over {longest} words: split it", sentence


def main() -> None:
    """Print each fault with its file and line."""
    parser = argparse.ArgumentParser(prog="python -m tools.prose", description=__doc__)
    parser.add_argument("files", nargs="*", help="only these files, and the files in these folders")
    chosen = [Path(file).resolve() for file in parser.parse_args().files] or [ROOT]
    hits = [
        f"{file}:{line}: {advice}: {sentence}"
        for file, line, text in prose()
        if any((ROOT / file).is_relative_to(path) for path in chosen)
        for advice, sentence in faults(text, 1000 if file.startswith("transformer/") else LONGEST)
        if not (ROOT / file)
        .read_text(encoding="utf-8")
        .splitlines()[line - 1]
        .endswith("# prose: ok")
    ]
    print("\n".join(hits))
    sys.exit(bool(hits))


if __name__ == "__main__":
    with command("prose"):
        main()
