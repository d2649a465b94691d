"""What must hold of `interval` and of `chance`, in the order in which it is checked."""

from lessons.ablations import hints
from lessons.ablations.trial import Student, answers, real_chance, real_interval
from lessons.kit.checking import Check, Failed

CLOSE = 1e-6
MANY = (110, 90)  # 170! is the last factorial that a float can hold
ASKED = ((7, 20), (0, 20), (20, 20), (1, 1), (998, 1000), (7, 20, 1.0), (3, 8, 2.576))


# --- interval ---------------------------------------------------------------------------------


def runs(student: Student) -> None:
    student.interval(7, 20)


def a_share(student: Student) -> None:
    for right, count in ((7, 20), (1, 20), (19, 20)):
        low, high = student.interval(right, count)
        if not -CLOSE <= low <= right / count <= high <= 1 + CLOSE:
            saw = f"interval({right}, {count}) is {low:.4f} … {high:.4f}"
            expected = f"0 ≤ low ≤ {right / count:g} ≤ high ≤ 1"
            raise Failed(saw, expected, look_at=student.line("interval"))


def never_sure(student: Student) -> None:
    for right in (0, 20):
        low, high = student.interval(right, 20)
        inside = low <= 0.1 <= high if right == 0 else low <= 0.9 <= high
        if not inside:
            saw = f"interval({right}, 20) is {low:.4f} … {high:.4f}"
            expected = f"it holds {0.1 if right == 0 else 0.9}: 20 sentences prove little"
            raise Failed(saw, expected, look_at=student.line("interval"))
        if not (low >= -CLOSE and high <= 1 + CLOSE):
            saw = f"interval({right}, 20) is {low:.4f} … {high:.4f}"
            raise Failed(saw, "nothing below 0 or above 1", look_at=student.line("interval"))


def mirrored(student: Student) -> None:
    for right, count in ((7, 20), (2, 50)):
        low, high = student.interval(right, count)
        other = student.interval(count - right, count)
        if not (abs(other[0] - (1 - high)) <= CLOSE and abs(other[1] - (1 - low)) <= CLOSE):
            saw = f"{right} of {count}: {low:.4f} … {high:.4f}; {count - right}: {other[0]:.4f} … {other[1]:.4f}"
            raise Failed(saw, "1 − high … 1 − low", look_at=student.line("interval"))


def narrower(student: Student) -> None:
    widths = []
    for asked in ((50, 100), (200, 400), (50, 100, 2.576)):
        low, high = student.interval(*asked)
        widths.append(high - low)
    if not 0.45 <= widths[1] / widths[0] <= 0.55:
        saw = f"50 of 100: {widths[0]:.4f} wide; 200 of 400: {widths[1]:.4f}"
        raise Failed(saw, "about half as wide", look_at=student.line("interval"))
    if not widths[2] > widths[0] + CLOSE:
        saw = f"50 of 100: {widths[0]:.4f} wide; with z = 2.576: {widths[2]:.4f}"
        raise Failed(saw, "wider: it holds the share more often", look_at=student.line("interval"))


def interval_parity(student: Student) -> None:
    for asked in ASKED:
        got, right = student.interval(*asked), real_interval(*asked)
        if not all(abs(a - b) <= CLOSE for a, b in zip(got, right, strict=True)):
            saw = f"interval{asked} is {got[0]:.4f} … {got[1]:.4f}"
            expected = f"{right[0]:.4f} … {right[1]:.4f}"
            raise Failed(saw, expected, look_at=student.line("interval"))


# --- chance -----------------------------------------------------------------------------------


def chance_runs(student: Student) -> None:
    got = student.chance(*answers(5, 4, 1))
    if not 0 <= got <= 1 + CLOSE:
        raise Failed(f"chance is {got:.4f}", "0 to 1", look_at=student.line("chance"))


def agree(student: Student) -> None:
    for kinds, what in (((6, 0, 0, 4), "two models that always agree"), ((0, 4, 4), "4 against 4")):
        got = student.chance(*answers(*kinds))
        if not abs(got - 1) <= CLOSE:
            raise Failed(f"{what}: {got:.4f}", "1.0000", look_at=student.line("chance"))


def only_disagreements(student: Student) -> None:
    few, many = (student.chance(*answers(both, 8, 1, both)) for both in (0, 300))
    if not abs(few - many) <= CLOSE:
        saw = f"8 against 1: {few:.4f}; with 600 more on which both agree: {many:.4f}"
        raise Failed(saw, "the same", look_at=student.line("chance"))


def symmetric(student: Student) -> None:
    first, second = answers(10, 7, 2)
    one, two = student.chance(first, second), student.chance(second, first)
    if not abs(one - two) <= CLOSE:
        saw = f"7 against 2: {one:.4f}; 2 against 7: {two:.4f}"
        raise Failed(saw, "the same", look_at=student.line("chance"))


def ten_tosses(student: Student) -> None:
    got = student.chance(*answers(5, 10, 0))
    if not abs(got - 2 / 1024) <= CLOSE:
        saw = f"10 against 0: {got:.6f}"
        raise Failed(saw, "2/1024 = 0.001953", look_at=student.line("chance"))


def chance_parity(student: Student) -> None:
    for only_first in range(9):
        for only_second in range(9):
            asked = answers(3, only_first, only_second, 2)
            got, right = student.chance(*asked), real_chance(*asked)
            if not abs(got - right) <= CLOSE:
                saw = f"{only_first} against {only_second}: {got:.4f}"
                raise Failed(saw, f"{right:.4f}", look_at=student.line("chance"))


def many_tosses(student: Student) -> None:
    asked = answers(50, *MANY)
    got, right = student.chance(*asked), real_chance(*asked)
    if not abs(got - right) <= CLOSE:
        saw = f"{MANY[0]} against {MANY[1]}: {got:.6f}"
        raise Failed(saw, f"{right:.6f}", look_at=student.line("chance"))


STATISTICS: tuple[Check, ...] = (
    Check("interval runs and gives two numbers", runs, hints.INTERVAL),
    Check("0 ≤ low ≤ share ≤ high ≤ 1", a_share, hints.INSIDE),
    Check("0 of 20 proves little, nor does 20 of 20", never_sure, hints.ENDS),
    Check("right and wrong are mirrored", mirrored, hints.MIRROR),
    Check("more sentences: narrower; larger z: wider", narrower, hints.WIDTH),
    Check("equals the real interval", interval_parity, hints.INTERVAL_PARITY),
    Check("chance runs, and is a probability", chance_runs, hints.CHANCE),
    Check("no sign of a difference gives 1", agree, hints.AGREE),
    Check("only disagreements count", only_disagreements, hints.PAIRED),
    Check("the order of the two does not matter", symmetric, hints.SYMMETRIC),
    Check("ten against none is 2/1024", ten_tosses, hints.TOSSES),
    Check(f"{sum(MANY)} sentences on which they disagree", many_tosses, hints.MANY),
    Check("equals the real p-value", chance_parity, hints.TOSSES),
)
