"""Pages of the site on paper, without scripts, without Python, and with the browser's Back."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.test_narrow_browser import BEYOND, bars  # noqa: F401  a fixture
from tests.app.test_print_browser import PRINTED, PRINTS, WRONG, plain, sheets_of

pytestmark = pytest.mark.slow


# ---- on paper --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["index", "attention/index", "attention/notebook"])
def test_a_page_is_printed_to_its_end_with_dark_ink_on_white(page, address, name):
    page.emulate_media(color_scheme="dark")
    page.goto(f"{address}{name}.html")
    page.locator(".gb, .st-key-begin, section.cell").first.wait_for()
    page.wait_for_load_state("networkidle")
    height = page.evaluate(
        "(document.querySelector('.stMain') ?? document.documentElement).scrollHeight"
    )
    assert page.evaluate(WRONG)  # otherwise nothing is tested
    page.evaluate(PRINTS)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(WRONG) == []
    page.evaluate(PRINTED)
    sheets = sheets_of(page)
    page.emulate_media(media="screen")
    assert len(sheets) >= height // 1400  # a sheet has less than 1,400 pixels
    last = page.locator("main p:visible, main pre:visible, main a:visible").last.inner_text()
    assert plain(last) and plain(last) in plain("".join(sheets))


def test_what_is_covered_stays_covered_on_paper(page, address):
    page.goto(f"{address}machine/index.html")
    page.locator("[data-drawn]").wait_for()
    covered = page.locator("[class*=st-key-telling-]:has(.seal.covered)").first.text_content()
    seen = page.locator("main").inner_text()
    page.emulate_media(media="print")
    printed = plain("".join(sheets_of(page)))
    page.emulate_media(media="screen")
    hidden = [number for number in re.findall(r"\d\.\d\d", covered) if number not in seen]
    assert plain("Write it yourself") in printed
    assert hidden and not [number for number in hidden if number in printed]


# ---- without scripts -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["index", "attention/index", "attention/notebook"])
def test_a_page_without_javascript_says_so(browser, address, name):
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{address}{name}.html")
    expect(page.locator("noscript p")).to_contain_text("JavaScript is off")
    expect(page.locator("noscript p")).to_be_visible()
    page.close()


@pytest.mark.parametrize(
    "name", ["code/kit.*.js", "attention/built.*.js", "code/panels.*.js", "code/page.*.js"]
)
def test_a_page_names_the_script_that_it_lacks(page, site, address, name):
    (file,) = [file.name for file in site.glob(name)]
    page.route(f"**/{name}", lambda route: route.abort())
    page.goto(f"{address}attention/index.html")
    expect(page.locator(".lost")).to_contain_text(f"{file} could not be loaded")
    page.unroute(f"**/{name}")
    page.reload()
    page.locator(".gb").first.wait_for()
    assert page.locator(".lost").count() == 0


@pytest.mark.parametrize("kind", ["server", "disk"])
def test_the_fonts_are_files_that_come_when_the_page_stands(page, site, address, kind):
    base, asked = address if kind == "server" else f"{site.as_uri()}/", []
    page.on("request", lambda one: asked.append(one.url.rsplit("/", 1)[-1]))
    page.goto(f"{base}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    page.wait_for_load_state("load")
    page.locator("link[href$='fonts.css']").wait_for(state="attached")
    loads = "() => document.fonts.load('400 16px Inter').then((fonts) => fonts.map(({ status }) => status))"
    assert page.evaluate(loads) == ["loaded"]
    assert asked.index("fonts.css") > next(
        n for n, name in enumerate(asked) if name.startswith("kit.")
    )


# ---- without Python --------------------------------------------------------------------------------------
def test_questions_that_are_answered_together_are_answered_without_python(page, address):
    page.goto(f"{address}ablations/index.html")
    groups = page.locator(".st-key-asked [role=radiogroup]")
    expect(groups).to_have_count(2)
    groups.nth(0).get_by_role("radio", name="no difference seen").click()
    expect(groups.nth(0).locator("[aria-checked=true]")).to_have_text("no difference seen")
    assert page.locator(".st-key-asked").count() == 1  # the second one waits
    groups.nth(1).get_by_role("radio", name="broken").click()
    replies = page.locator(".st-key-replied")
    expect(replies.locator("[aria-checked=true]")).to_have_text(["no difference seen", "broken"])
    replies = replies.locator("p").filter(has_text=re.compile("^(Yes|No)"))
    expect(replies).to_have_count(2)
    assert page.locator(".python").count() == 0


def test_a_teachers_link_opens_them_answered(page, address):
    page.goto(f"{address}ablations/index.html?answered=true")
    page.locator(".st-key-replied").wait_for()
    assert "answered=true" in page.url and page.locator(".python").count() == 0


def test_the_line_that_offers_python_names_its_host(page, address):
    page.goto(f"{address}attention/index.html?attention-part=In+a+model")
    page.locator(".st-key-figure .gb").wait_for()
    page.evaluate(
        "Object.assign(glassbox, { send() {}, hasPython: () => false, pythonHost: 'cdn.example' })"
    )
    box = page.get_by_role("textbox", name="Sentence")
    box.fill("my own words")
    box.press("Enter")
    expect(page.locator(".python")).to_contain_text("from cdn.example")


# ---- Back ------------------------------------------------------------------------------------------------
# The second step back begins before the view of the first one is drawn, which takes longer than that of the second.
BACK_TWICE = """() => {
  const { read } = glassbox;
  const slow = async (name) => {
    glassbox.read = read;
    await new Promise((done) => addEventListener("popstate", () => setTimeout(done, 1000), { once: true }));
    setTimeout(() => (globalThis.slowHasCome = true));
    return read(name);
  };
  addEventListener("popstate", () => setTimeout(() => history.back()), { once: true });
  glassbox.read = slow;
  history.back();
}"""


def test_back_steps_through_what_was_chosen(page, address):
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for()
    chosen = page.locator(".st-key-attention-part [role=radio][aria-checked=true]")
    first = chosen.inner_text()
    page.get_by_role("radio", name="In a model").click()
    expect(chosen).to_have_text("In a model")
    reading = page.locator(".st-key-figure .reading")
    before = reading.inner_text()
    page.locator(".st-key-figure .gb").focus()
    page.keyboard.press("h")  # what changes in a figure is no step
    expect(reading).not_to_have_text(before)
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("menuitem", name="the european economic area", exact=True).click()
    expect(page).to_have_url(re.compile("text=the"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("text=the"))
    expect(chosen).to_have_text("In a model")
    page.go_back()
    expect(chosen).to_have_text(first)
    page.go_forward()
    expect(chosen).to_have_text("In a model")

    page.get_by_role("button", name="Examples").click()
    page.get_by_role("menuitem", name="the european economic area", exact=True).click()
    expect(page).to_have_url(re.compile("text=the"))
    page.evaluate(BACK_TWICE)
    page.wait_for_function("() => globalThis.slowHasCome")
    page.wait_for_timeout(300)
    expect(chosen).to_have_text(first)
    expect(page).not_to_have_url(re.compile("attention-part"))


# ---- on a phone ------------------------------------------------------------------------------------------
LAID_OVER = """() => {
  const [theme, next] = [".theme", ".st-key-after a"].map((one) => document.querySelector(one).getBoundingClientRect());
  return next.right > theme.left;
}"""


@pytest.mark.parametrize("lesson", ["attention", "machine"])
def test_a_page_fits_the_width_of_a_phone(bars, address, lesson):  # noqa: F811
    bars.set_viewport_size({"width": 320, "height": 800})
    bars.goto(f"{address}{lesson}/index.html")
    bars.locator("[data-drawn]").wait_for(state="attached")
    assert bars.evaluate(BEYOND) == 0
    assert not bars.evaluate(LAID_OVER)
