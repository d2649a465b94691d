"""Present in a real browser: a mode of the whole page, its keys, and how large everything is."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from lessons.attention import SENTENCE
from lessons.embeddings import PARTS as EMBEDDINGS
from lessons.kit.scenes import of_lesson
from tests.kit.app import go_on
from tests.kit.type_sizes import smaller

FIGURE = "document.querySelector('.st-key-figure [data-testid=stBidiComponentIsolated] > *, .st-key-figure *')"
GONE = (".st-key-top", ".st-key-parts", ".st-key-controls", ".st-key-attention-source")
STAYS = ("[data-present] h1.title", ".st-key-figure", ".st-key-aside")
ARRIVED = "!document.documentElement.classList.contains('coming')"
PRESENTS = "document.documentElement.classList.contains('present')"


@pytest.fixture
def attention(page, app):
    page.goto(f"{app.url}/attention?attention-part=In+a+model#figure=encoder/2/1/4/9/2/1")
    page.locator(".cells").first.wait_for()  # before the figure is drawn it hears no keys
    return page


def place(page) -> str:
    """What the figure wrote into the address: map, layer, head, step, row, column."""
    page.wait_for_timeout(400)
    return dict(part.split("=") for part in page.url.split("#")[1].split("&"))["figure"]


def test_present_is_a_mode_of_the_page_and_goes_again(attention):
    page = attention
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(f"{PRESENTS} && document.fullscreenElement === document.documentElement")
    for hidden in GONE:
        expect(page.locator(hidden).first, hidden).not_to_be_visible()
    for seen in STAYS:
        expect(page.locator(seen).first, seen).to_be_visible()
    before = place(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: before not in url)  # the arrows step the figure
    page.keyboard.press("ArrowLeft")
    black = page.locator("[data-present] .black")
    page.keyboard.press("b")
    expect(black).to_be_visible()
    page.keyboard.press("B")
    expect(black).not_to_be_visible()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_function(f"!{PRESENTS} && document.fullscreenElement === null")
    page.wait_for_url(lambda url: url.endswith(before) or f"{before}&" in url)
    assert page.locator(".st-key-top").is_visible()


def test_where_full_screen_is_refused_the_class_does_and_esc_leaves_without_unlocking(attention):
    page = attention
    page.evaluate(
        "Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused')); null"
    )
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    before = place(page)
    page.keyboard.press("Escape")
    page.wait_for_function(f"!{PRESENTS}")
    assert place(page) == before, "the cell is still locked"
    page.locator(".st-key-figure .gb").first.focus()  # it has the keys only while it has the focus
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile(r"figure=encoder/2/1/4(&|$)"))  # and now it is not


def test_a_click_meets_its_cell_however_large_everything_is(attention):
    page = attention
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    cells = page.locator(".cells rect:not(defs rect)")
    cell = cells.nth(12 * 2 + 4)  # the third row, the fifth column of twelve
    box = None
    while box != (box := cell.bounding_box()):  # it is growing
        page.wait_for_timeout(200)
    cell.click(force=True)
    assert place(page).split("/")[-3:-1] == ["3", "5"]


@pytest.mark.parametrize(("width", "height", "least"), [(1920, 1080, 18), (1024, 768, 12.8)])
def test_nobody_needs_glasses(attention, width, height, least):
    page = attention
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(PRESENTS)
    page.keyboard.press("c")  # what is set is seen, too
    for step in range(1, 6):
        page.get_by_role("button", name=f"{step} ·").click()
        assert smaller(page, least) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_scenes_go_on_in_full_screen_and_the_notes_follow_in_a_second_window(attention):
    page, scenes = attention, of_lesson("attention")
    page.get_by_role("button", name="present these").first.click()
    page.wait_for_function("document.fullscreenElement === document.documentElement")
    notes = page.context.new_page()
    notes.goto(page.url.split("/attention")[0] + "/lessons/speaker")
    for number, scene in enumerate(scenes[:3], start=1):
        notes.get_by_role("heading", name=scene.question, exact=True).wait_for()
        expect(notes.locator("#note")).to_have_text(scene.note, use_inner_text=True)
        expect(notes.locator("#next")).to_have_text(
            f"Next: {scenes[number].question}", use_inner_text=True
        )
        expect(notes.locator("#scene")).to_contain_text(
            f"scene {number} of {len(scenes)}", use_inner_text=True
        )
        assert page.evaluate("document.fullscreenElement === document.documentElement")
        go_on(page)
    page.wait_for_function(ARRIVED)
    notes.get_by_role("button", name="Previous").click()
    notes.get_by_role("heading", name=scenes[2].question, exact=True).wait_for()
    expect(page.locator("[data-present] .line span")).to_have_text(
        f"3 / {len(scenes)}", use_inner_text=True
    )
    go_on(page)
    page.wait_for_function(ARRIVED)
    # Somebody clicks while another sentence is on its way: Streamlit may lose it, so it is asked for again.
    page.evaluate(
        "globalThis.asked = 0; addEventListener('popstate', () => ++asked === 1 && document.body.click())"
    )
    page.keyboard.press("PageDown")
    page.wait_for_function("asked > 1")


def test_what_a_note_says_is_text(attention):
    page = attention
    notes = page.context.new_page()
    notes.goto(page.url.split("/attention")[0] + "/lessons/speaker")
    note = "<img src=x onerror=alert(1)>"
    page.evaluate(
        "(note) => new BroadcastChannel('glassbox-present').postMessage({ at: 0, count: 1, note })",
        note,
    )
    notes.wait_for_function("document.getElementById('note').textContent.length > 0")
    assert notes.locator("#note").inner_text() == note and notes.locator("img").count() == 0


def test_a_link_to_a_scene_opens_it_though_streamlit_shortens_the_address(page, app):
    """The sentence is the page's own: Streamlit takes it out of the address, with all that follows."""
    page.goto(f"{app.url}/attention?{urlencode({'text': SENTENCE})}#present=attention/2")
    page.wait_for_function(PRESENTS)
    page.wait_for_function("!location.search.includes('text=')")
    page.wait_for_function("location.hash.includes('present=attention/2')")


