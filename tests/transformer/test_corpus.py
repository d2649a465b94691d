"""One table of files: the command, the upload and a notebook read the same pairs, or give the same sentence."""

import csv
import gzip
import io
import json
import zipfile

import pytest

from lessons.training import custom_text
from tests.kit.upload import uploaded
from transformer import corpus
from transformer.corpus.cleaning import clean
from transformer.runs import own_file
from transformer.tasks.custom import pairs

EN = [f"the dog {n} isn't old, Tom" for n in range(30)]
FR = [f"l'été {n} est « là » ; oui" for n in range(30)]
PAIRS = list(zip(EN, FR, strict=True))
TSV = "".join(f"{a}\t{b}\n" for a, b in PAIRS)
CREDIT = "CC-BY 2.0 (France) Attribution: tatoeba.org #538123 (CM)"


def table(rows, separator="\t", head="", **more) -> bytes:
    """Rows as Python's csv module writes them."""
    file = io.StringIO()
    csv.writer(file, delimiter=separator, lineterminator="\r\n", **more).writerows(rows)
    return (head + file.getvalue()).encode()


def joined(rows, separator: str) -> bytes:
    return "".join(separator.join(row) + "\n" for row in rows).encode()


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__dot__", "."), content)
    return data.getvalue()


def outside(path: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(path, TSV)
    return data.getvalue()


def tmx(inside: str = "", head: str = "") -> bytes:
    units = "".join(
        f'<tu><tuv xml:lang="fr"><seg>{b}</seg></tuv><tuv xml:lang="en"><seg>{a}{inside}</seg></tuv></tu>'
        for a, b in PAIRS
    )
    body = f'<tmx version="1.4"><header srclang="en"/><body>{units}</body></tmx>'
    return f'<?xml version="1.0" encoding="UTF-8"?>{head}{body}'.encode()


def lines(**fields) -> bytes:
    records = [{**fields, "en": a, "fr": b} for a, b in PAIRS]
    return "".join(json.dumps(record) + "\n" for record in records).encode()


numbered = [(f"1.{n:03}", a, b) for n, (a, b) in enumerate(PAIRS)]
exported = [(str(n), a, str(2 * n), b) for n, (a, b) in enumerate(PAIRS)]
five = [("7", "en", "0.93", a, b) for a, b in PAIRS]

# Name → files, --columns, part of a remark. All of them contain the 30 pairs.
READ = {
    "tabs": ([TSV.encode()], "", "2 columns separated by tabs: 1 (sentences), 2 (sentences)"),
    "a byte-order mark": ([b"\xef\xbb\xbf" + TSV.encode()], "", ""),
    "UTF-16": ([TSV.encode("utf-16")], "", ""),
    "carriage returns": ([TSV.replace("\n", "\r").encode()], "", ""),
    "Windows-1252": ([TSV.encode("cp1252")], "", "was read as Windows-1252"),
    "gzip": ([gzip.compress(TSV.encode())], "", ""),
    "ZIP": ([zipped(fra__dot__txt=TSV.encode(), _about__dot__txt=b"?")], "", "fra.txt was read"),
    "two parallel files": (["\n".join(EN).encode(), "\n".join(FR).encode() + b"\n"], "", "2 parallel"),
    "parallel, swapped": ([gzip.compress("\n".join(FR).encode()), "\n".join(EN).encode()], "2,1", ""),
    "commas": ([table(PAIRS, ",")], "", "separated by commas"),
    "semicolons, all quoted": ([table(PAIRS, ";", quoting=csv.QUOTE_ALL)], "", "semicolons"),
    "tabs, all quoted": ([table(PAIRS, quoting=csv.QUOTE_ALL)], "", ""),
    "three bars": ([joined(PAIRS, " ||| ")], "", "separated by |||"),
    "one bar": ([joined(PAIRS, "|")], "", "separated by |:"),
    "credits": ([table([(*pair, CREDIT) for pair in PAIRS])], "", "3 (credits). Used: 1 and 2"),
    "a score first": ([table(numbered)], "", "1 (numbers), 2 (sentences), 3 (sentences). Used: 2"),
    "Tatoeba's export": ([table(exported)], "", "Used: 2 and 4"),
    "five columns": ([joined(five, "|")], "", "2 (language codes), 3 (numbers), 4 (sentences)"),
    "asked for": ([joined([row[::-1] for row in five], "|")], "2,1", "Used: 2 and 1"),
    "a header": ([table(PAIRS, head="English\tFrench\n")], "", "The first row is a header"),
    "a header that is asked for": ([table(numbered, ",", "id,src,tgt\n")], "src, TGT", "1 id (n"),
    "JSON lines": ([lines(id=3)], "", "Fields of the JSON records: 1 id (numbers), 2 en"),
    "a JSON list": ([json.dumps([{"translation": {"en": a, "fr": b}} for a, b in PAIRS]).encode()], "", ""),
    "TMX": ([tmx("<ph>{1}</ph>", '<!DOCTYPE tmx SYSTEM "tmx14.dtd">')], "", "Languages of the TMX"),
    "line breaks in cells": ([table([(a.replace(" ", "\n", 1), b) for a, b in PAIRS], ",")], "", ""),
    "entities": ([TSV.replace("'", "&apos;").replace("é", "&amp;eacute;").encode()], "", ""),
    "invisible": ([TSV.replace("dog", "d\u200bo\u00adg\ufeff").replace(" est", "\u00a0\u200eest").encode()], "", ""),
    "normal form D": ([TSV.replace("é", "e\u0301").encode()], "", ""),
}  # fmt: skip

# Name → files, part of the sentence
REFUSED = {
    "empty": ([b""], "is empty"),
    "blank": ([b" \n\t\n"], "is empty"),
    "a zero byte": ([b"abc\0def\tghi\n" * 30], "bytes that do not occur in text"),
    "a program": ([b"\x7fELF\x02\x01\0\xff\xc3"], "bytes that do not occur in text"),
    "UTF-16 without its mark": ([TSV.encode("utf-16-le")], "bytes that do not occur in text"),
    "half of UTF-16": ([b"\xff\xfeA"], "is not UTF-8 text"),
    "another encoding": (["привет\tмир\n".encode("cp1251") * 30], "is not UTF-8 text (line 1), nor"),
    "an image": ([b"\x89PNG\r\n\x1a\n"], "is an image"),
    "PDF": ([b"%PDF-1.7 rest"], "is a PDF"),
    "bzip2": ([b"BZh91AY"], "compressed (bzip2)"),
    "half of gzip": ([gzip.compress(TSV.encode())[:50]], "is damaged"),
    "half of ZIP": ([b"PK\x03\x04rest"], "is damaged"),
    "a spreadsheet": ([zipped(**{"[Content_Types].xml": b"", "xl/a.xml": b""})], "Office document"),
    "two texts": ([zipped(a=TSV.encode(), b=TSV.encode())], "contains 2 files (a, b)"),
    "a ZIP in a ZIP": ([zipped(a=zipped(b=b""))], "another packed file"),
    "a path outside": ([outside("../pairs.tsv")], "leads outside of the archive"),
    "an absolute path": ([outside("/tmp/pairs.tsv")], "leads outside of the archive"),
    "a drive": ([outside("C:\\pairs.tsv")], "leads outside of the archive"),
    "a bomb": ([gzip.compress(bytes(2**20)) * 300], "more than"),
    "entities of XML": ([tmx(head='<!DOCTYPE tmx [<!ENTITY a "b">]>')], "declares XML entities"),
    "half of TMX": ([tmx()[:-20]], "not valid XML"),
    "deep JSON": ([b'{"a":' * 90_000 + b"1" + b"}" * 90_000], "no columns were recognized"),
    "no columns": ([b"a text, and no pair\n" * 30 + b"one line\n" * 9], "no columns were recognized"),
    "unequal": ([TSV.encode(), b"a\nb\n"], "own.txt has 30 and own.txt has 2"),
    "three files": ([b"a", b"b", b"c"], "3 files were given"),
    "a number and a text": ([table([(str(n), a) for n, a in enumerate(EN)])], "1 (numbers), 2 (sentences). It"),
    "a language and a text": ([table([("en", a) for a in EN])], "1 (language codes), 2 (sentences). It"),
}  # fmt: skip


def by_command(files: list[bytes], columns: str, folder) -> corpus.Contents:
    paths = []
    for number, data in enumerate(files):
        paths.append(folder / str(number) / "own.txt")
        paths[-1].parent.mkdir()
        paths[-1].write_bytes(data)
    options = own_file._parser().parse_args(
        ["pairs", *map(str, paths), *(["--columns", columns] if columns else [])]
    )
    return own_file.read("pairs", options.files, options.columns)


@pytest.mark.parametrize("name", READ)
def test_the_command_and_the_upload_read_the_same_pairs(name, tmp_path):
    files, columns, remark = READ[name]
    contents = by_command(files, columns, tmp_path)
    again = custom_text.contents("pairs", uploaded(*files), columns)
    assert again == contents
    read, refused = pairs.read_pairs(contents.text)
    assert list(read) == PAIRS and not refused
    assert remark in " · ".join(contents.remarks), contents.remarks


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_is_a_sentence(name, tmp_path):
    files, sentence = REFUSED[name]
    messages = []
    with pytest.raises(corpus.Unreadable) as caught:
        by_command(files, "", tmp_path)
    messages.append(str(caught.value))
    with pytest.raises(corpus.Unreadable) as caught:
        custom_text.contents("pairs", uploaded(*files), "")
    messages.append(str(caught.value))
    assert all(sentence in message and len(message) < 400 for message in messages), messages


def test_quotation_marks_of_sentences_stay():
    text = 'He said "hi"\tIl dit\n"Go!"\t"Va !"\n"I know," he said.\tOui\n' * 9
    assert corpus.contents("pairs", [("own.tsv", text.encode())]).text == text.rstrip("\n")


def test_columns_that_do_not_fit_are_named():
    for columns in ("6,7", "1", "en,de", "x"):
        with pytest.raises(
            corpus.Unreadable, match=f"columns “{columns}” cannot be used. 5 columns"
        ):
            corpus.contents("pairs", [("own.txt", joined(five, "|"))], columns)


def test_a_line_keeps_its_number():
    """Of a file with a header, a cell of two lines, and a line that cannot be used."""
    text = 'English,French\n"a\nb",c\nno comma\nd,e\n' + "f,g\n" * 20
    contents = corpus.contents("pairs", [("own.csv", text.encode())])
    read, refused = pairs.read_pairs(contents.text)
    assert read == {("a b", "c"): 3, ("d", "e"): 5, ("f", "g"): 6}
    assert refused.lines[0] == (4, "no pair of source and target", "no comma")


def test_a_line_that_is_no_json_is_counted():
    contents = corpus.contents("pairs", [("own.jsonl", lines() + b'{"en": "half\n')])
    read, refused = pairs.read_pairs(contents.text)
    assert list(read) == PAIRS and refused.lines == [
        (31, "no pair of source and target", '{"en": "half')
    ]


@pytest.mark.parametrize(
    ("file", "columns", "text"),
    [
        (b"To be, or not;\n\tto be\n", "", "To be, or not;\n\tto be"),
        (b'{"id": 1, "text": "a b"}\n{"id": 2, "text": "c\\nd"}\n', "", "a b\nc d"),
        (TSV.encode(), "2", "\n".join(FR)),
        (b"[1]\nFootnotes of a text\n{see above}\n", "", "[1]\nFootnotes of a text\n{see above}"),
    ],
)
def test_a_text(file, columns, text):
    contents = corpus.contents("text", [("own.txt", file)], columns)
    assert contents.text.rstrip("\n") == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("AT&T &lt;b&gt; &nosuch; &#39;&#x2019;&nbsp;&#10;", "AT&T <b> &nosuch; '’  "),
        ("می\u200cخواهم क\u094d\u200dष a\u200db \u200cc 👩\u200d👧", "می\u200cخواهم क\u094d\u200dष ab c 👩\u200d👧"),
        ("co&shy;op \u2067x\u2069\x07\ty\n", "coop x \ty\n"),
    ],
)  # fmt: skip
def test_what_a_reader_does_not_see_is_removed(text, cleaned):
    assert clean(text) == cleaned
