"""A student's byte-pair encoding as text, and one edit of it for each of the usual mistakes."""

from tests.kit.exercise_text import ExerciseText

MERGE = """\
    out = list(tokens)
    at = 0
    while at + 1 < len(out):
        if out[at] == pair[0] and out[at + 1] == pair[1]:
            out[at : at + 2] = [out[at] + out[at + 1]]
        at += 1
    return out
"""
LEARN = """\
    from collections import Counter

    spelled = {word: list(word) + [END] for word in words}
    learned = []
    for _ in range(merges):
        seen = Counter()
        for word, pieces in spelled.items():
            for both in zip(pieces[:-1], pieces[1:]):
                seen[both] += words[word]
        if not seen:
            break
        best, often = seen.most_common(1)[0]
        if often < 2:
            break
        learned.append(best)
        for word, pieces in spelled.items():
            spelled[word] = merge(pieces, best)
    return learned
"""
ENCODE = """\
    pieces = list(word) + [END]
    for best in merges:
        pieces = merge(pieces, best)
    return pieces
"""
SAME_RULE = """\
    pieces = list(word) + [END]
    while True:
        there = [pair for pair in zip(pieces, pieces[1:]) if pair in merges]
        if not there:
            return pieces
        pieces = merge(pieces, min(there, key=merges.index))
"""
PASSES = {"as a loop over the merges": ENCODE, "by the lowest rank": SAME_RULE}

_BEST = "best, often = seen.most_common(1)[0]"
_COUNT = "            for both in zip(pieces[:-1], pieces[1:]):\n"
_MERGES = "for best in merges:\n        pieces = merge(pieces, best)"
_FLAT = """
    from collections import Counter

    text = {text}
    learned = []
    for _ in range(merges):
        seen = Counter({seen})
        if not seen:
            break
        best, often = seen.most_common(1)[0]
        if often < 2:
            break
        learned.append(best)
        text = merge(text, best)
    return learned
"""
_REPEATED = "[t for word in words for _ in range(words[word]) for t in (*word, END)]"
_TWO_STEPS = """
        if (out[at], out[at + 1]) == tuple(pair):
            kept.append(out[at] + out[at + 1])
        elif not at or (out[at - 1], out[at]) != tuple(pair):
            kept.append(out[at])
        at += 1
    if not out or tuple(out[-2:]) == tuple(pair):
        return kept
    return [*kept, out[-1]]
"""
_LONGEST = """known = [a + b for a, b in merges] + list(word) + [END]
    text, pieces = word + END, []
    while text:
        piece = max((k for k in known if text.startswith(k)), key=len)
        pieces.append(piece)
        text = text[len(piece) :]"""
_ONE_PASS = """at = 0
    while at < len(pieces):
        if tuple(pieces[at : at + 2]) in merges:
            pieces[at] += pieces.pop(at + 1)
        at += 1"""
_LEFTMOST = """again = True
    while again:
        again = False
        for at, both in enumerate(zip(pieces, pieces[1:])):
            if both in merges:
                pieces[at : at + 2], again = ["".join(both)], True
                break"""