def test_whoever_writes_the_address_the_scene_stays_in_it(page, app):
    """Streamlit writes what was chosen, a figure its place: neither knows of the scene."""
    page.goto(f"{app.url}/tokens#present=tokens/2")
    page.wait_for_function(PRESENTS)
    for way in ("replaceState", "pushState"):
        # In one go: the figure on the page writes its own place, too.
        with_hash, without = page.evaluate(
            f"""["?tokens-text=low+lower#tokens-player=1", "?tokens-text=low"]
              .map((address) => (history.{way}({{}}, "", address), location.hash))"""
        )
        assert with_hash == without == "#tokens-player=1&present=tokens/2"
    page.keyboard.press("Escape")
    page.wait_for_function(f"!{PRESENTS}")
    wrote = "history.replaceState({}, '', '#tokens-player=2')"
    assert page.evaluate(f"({wrote}, location.hash)") == "#tokens-player=2"
    # Streamlit does this for a typed text.
    wrote = "history.replaceState({}, '', '?tokens-text=low')"
    assert page.evaluate(f"({wrote}, location.hash)") == "#tokens-player=2"
    assert page.evaluate("(history.pushState({}, '', 'attention'), location.hash)") == ""


def test_a_figure_that_goes_at_once_leaves_its_place_in_the_address(page, app):
    """Streamlit can remove a figure and make it again: for example, when a message appears above it."""
    page.goto(f"{app.url}/attention")
    page.locator(".gb").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash !== ''")
    before = page.evaluate("location.hash")
    page.evaluate("""() => { const after = setTimeout; // the pause before an address is written never ends
        window.setTimeout = (act, pause, ...rest) => after(act, pause === 150 ? 1e9 : pause, ...rest);
        const press = (key) => document.activeElement.shadowRoot.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
        press("ArrowRight");
        document.querySelector(".st-key-parts [role=radio][aria-checked=false]").click(); }""")
    page.wait_for_function(f"!['', '{before}'].includes(location.hash)")


def test_a_scene_read_again_shows_what_it_showed(page, app):
    page.goto(f"{app.url}/alignment")
    page.get_by_role("button", name="present these").first.click()
    page.wait_for_function("location.hash.includes('alignment-step=6')")
    page.get_by_text("output word 6 of 14").wait_for()
    page.reload()
    page.wait_for_function(PRESENTS)
    page.get_by_text("output word 6 of 14").wait_for()


def test_a_scene_that_streamlit_has_lost_is_asked_for_again(page, app):
    page.goto(f"{app.url}/embeddings")
    page.evaluate("Element.prototype.requestFullscreen = undefined; null")
    page.get_by_role("button", name="present these").first.click()
    part = page.locator(".st-key-parts [role=radio][aria-checked=true]")
    expect(part).to_have_text(EMBEDDINGS["sum"][0])
    page.wait_for_function(ARRIVED)
    page.wait_for_timeout(1000)  # nothing more is asked for on its account
    page.evaluate("""() => { for (const way of ["popstate", "hashchange"])
        addEventListener(way, (event) => event.stopImmediatePropagation(), { capture: true, once: true }) }""")
    page.keyboard.press("PageDown")
    expect(part).to_have_text(EMBEDDINGS["map"][0])


