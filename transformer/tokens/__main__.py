"""The command line of byte-pair encoding: `python -m transformer.tokens FILE --merges 5000`.

It runs as a separate low-priority process that can be stopped at any time. It reports its progress in
readable lines or, with --json, as one JSON object per line. Progress is {"merges": 120, "of": 5000,
"seconds": 0.4}, at most five times a second; {"remark": a sentence} is about the file. The last line is {"done": …}, or {"error": a sentence} with exit
status 1.
"""

import argparse
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from transformer import corpus
from transformer.tokens import bpe

EVERY = 0.2  # seconds between two reports
NICE = 10  # from 0 (normal priority) to 19 (lowest)


def main(arguments: list[str] | None = None) -> None:
    """Learn from a file, save tokenizer.json, report."""
    options = _parser().parse_args(arguments)
    report = _Report(options.merges, options.json or not sys.stdout.isatty())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no unfinished file is left
    with suppress(AttributeError, OSError):  # Windows has no nice
        os.nice(NICE)
    try:
        report.done(_learn(options, report), options.out)
    except BrokenPipeError:
        os._exit(1)  # the reader has closed the pipe
    except (ValueError, OSError, MemoryError) as error:
        report.error(_sentence(error))
        sys.exit(1)


def _learn(options: argparse.Namespace, report: "_Report") -> bpe.BPE:
    folder = Path(options.out).absolute().parent
    if not folder.is_dir():  # report this before the work, not after it
        raise ValueError(f"The folder {folder} does not exist: create it, or change --out.")
    remarks: list[str] = []
    text = corpus.plain(options.file, Path(options.file).read_bytes(), remarks)
    for remark in remarks:
        report.remark(remark)
    learned = bpe.learn(
        text,
        options.merges,
        tie=options.tie,
        base=options.base,
        end=options.end,
        minimum=options.minimum,
        progress=report.progress,
    )
    learned.save(options.out)
    return learned


class _Report:
    """Reports the progress at intervals."""

    def __init__(self, of: int, as_json: bool):
        self.of, self.as_json = of, as_json
        self.begun = self.said = time.monotonic()

    def progress(self, merges: int) -> None:
        now = time.monotonic()
        if now - self.said >= EVERY:
            self.said = now
            line = {"merges": merges, "of": self.of, "seconds": round(now - self.begun, 2)}
            self._say(line, "{merges:,} of {of:,} merges, {seconds:.1f} s".format(**line))

    def done(self, learned: bpe.BPE, out: str) -> None:
        facts: dict[str, Any] = {
            "out": str(out),
            "merges": len(learned.merges),
            "of": self.of,
            "vocabulary": len(learned.vocabulary),
            "seconds": round(time.monotonic() - self.begun, 2),
        }
        text = "{merges:,} merges in {seconds:.1f} s, {vocabulary:,} tokens, saved in {out}"
        if facts["merges"] < self.of:
            text += "\nNo pair occurs often enough for more merges."
        self._say({"done": facts}, text.format(**facts))

    def remark(self, sentence: str) -> None:
        self._say({"remark": sentence}, sentence)

    def error(self, sentence: str) -> None:
        self._say({"error": sentence}, sentence, sys.stderr)

    def _say(self, line: dict, text: str, stream: TextIO | None = None) -> None:
        """Write one message. Readable errors go to the error stream; JSON always goes to one stream."""
        if self.as_json:
            print(json.dumps(line), flush=True)
        else:
            print(text, file=stream or sys.stdout, flush=True)


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'The file'}: {error.strerror or error}."
    return str(error) or "There is not enough memory for a text of this size: use a shorter text."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m transformer.tokens",
        description="Learn byte-pair encoding from a text file.",
    )
    parser.add_argument("file", metavar="FILE", help="a text file, also packed")
    parser.add_argument(
        "--merges", type=int, default=1000, help="maximum number of merges (default: 1000)"
    )
    parser.add_argument(
        "--tie",
        choices=bpe.TIES,
        default="first_seen",
        help="which of several equally frequent pairs is merged first",
    )
    parser.add_argument("--base", choices=bpe.BASES, default="characters")
    parser.add_argument("--end", choices=bpe.ENDS, default="own", help="the end-of-word symbol")
    parser.add_argument(
        "--minimum",
        type=int,
        default=2,
        help="how often a pair must occur to be merged (default: 2)",
    )
    parser.add_argument(
        "--out", default="tokenizer.json", help="output file (default: tokenizer.json)"
    )
    parser.add_argument("--json", action="store_true", help="report progress as JSON lines")
    return parser


if __name__ == "__main__":
    main()