Edits = list[tuple[str, str]]
# The mistake that should be recognised → edits of the solution.
EDITS = {
    "FirstOnly": [("out[at + 1]]\n", "out[at + 1]]\n            break\n")],
    "NotSkipped": [("out[at : at + 2] = [out[at] + out[at + 1]]", "out[at] += out[at + 1]")],
    "SharedToken": [
        ("    at = 0\n", "    at, kept = 0, []\n"),
        (MERGE[MERGE.index("\n        if") :], _TWO_STEPS),
    ],
    "FromTheRight": [
        ("at = 0", "at = len(out) - 2"),
        ("while at + 1 < len(out)", "while at >= 0"),
        ("at += 1", "at -= 1"),
    ],
    "ReplacedInText": [
        (
            "at = 0\n",
            'return " ".join(out).replace(f"{pair[0]} {pair[1]}", "".join(pair)).split()\n',
        )
    ],
    "ComparedJoined": [
        ("out[at] == pair[0] and out[at + 1] == pair[1]", 'out[at] + out[at + 1] == "".join(pair)')
    ],
    "EndForgotten": [("list(word) + [END]", "list(word)")],
    "EndForgotten: end forgotten in encode": [
        ("pieces = list(word) + [END]", "pieces = list(word)")
    ],
    "EndFirst": [("list(word) + [END]", "[END] + list(word)")],
    "EndInPieces": [("list(word) + [END]", "list(word + END)")],
    "EndGlued": [("list(word) + [END]", "list(word[:-1]) + [word[-1:] + END]")],
    "LowerCase": [("list(word) + [END]", "list(word.lower()) + [END]")],
    "LowerCase: small letters in encode": [
        ("pieces = list(word) + [END]", "pieces = list(word.lower()) + [END]")
    ],
    "FrequencyIgnored": [("+= words[word]", "+= 1")],
    "AcrossWords": [(LEARN, _FLAT.format(text=_REPEATED, seen="zip(text, text[1:])"))],
    "AcrossWords: across words, each word once": [
        (
            LEARN,
            _FLAT.format(
                text="[t for word in words for t in (*word, END)]",
                seen="[p for p in zip(text, text[1:]) for _ in range(sum(words.values()))]",
            ),
        )
    ],
    "OncePerWord": [
        ("in zip(pieces[:-1], pieces[1:])", "in dict.fromkeys(zip(pieces, pieces[1:]))")
    ],
    "OverlapNotCounted": [
        (
            _COUNT,
            f"            last = None\n{_COUNT}                last = both if both != last else None\n                if last is None:\n                    continue\n",
        )
    ],
    "CountedOnce": [
        (
            LEARN[LEARN.index("    for _ in") : LEARN.index("        seen = ")],
            "    for _ in range(1):\n",
        ),
        (
            LEARN[LEARN.index("        if not seen") :],
            "    return [pair for pair, often in seen.most_common(merges) if often > 1]\n",
        ),
    ],
    "LastSeen": [(_BEST, "best = sorted(seen, key=seen.get)[-1]; often = seen[best]")],
    "LargestPair": [(_BEST, "often, best = max((seen[pair], pair) for pair in seen)")],
    "SmallestPair": [
        (_BEST, "best = sorted(sorted(seen), key=seen.get, reverse=True)[0]; often = seen[best]")
    ],
    "OneMergeMore": [("range(merges)", "range(merges + 1)")],
    "OneMergeLess": [("range(merges)", "range(merges - 1)")],
    "StopsEarly": [("if often < 2:", "if often <= 2:")],
    "StopsLate": [("if often < 2:", "if often < 1:")],
    "NeverStops": [("if often < 2:", "if False:"), ("if not seen:", "if False:")],
    "LongestToken": [(_MERGES, _LONGEST)],
    "OnePass": [(_MERGES, _ONE_PASS)],
    "LeftmostFirst": [(_MERGES, _LEFTMOST)],
    "LastLearnedFirst": [("for best in merges:", "for best in reversed(merges):")],
}

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "joined the wrong way round": [("[out[at] + out[at + 1]]", "[out[at + 1] + out[at]]")],
    "end twice": [("list(word) + [END]", "list(word) + [END, END]")],
    "learned in reverse": [("return learned", "return learned[::-1]")],
    "long pairs preferred": [("+= words[word]", '+= words[word] * len("".join(both))')],
    "two mistakes": [
        ("+= words[word]", "+= 1"),
        (_BEST, "best = sorted(seen, key=seen.get)[-1]; often = seen[best]"),
    ],
    "one merge forgotten": [("for best in merges:", "for best in merges[1:]:")],
    "no long tokens": [("+= words[word]", '+= words[word] * (len("".join(both)) < 8)')],
    "six merges are enough": [("for best in merges:", "for best in merges[:6]:")],
}

STUDENT = ExerciseText("tokens", {"merge": MERGE, "learn": LEARN, "encode": ENCODE})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
