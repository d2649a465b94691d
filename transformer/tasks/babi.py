"""Stories of bAbI (Weston et al. 2015), read from your own copy of the data set, which does not ship.

A file `transformer/tasks/my_babi.py` turns them into a task, which is trained and shown like any other:

    from transformer.tasks import babi

    def build(seed=0):
        return babi.read("tasks_1-20_v1-2/en", 1)
"""

from pathlib import Path

from transformer.tasks.stories import FULL_STOP, Story, StoryTask
from transformer.tasks.task import NONE, without_punctuation

MOST = 50  # last facts of a story that are kept (Sukhbaatar et al. 2015, section 4.1)


def read(folder: str | Path, number: int, most: int = MOST, name: str = "babi") -> StoryTask:
    """Read task `number` (1 to 20) of bAbI; its test questions are held out, each story with at most `most`
    facts.

    Raises `ValueError` where the folder does not contain the task, or a line is not in bAbI's format.
    """
    train, held_out = (parse(_file(Path(folder), number, part), most) for part in ("train", "test"))
    shown = tuple(" ".join(story.source) for story in held_out[:5])
    return StoryTask(name, f"bAbI, task {number}", shown, lambda: (train, held_out))


def parse(file: Path, most: int = MOST) -> tuple[Story, ...]:
    """Return each question of a file with the facts before it: "3 Where is Mary?⇥bathroom⇥1", where the last
    column has the numbers of the supporting lines. A line with number 1 begins a new story."""
    stories: list[Story] = []
    facts: dict[int, list[str]] = {}  # number of its line → words
    for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        number, _, rest = line.strip().partition(" ")
        sentence, *columns = rest.split("\t")
        words = without_punctuation(sentence.lower()).split()
        if not (number.isdigit() and words and len(columns) in (0, 2)):
            raise ValueError(
                f"line {at} of {file.name} is “{line[:60]}”; it must be “1 A fact.” or “2 A question?”, a tab, the "
                "answer, a tab, the numbers of the supporting lines"
            )
        if int(number) == 1:
            facts = {}
        if not columns:
            facts[int(number)] = words
        elif facts:
            stories.append(_story(dict(list(facts.items())[-most:]), words, *columns))
    return tuple(stories)


def _story(facts: dict[int, list[str]], question: list[str], answer: str, needed: str) -> Story:
    """Build a story from the numbered facts and a question. Several answers, “apple,milk”, are one word."""
    source: list[str] = []
    starts: dict[int, int] = {}  # number of its line → where it begins
    for number, fact in facts.items():
        starts[number] = len(source)
        source += [*fact, FULL_STOP]
    answer = answer.strip().lower()
    supporting = [
        int(line) for line in needed.split() if int(line) in facts
    ]  # older ones were cut off
    last = facts[supporting[-1]] if supporting else []
    place = starts[supporting[-1]] + last.index(answer) if answer in last else NONE
    order = list(facts)
    return Story(
        (*source, *question), (answer,), (place,), needed=tuple(map(order.index, supporting))
    )


def _file(folder: Path, number: int, part: str) -> Path:
    files = sorted(folder.glob(f"qa{number}_*_{part}.txt"))
    if not files:
        raise ValueError(
            f"{folder} has no file qa{number}_…_{part}.txt: give the bAbI folder that contains these files, “en” or “en-10k”"
        )
    return files[0]