def test_a_lost_scene_without_a_choice_is_asked_for_again(page, app):
    """No control tells whether its page was made: its address has no query."""
    page.goto(f"{app.url}/embeddings?embeddings-part=During+training")
    page.evaluate("Element.prototype.requestFullscreen = undefined; null")
    page.locator(".st-key-head h1").wait_for()
    page.wait_for_function("globalThis.glassboxFigures?.stage")
    page.evaluate("""() => {
        const { stage } = glassboxFigures, scenes = [{ question: "Lost", note: "", says: [], address: "attention" }];
        Object.assign(stage.lists, { lost: { title: "Lost", scenes } });
        addEventListener("popstate", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
        stage.enter("lost", 0);
    }""")
    page.wait_for_function(ARRIVED)
    expect(page.get_by_role("figure", name="Attention by hand")).to_be_visible()


def test_a_control_that_kept_an_earlier_value_is_set_again(page, app):
    """If two requests arrive together, Streamlit keeps the earlier values of some controls."""
    page.goto(f"{app.url}/your_layer#present=your_layer/3")
    page.evaluate("Element.prototype.requestFullscreen = undefined; null")
    page.wait_for_function(ARRIVED)
    page.wait_for_timeout(1000)
    page.evaluate("""() => {
        window.requests = 0;
        addEventListener("popstate", () => (window.requests += 1), true);
        const earlier = () => (document.querySelector(".st-key-your_layer-name input").value = "unscaled");
        const again = setInterval(() => window.requests < 2 ? earlier() : clearInterval(again), 1);
    }""")
    page.keyboard.press("PageDown")
    page.wait_for_function("window.requests === 2")


def test_a_control_that_changes_back_after_the_check_is_set_again(page, app):
    """On a busy computer, a run with the earlier values can end after the first check."""
    page.goto(f"{app.url}/your_layer#present=your_layer/3")
    page.evaluate("Element.prototype.requestFullscreen = undefined; null")
    page.wait_for_function("globalThis.glassboxFigures?.stage")
    page.wait_for_function(ARRIVED)
    page.wait_for_timeout(1000)
    page.evaluate("""() => {
        const { stage } = glassboxFigures, { name } = stage;
        let isChecked = false;
        window.requests = 0;
        addEventListener("popstate", () => (window.requests += 1), true);
        stage.name = () => ((isChecked = true), name()); // called after the first check
        const earlier = () => (document.querySelector(".st-key-your_layer-name input").value = "unscaled");
        const again = setInterval(() => {
            if (window.requests > 1) clearInterval(again);
            else if (isChecked) earlier();
        }, 1);
    }""")
    page.keyboard.press("PageDown")
    page.wait_for_function("window.requests === 2")


def test_a_title_waits_for_its_picture_and_a_second_press_for_the_title(page, app):
    page.goto(f"{app.url}/embeddings")
    page.evaluate("Element.prototype.requestFullscreen = undefined; null")
    page.get_by_role("button", name="present these").first.click()
    page.wait_for_function(ARRIVED)
    page.evaluate(
        """() => addEventListener("popstate", (event) => event.stopImmediatePropagation(), { capture: true, once: true })"""
    )
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator("[data-present] .loading")).to_be_visible()
    expect(page.locator(".st-key-lesson")).to_have_css("opacity", "0")
    page.wait_for_function(ARRIVED)
    expect(page.locator("[data-present] .line span")).to_have_text(re.compile("^2 / "))
    part = page.locator(".st-key-parts [role=radio][aria-checked=true]")
    expect(part).to_have_text(EMBEDDINGS["map"][0])


def test_a_scene_that_goes_asks_python_for_nothing(page, app):
    """A chart asked to be drawn for the next address, and the page of the scene before came back, or none at all."""
    asked = []  # the fragments that are to run again; "": the whole page

    def hear(frame: bytes) -> None:
        message = BackMsg.FromString(frame)
        if message.WhichOneof("type") == "rerun_script":
            asked.append(message.rerun_script.fragment_id)

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    page.goto(f"{app.url}/block")
    page.wait_for_function("globalThis.glassboxFigures?.stage")
    page.evaluate("Element.prototype.requestFullscreen = undefined")
    page.evaluate("glassboxFigures.stage.enter('block', 6)")  # a chart that is as large as its room
    page.wait_for_function(ARRIVED)
    page.wait_for_timeout(500)
    asked.clear()
    page.keyboard.press("PageDown")
    page.locator(".read b").first.wait_for()
    page.wait_for_function(ARRIVED)
    assert asked == [""]
