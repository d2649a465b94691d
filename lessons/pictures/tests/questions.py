"""What the page on pictures asks, and the text that gives away each answer."""

import re

from lessons.pictures import CLEAN, EVEN, FILM_EVEN, results
from tests.kit.questions import Asked


def questions():
    even, clean = results.exact(EVEN, "clean"), results.exact(CLEAN, "all of these")
    yield Asked(results.predict("look"), "look", "pictures-look", rf"\b{even:.1%} of 200 new")
    yield Asked(results.predict("draw"), "draw", "pictures-draw", rf"\b{clean:.1%} of 200 new")
    soft = f"{results.gradients('soft')['looking']:.2f}"
    yield Asked(results.predict("hard"), "hard", "pictures-hard", re.escape(soft))
    films = results.film_scores(FILM_EVEN)["exact"]
    yield Asked(
        results.predict("films"), "films", "pictures-films", rf"\b{films:.0%} of 200 new videos"
    )
