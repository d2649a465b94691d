"""What the course page shows: a picture that plays, and a small picture of each lesson's figure."""

from datetime import date
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.host import live
from lessons.host.shared import shared
from lessons.kit.bugs import Bug, of_the_day
from lessons.models.saved import trained
from lessons.models.shipped import OPENS_WITH, SENTENCE

WIDTH = 640  # pixels of a small picture: twice what a card is wide, for sharp screens
STEP = 3  # of attention, where the picture begins: the next one, softmax, changes it most


@shared
def picture() -> Figure:
    """The attention map of the sentence that the attention page opens with."""
    return attention_map(trained(OPENS_WITH), SENTENCE).at(step=STEP)


@shared
def cover(lesson: str) -> bytes:
    """A lesson's own figure as its code draws it on paper, made small: a PNG."""
    figure = live.load(f"lessons.{lesson}.results").cover()
    with TemporaryDirectory() as folder:
        paper = Image.open(figure.save(Path(folder) / "figure.png")).convert("RGB")
    paper.thumbnail((WIDTH, paper.height), Image.Resampling.LANCZOS)
    small = BytesIO()
    paper.save(small, "PNG", optimize=True)
    return small.getvalue()


@shared
def bug(day: date) -> Bug:
    """The bug to find on that day; the first visitor of a day waits for it."""
    return of_the_day(day)


def find_fonts() -> None:
    """Not timed: the first time on a machine, matplotlib looks through all its fonts."""
    import matplotlib.font_manager  # noqa: F401


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    picture(), bug(date.today())
