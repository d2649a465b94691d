"""The BPE player and the tokens page in a real browser: what is stepped, dragged, typed, uploaded."""

import pytest
from playwright.sync_api import expect

from lessons.tokens import PROSE, SENNRICH
from lessons.tokens.figures.bpe_player import bpe_player
from tests.kit.app import still
from transformer.tokens.bpe import learn

# Of each word of the corpus its pieces; of each row: rank, left, right, count, mark.
WORDS = """[...root.querySelectorAll('.corpus .word')].map(
  (word) => [...word.querySelectorAll('.piece')].map((piece) => piece.textContent))"""
TABLE = """[...root.querySelectorAll('.pairs tbody tr')].map((row) => [row.cells[0].textContent,
  ...[...row.querySelectorAll('.piece')].map((piece) => piece.textContent),
  row.cells[2].textContent, row.cells[3].textContent])"""
# Everything that a step is compared by, read in one go.
STEP = f"""({{
  merge: Number(root.querySelector('.at b').textContent.replace(',', '')),
  words: {WORDS}, table: {TABLE},
  title: root.querySelector('.words h2').textContent,
  reads: root.querySelector('.length .reads').textContent,
  headline: root.querySelector('.headline').textContent,
  ringed: [...root.querySelectorAll('.corpus .pairing')].map((pair) => pair.textContent),
}})"""


def merge(shown) -> int:
    return int(shown.text(".at b").replace(",", ""))


def test_every_step_shows_the_corpus_the_pairs_and_the_ties_of_the_learner(show):
    learned = learn(SENNRICH, 100)
    shown = show(bpe_player(learned, SENNRICH, "lowest"))
    for number in range(len(learned.merges) + 1):
        step, state = shown.run(STEP), learned.at(number)
        assert step["merge"] == number
        assert step["words"] == [list(pieces) for pieces, _ in state.words]
        rows, pairs = step["table"], dict(state.pairs)
        assert all(f"{pairs[left, right]:,}" == count for _, left, right, count, _ in rows)
        largest = sorted(pairs.values(), reverse=True)[:12]
        assert [row[3] for row in rows] == [f"{count:,}" for count in largest]
        assert f"{state.tokens} tokens" in step["title"]
        cells = f"{state.tokens}\u00a0×\u00a0{state.tokens}\u00a0=\u00a0{state.tokens**2:,}"
        assert cells in step["reads"]
        if number < len(learned.merges):
            coming = learned.merges[number]
            assert tuple(rows[0][1:3]) == coming.pair and rows[0][4] == "next"
            assert [row[4] for row in rows].count("tie") == min(12, coming.ties) - 1
            assert [row[0] for row in rows[: coming.ties]] == ["1"] * min(12, coming.ties)
            assert ("first seen" in step["headline"]) == (coming.ties > 1)
            assert set(step["ringed"]) == {coming.token}
        shown.page.keyboard.press("ArrowRight")
    assert "Every word is one token" in shown.text(".headline")
    assert merge(shown) == len(learned.merges), "the last step stays the last"
    trees = shown.run(
        "[...root.querySelectorAll('.trees svg')].map((t) => t.getAttribute('aria-label'))"
    )
    used = {part for made in learned.merges for part in made.pair}
    assert trees == [m.token for m in reversed(learned.merges) if m.token not in used]
    newest = shown.run("[...root.querySelectorAll('.trees svg')[0].querySelectorAll('g')].length")
    assert newest == 11, "six letters and the end of a word, and five tokens above them: widest</w>"


