"""Addresses from before a part of a page got its present title."""

import pytest
from streamlit.testing.v1 import AppTest

from lessons.former import FORMER
from lessons.host import live


def choose(lesson: str) -> None:
    from lessons.host import live
    from lessons.kit.page import choose_part

    choose_part(lesson, live.import_module(f"lessons.{lesson}").PARTS)


@pytest.mark.parametrize("lesson", FORMER)
def test_an_old_address_opens_its_part(lesson):
    parts = live.import_module(f"lessons.{lesson}").PARTS
    for title, part in FORMER[lesson].items():
        assert part in parts and title not in {shown for shown, _ in parts.values()}
        app = AppTest.from_function(choose, args=(lesson,))
        app.query_params[f"{lesson}-part"] = title
        app.run()
        assert not app.exception and app.session_state[f"{lesson}-part"] == part
