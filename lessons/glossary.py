"""The glossary in pages and notebooks: the first use of a term in a text shows its definition.

In a page the term becomes a link, and `lessons/kit/terms.js` opens the definition; in a notebook it
becomes an abbreviation with a title.
"""

import re
from collections.abc import Callable
from html import escape

from lessons.definitions import TERMS

# Words with an everyday meaning count as a term only where an author links them: [score](#term-score).
LINKED_ONLY = {
    "key",
    "value",
    "score",
    "head",
    "layer",
    "mask",
    "merge",
    "loss",
    "greedy",
    "residual",
    "span",
    "cosine",
    "power",
    "dimension",
}
PLURALS = {"query": "queries", "vocabulary": "vocabularies", "entropy": "entropies"}

# Code, links, headings, tags and formulas are not searched for terms.
APART = r"(```.*?```|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)|<[^>]*>|^#[^\n]*$|\$[^$\n]*\$)"
AUTHORS = re.compile(r"\[([^\]]+)\]\(#term-([\w-]+)\)")


def name_of(term: str) -> str:
    """Return the term as it appears in an address: "dot product" → "dot-product"."""
    return term.lower().replace(" ", "-")


NAMED = {name_of(term): term for term in TERMS}


EVERY_FORM = {  # each written form, in lower case → its term
    form.lower(): term for term in TERMS for form in (term, PLURALS.get(term, f"{term}s"))
}
FORMS = {form: term for form, term in EVERY_FORM.items() if term not in LINKED_ONLY}


def _words(forms: dict[str, str]) -> re.Pattern:
    longest = sorted(forms, key=len, reverse=True)  # "cross-entropy" before "entropy"
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


TERM, ANY_TERM = _words(FORMS), _words(EVERY_FORM)


def used(markdown: str) -> list[str]:
    """Return every term that occurs in a text, once per occurrence, also where it may have an everyday meaning."""
    return [EVERY_FORM[word.lower()] for word in ANY_TERM.findall(markdown)]


def _each(markdown: str, seen: set[str], write: Callable[[str, str], str]) -> str:
    """Replace the first occurrence of each term by `write(word, term)`, and add the term to `seen`."""

    def put(word: str, term: str) -> str:
        if term in seen:
            return word
        seen.add(term)
        return write(word, term)

    pieces = re.split(APART, markdown, flags=re.S | re.M)
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = AUTHORS.sub(lambda m: put(m[1], NAMED[m[2]]), piece)
        else:
            pieces[number] = TERM.sub(lambda m: put(m[1], FORMS[m[1].lower()]), piece)
    return "".join(pieces)


def linked(markdown: str, seen: set[str] | None = None) -> str:
    """Link the first occurrence of each term to its definition (for a page)."""

    def link(word: str, term: str) -> str:
        return f"[{word}](#term-{name_of(term)})"

    return _each(markdown, set() if seen is None else seen, link)


def titled(markdown: str, seen: set[str]) -> str:
    """Show the definition when the mouse rests on the first occurrence of each term (for a notebook)."""

    def abbreviation(word: str, term: str) -> str:
        return f'<abbr title="{escape(TERMS[term])}">{word}</abbr>'

    return _each(markdown, seen, abbreviation)


def listed(seen: set[str]) -> str:
    """Return the terms of a notebook with their definitions, folded (markdown)."""
    rows = "\n".join(f"- **{term}**: {TERMS[term]}" for term in sorted(seen, key=str.lower))
    return f"<details><summary><b>The terms of this lesson</b></summary>\n\n{rows}\n\n</details>"
