// The keyboard on a page: a link past the bar, keys that scroll, a row of options as one stop, the reply to an answer.
import { isRunning } from "./arriving.js";
import { node } from "./core.js";
import { tellNews } from "./news.js";

// The button that shows an answer, and those that give one.
export const SHOWS = '[class*="st-key-show-"] button';
export const ANSWERS = `${SHOWS}, [class*="st-key-predict-"] button`;

// The address after "#" belongs to the figures, so the link moves the focus itself. Its target marks it as a skip link.
function skipLink(label) {
  const link = node("a", { class: "skip", href: "#stMain" }, label);
  link.onclick = (event) => {
    event.preventDefault();
    const lesson = document.querySelector(".st-key-head, .st-key-lesson");
    lesson.tabIndex = -1;
    lesson.focus();
  };
  document.body.prepend(link);
}

// A page scrolls in its main part, which has no focus at first.
const SCROLLS = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", " "];
function scrollKeys() {
  document.addEventListener("keydown", ({ target, key }) => {
    const main = document.querySelector("[data-testid=stMain]");
    if (target === document.body && SCROLLS.includes(key)) main?.focus({ preventScroll: true });
  });
}

// A radio group is one stop of Tab; its arrow keys move and choose. Streamlit's groups move without choosing and
// stop the key, so this listens before they do.
const ONWARD = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const radiosOf = (group) => [...group.querySelectorAll("[role=radio]")];
function radioKeys() {
  document.addEventListener("keydown", (event) => {
    const step = ONWARD[event.key], radio = event.target.closest?.("[role=radiogroup] [role=radio]");
    if (!radio || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    const radios = radiosOf(radio.closest("[role=radiogroup]"));
    const next = radios.at((radios.indexOf(radio) + step) % radios.length);
    next.focus();
    if (next.ariaChecked === "false") next.click();
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // Streamlit does this itself. A new view of the site has other attributes (web/page.js).
  if (!globalThis.glassbox) return;
  const stops = () => document.querySelectorAll("[role=radiogroup]").forEach((group) => {
    const radios = radiosOf(group), stop = radios.find(({ ariaChecked }) => ariaChecked === "true") ?? radios[0];
    const wrong = radios.filter((radio) => (radio.tabIndex === 0) !== (radio === stop));
    for (const radio of wrong) radio.tabIndex = radio === stop ? 0 : -1; // a change of none would be told again
  });
  stops();
  const told = { childList: true, subtree: true, attributeFilter: ["tabindex", "aria-checked"] };
  new MutationObserver(stops).observe(document.body, told);
}

// An answer is a button that the reply replaces: the focus goes to its successor, and the reply is read aloud.
function followAnswers() {
  const live = node("div", { class: "unseen reply-aloud", role: "status" });
  document.body.append(live);
  let options = "", pressed = "";
  const watch = new MutationObserver(() => {
    const replied = document.querySelector(`.st-key-replied:has(.${options})`);
    if (!replied || isRunning()) return;
    watch.disconnect();
    live.textContent = replied.querySelector(".st-key-said .stMarkdown")?.textContent ?? "";
    if (document.activeElement !== document.body) return;
    (replied.querySelector(`.${pressed} button`) ?? replied.querySelector("button"))?.focus({ preventScroll: true });
  });
  const keyOf = (element, begin) =>
    CSS.escape([...element.classList].find((name) => name.startsWith(`st-key-${begin}`)));
  addEventListener("click", ({ target }) => {
    const button = target.closest?.(`.st-key-asked :is(${ANSWERS})`);
    if (!button) return;
    options = keyOf(button.closest("[class*=st-key-options-]"), "options-");
    const answer = button.closest("[class*=st-key-predict-], [class*=st-key-show-]");
    pressed = keyOf(answer, answer.matches("[class*=st-key-show-]") ? "show-" : "predict-");
    live.textContent = "";
    const told = { childList: true, subtree: true, attributeFilter: ["data-test-script-state"] };
    watch.observe(document.querySelector("[data-testid=stApp]"), told);
  }, true);
}

export function pageKeys(words) {
  skipLink(words.skip);
  scrollKeys();
  radioKeys();
  followAnswers();
  tellNews();
}