def test_hands_and_keys_move_the_same_place(show):
    learned = learn(PROSE, 100)
    shown = show(bpe_player(learned, PROSE, "lower"), "#figure=5")
    keys = shown.page.keyboard
    for key, place in [
        ("ArrowRight", 6),
        ("ArrowLeft", 5),
        ("ArrowLeft", 4),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        keys.press(key)
        assert merge(shown) == place
    shown.page.get_by_label("number of merges").fill("40")
    shown.later()
    expect(shown.page.locator(".at b")).to_have_text("40")
    shown.page.locator(".plot").scroll_into_view_if_needed()
    plot = shown.page.locator(".plot").bounding_box()
    shown.page.mouse.move(plot["x"] + plot["width"] * 0.5, plot["y"] + 60)
    shown.page.mouse.down()
    shown.page.mouse.move(plot["x"] + plot["width"] - 1, plot["y"] + 60, steps=4)
    shown.page.mouse.up()
    shown.later()
    expect(shown.page.locator(".at b")).to_have_text("58")
    keys.press("Home")
    shown.page.get_by_role("button", name="play").click()
    shown.later(2000)
    assert merge(shown) > 0
    shown.page.get_by_role("button", name="pause").click()
    first = learned.steps("lower")[1][0] + 1  # the first merge that the word needs
    shown.page.get_by_role("button", name=f"merge {first}", exact=True).click()
    assert merge(shown) == first
    before = shown.run("root.querySelectorAll('.trees svg').length")
    shown.page.locator(".vocabulary .piece.merged").last.click()  # the oldest merged token
    assert shown.run("root.querySelectorAll('.trees svg').length") == 1 < before
    oldest = learned.vocabulary.index(learned.merges[0].token)
    shown.at(f"{first}/{oldest}")
    keys.press("Escape")
    assert shown.run("root.querySelectorAll('.trees svg').length") == before


def test_what_was_typed_is_only_ever_text(show):
    text = "<img src=x onerror=alert(1)> </script><b>x</b> \u202eabc a\0b 👩‍🚀👩‍🚀 שלום שלום " * 2
    shown = show(bpe_player(learn(text, 100), text, "<img"), dark=True)
    keys = shown.page.keyboard
    for _ in range(4):
        keys.press("ArrowRight")
    assert shown.run("root.querySelectorAll('img, script, .corpus b').length") == 0
    letters = "".join(piece for word in shown.run(WORDS) for piece in word)
    assert "⟨00⟩" in letters and "⟨202e⟩" in letters and "⟨zwj⟩" in letters and "onerror" in letters
    rtl = "[...root.querySelectorAll('.corpus .word')].filter((w) => w.matches(':dir(rtl)')).length"
    assert shown.run(rtl) == 1, "Hebrew runs from right to left"


# ---- the app ----------------------------------------------------------------------------------------
@pytest.fixture
def tab(page):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: errors.append("a dialog opened"))
    yield page
    assert errors == []


def test_the_page_from_the_first_look_to_uploaded_texts(tab, app):
    tab.goto(f"{app.url}/tokens")
    place, headline = tab.locator(".at b"), tab.locator(".headline")
    count = tab.get_by_role("button", name="Count the pairs")
    count.wait_for()
    rows = tab.locator(".rows .label")
    expect(rows).to_have_text(["start"])  # the merges of the word would tell the first pair
    count.click()
    expect(rows).not_to_have_count(1)
    expect(headline).to_contain_text("3 pairs tie")
    for _ in range(2):
        tab.get_by_role("button", name="step ▶").click()

    box = tab.get_by_label("Text", exact=True)
    box.fill(SENNRICH.replace("lower newest", "<b>lower newest"))
    box.press("Control+Enter")
    tab.get_by_text("“lower” became “<b>lower”. All").wait_for()
    expect(place).to_have_text("2")  # an edit is looked at where one is
    tab.get_by_role("button", name="Rules").click()
    tab.get_by_text("smallest ids", exact=True).click()
    tab.get_by_text("“first seen” became “smallest ids”. The merges").wait_for()
    assert "tokens-tie=smallest" in tab.url and "tokens-text=low" in tab.url

    box.fill("  ")
    box.press("Control+Enter")
    tab.get_by_text("There is no word in the box").wait_for()
    expect(headline).to_contain_text("Merge 2")

    tab.get_by_role("button", name="Your own text").click()

    def upload(name: str, text: str) -> None:
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        still(tab)
        tab.locator("input[type=file]").set_input_files(file)

    learning = tab.get_by_text("Learning from your text.")
    upload("long.txt", " ".join(f"w{n * 7919 % 1_000_003:x}" for n in range(300_000)))
    learning.wait_for()
    tab.get_by_role("button", name="Cancel").click()
    expect(learning).to_have_count(0)
    expect(tab.locator(".words h2")).to_contain_text("5 different words")  # what stood there

    tab.get_by_role("button", name="Your own text").click()
    upload("mine.txt", PROSE)
    tab.get_by_text("53 different words").first.wait_for()
    expect(tab.locator(".chip").first).to_have_text("mine.txt")
    expect(tab.locator(".words h2")).to_contain_text("53 different words")
