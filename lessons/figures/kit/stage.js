// The stage: Present for a whole page of the app. The class "present" on <html> makes the mode, so it also
// works from an address and where full screen is refused. Here are its scenes, title, keys and line of buttons.
import { arrival } from "./arriving.js";
import { classWall, WALL_LOOK } from "./class_wall.js";
import { focused, node, put, readAddress, say } from "./core.js";
import { fitting } from "./fit.js";
import { isLetter, lettersAct, shared } from "./keys.js";
import { presenting } from "./mode.js";
import { ANSWERS, pageKeys, SHOWS } from "./page_keys.js";
import { steps } from "./steps.js";
import { tellClass } from "./tell_class.js";
import { press } from "./widgets.js";

// Elements that wait for an answer, and the button that shows it.
const SEALS = ".st-key-lesson .seal:is(.covered, .veiled)";
const place = (seal) => seal.closest('[class*="st-key-telling-"]');
const waits = () => [...document.querySelectorAll(SEALS)].some((seal) => place(seal).offsetParent);
const SENTENCE = '.st-key-lesson .stElementContainer[class*="st-key-"]:has(input[aria-label="Sentence"])';
const TYPED_INTO = "input, textarea, select, [contenteditable=true]";
const LINE = `
:host { color: var(--soft); font: calc(16px * var(--u))/1 "Source Sans 3", "Segoe UI", system-ui, sans-serif; }
.line { position: fixed; right: 0; bottom: 0; z-index: 999990; display: flex; gap: 2px;
  align-items: center; padding: calc(2px * var(--u)) calc(8px * var(--u)); background: var(--ground); }
.line button { font: inherit; color: inherit; background: none; border: 0; border-radius: 6px; padding: 4px .5em;
  cursor: pointer; }
.line button:hover:not(:disabled) { color: var(--ink); background: var(--panel); }
.line button:disabled { opacity: .4; cursor: default; }
.title { position: fixed; inset: 0 0 auto; z-index: 999980; box-sizing: border-box; margin: 0;
  padding: calc(12px * var(--u)) calc(30px * var(--u)) 0;
  font: 700 calc(38px * var(--u))/1.15 var(--st-font, Inter, "Segoe UI", system-ui, sans-serif);
  color: var(--ink); background: var(--ground); text-wrap: balance; }
.title.long { font-size: calc(30px * var(--u)); }
.title.coming { color: transparent; }
.slide { position: fixed; inset: var(--under-title, 60px) 0 0; z-index: 999970; overflow: auto;
  background: var(--ground);
  padding: calc(26px * var(--u)) calc(30px * var(--u)); box-sizing: border-box; color: var(--ink);
  font: calc(30px * var(--u))/1.4 var(--st-font, Inter, "Segoe UI", system-ui, sans-serif); }
.slide p { margin: 0 0 .7em; max-width: 30em; text-wrap: pretty; }
.loading { position: fixed; inset: 0; z-index: 999960; display: grid; place-content: center; pointer-events: none;
  font: calc(24px * var(--u))/1 "Source Sans 3", "Segoe UI", system-ui, sans-serif; color: var(--soft);
  animation: late .6s step-end; }
@keyframes late { from { opacity: 0; } }
.black { position: fixed; inset: 0; z-index: 999999; background: #000; cursor: none; }
[hidden] { display: none; }
${WALL_LOOK}`;
// A scene of one section below the figure shows nothing else.
const ALONE = `
html.present :is(.st-key-main :not(SECTION, SECTION *, :has(SECTION)), SECTION .stHeading, .st-key-aside) {
  display: none; }
html.present SECTION .words { display: flex !important; }`;

const OFFER = `
button { font: 15px/1 var(--st-font, system-ui, sans-serif); color: var(--st-text-color, inherit); cursor: pointer;
  background: var(--st-background-color, Canvas); border: 1px solid var(--st-border-color, #e6e8ee);
  border-radius: 9px; padding: 9px 14px; margin: 0 8px 8px 0; }
button:hover { border-color: currentcolor; }
`;

// data: { words, lists: { name: { title, scenes } }, list: the page's own }. One stage for all pages of a visit.
function makeStage(data) {
  const html = document.documentElement;
  const speaker = new BroadcastChannel("glassbox-present");
  const count = node("span"), line = node("div", { class: "line" });
  const title = node("h1", { class: "title", "aria-live": "polite" });
  const black = node("div", { class: "black", hidden: "" });
  const host = node("div", { "data-present": "", role: "region" });
  const slide = node("div", { class: "slide", hidden: "" });
  const loading = node("div", { class: "loading", role: "status", hidden: "" });
  // Only on the page of a class's teacher; it takes room from the scene, as the line does.
  const wall = data.votes ? classWall(data.words, presenting, () => fit(presenting())) : null;
  const footer = { get offsetHeight() { return line.offsetHeight + (wall?.root.offsetHeight ?? 0); } };
  host.attachShadow({ mode: "open" }).append(
    node("style", {}, LINE), title, loading, slide, line, wall?.root ?? "", black);
  const alone = document.head.appendChild(node("style"));
  const stage = { lists: {}, list: null, at: null, places: null, coming: false, leaves: false };
  const scenes = () => stage.lists[stage.list]?.scenes ?? [];
  const asks = () => stage.at === null || Boolean(scenes()[stage.at]?.asks);
  const fit = fitting(title, footer, (taken) => {
    if (stage.taken === (stage.taken = taken)) return;
    dispatchEvent(new Event("glassbox:room"));
  });

  Object.assign(stage, {
    update({ words, lists, list }) {
      Object.assign(stage, { words, lists: { ...stage.lists, ...lists }, ownList: list });
      stage.name();
      stage.paint();
    },
    enter(list = stage.ownList, at = null) {
      Object.assign(stage, { list, at, from: focused() });
      html.classList.add("present");
      stage.fill();
      if (at !== null) stage.go(at);
      stage.paint();
    },
    name: () => presenting() && history.replaceState(history.state, "", location.href),
    fill: () => html.requestFullscreen?.().catch(() => {}), // if refused, the class is enough
    leave() {
      html.classList.remove("present", "coming", "slide");
      black.hidden = true;
      Object.assign(stage, { places: null, coming: false, leaves: false });
      if (document.fullscreenElement) document.exitFullscreen();
      rename(new URL(location.href));
      stage.paint();
      if (document.activeElement === document.body) stage.from?.focus({ preventScroll: true });
    },
    toggle: () => (presenting() ? stage.leave() : stage.enter()),
    // First the scene's question is uncovered, then the next scene comes. Pressing again while a scene is
    // on its way does not skip its question.
    by(step) {
      if (step > 0 && stage.coming && !scenes()[stage.at]?.says.length) return;
      const seen = html.classList.contains("uncovers"); // it was shown, and Python is about to receive it
      const cover = step > 0 && asks() && !seen && waits() && document.querySelector(SHOWS);
      if (cover) return cover.click();
      stage.go(stage.at === null ? 0 : stage.at + step);
    },
    go(at) {
      if (!scenes()[at]) return;
      stage.at = at;
      black.hidden = true;
      wall?.hide(); // the vote of the previous scene
      html.classList.remove("replies", "uncovers"); // the next scene's question is covered again
      const url = new URL(scenes()[at].address, location.href);
      stage.places = new URLSearchParams(url.hash.slice(1));
      const stays = url.pathname === location.pathname && url.search === location.search; // Python has made it before
      history.pushState({}, "", rename(url));
      stage.coming = true;
      arrives.stop(); // of the previous scene
      follow(url, stays);
      document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
      stage.paint();
    },
    notes() {
      stage.stays = true; // another window ends full screen, but not Present
      open("lessons/speaker", "glassbox-speaker", "width=900,height=620");
    },
    paint() {
      if (!host.isConnected) document.body.append(host);
      host.hidden = !presenting();
      host.setAttribute("aria-label", stage.words.scene);
      fit(presenting());
      if (!presenting()) return;
      host.style.colorScheme = getComputedStyle(document.querySelector("[data-testid=stApp]") ?? html).colorScheme;
      const { words, at } = stage, all = scenes().length;
      const asked = scenes()[at]?.question ?? document.querySelector(".st-key-head h1")?.textContent ?? "";
      if (title.textContent !== asked) title.textContent = asked; // read aloud once
      title.classList.toggle("long", asked.length > 46);
      const says = scenes()[at]?.says ?? [];
      loading.textContent = words.loading;
      slide.hidden = !says.length;
      put(slide, says.map((sentence) => node("p", {}, sentence)));
      stage.reveal();
      wall?.paint();
      html.classList.toggle("slide", says.length > 0);
      html.classList.toggle("below", Boolean(scenes()[at]?.below || scenes()[at]?.only));
      html.classList.toggle("asks", asks());
      const { only } = scenes()[at] ?? {};
      alone.textContent = only ? ALONE.replaceAll("SECTION", `.st-key-${only}`) : "";
      const button = (label, title, act, off = false) => press(label, act, { title, disabled: off });
      put(count, at === null ? say(words.scenes, { count: all }) : say(words.place, { at: at + 1, count: all }));
      const back = button("‹", words.previous, () => stage.by(-1), !at);
      const on = button("›", words.next, () => stage.by(1), at === all - 1);
      put(line,
        all ? [back, count, on, button(words.notes, words.notes_title, stage.notes)] : null,
        wall ? button(words.vote, words.vote_title, wall.next, !asks()) : null,
        document.fullscreenEnabled && !document.fullscreenElement ? button(words.fill, "", stage.fill) : null,
        button(words.leave, words.leave_title, stage.leave));
      stage.tell();
    },
    // Title and figure appear when the scene has arrived; nothing is laid out again for it.
    reveal() {
      const coming = stage.coming && !scenes()[stage.at]?.says.length;
      loading.hidden = !coming;
      for (const each of [title, html]) each.classList.toggle("coming", coming);
    },
    // A sentence of the class goes into the box of the page, as an address with it would.
    type(sentence) {
      const url = new URL(location.href), box = document.querySelector(SENTENCE);
      if (!box) return;
      url.searchParams.set(box.className.match(/st-key-([\w-]+)/)[1], sentence);
      history.pushState({}, "", rename(url));
      follow(url);
    },
    // What the speaker's window shows.
    tell() {
      const scene = scenes()[stage.at], next = scenes()[stage.at === null ? 0 : stage.at + 1];
      const before = scenes().slice(0, stage.at ?? 0).reduce((sum, { minutes }) => sum + minutes, 0);
      speaker.postMessage({ at: stage.at, count: scenes().length, title: stage.lists[stage.list]?.title, before,
        question: scene?.question, note: scene?.note, minutes: scene?.minutes, asks: scene?.asks,
        next: next?.question });
    },
  });
  // Streamlit follows the address without a reload, and so do the figures. While it runs, or receives a click,
  // it would drop one of two requests: the scene waits until the page is still for four checks, a quarter
  // of a second, and is requested again if the user clicked in the meantime.
  const arrives = arrival(() => shared.made, fit.settled);
  let waiting = null, coming = null;
  const later = (act, looks) => (waiting = setTimeout(() => still(act, looks - 1), 60));
  function still(act, looks = 4) {
    clearTimeout(waiting);
    const app = document.querySelector("[data-testid=stApp]");
    if ((app?.dataset.testScriptState ?? "notRunning") !== "notRunning") looks = 5;
    return looks > 0 ? later(act, looks) : act();
  }
  // Whether each control shows what the scene's address says: if another request arrives while a scene is on its
  // way, Streamlit drops one of the two, or keeps the earlier values of some controls.
  function shows({ searchParams }) {
    return [...searchParams].every(([key, value]) => [value, undefined].includes(shown(key)));
  }
  function shown(key) {
    const control = document.querySelector(`.st-key-${CSS.escape(key)}`);
    const option = control?.querySelector("[role=radio][aria-checked=true]");
    return option?.textContent.trim() ?? control?.querySelector("[role=combobox], textarea, [type=text]")?.value;
  }
  function follow(url, stays = false, again = 5) {
    coming = url;
    stage.leaves = !stays;
    // The figures of the previous page must not receive an address that is not theirs: each would go to its first
    // state and tell Python, whose answer would redraw the old page.
    let told = false;
    const tell = () => {
      if (told) return;
      told = true;
      stage.leaves = false;
      history.replaceState(history.state, "", url.hash); // meanwhile a figure may have written its old state
      dispatchEvent(new HashChangeEvent("hashchange"));
    };
    const ended = () => ((coming = null), stage.name(), tell());
    const repeat = () => follow(url, false, again - 1);
    still(() => {
      still(() => (again && !shows(url) ? repeat() : ended()));
      history.replaceState(history.state, "", url);
      stays ? tell() : dispatchEvent(new PopStateEvent("popstate", { state: {} }));
      const reveal = () => ((stage.coming = false), stage.reveal());
      // A run with a control's earlier value may have ended after the check.
      const arrived = () => (again && !shows(url) ? repeat() : reveal());
      arrives(url, { made: tell, arrived, lost: () => again && repeat() });
    });
  }
  addEventListener("click", (event) => coming && !event.composedPath().includes(host) && follow(coming), true);
  // The address with the scene in it, or, outside Present, without it.
  function rename(url) {
    const parts = new URLSearchParams(url.hash.slice(1));
    if (presenting()) parts.set("present", stage.at === null ? "" : `${stage.list}/${stage.at + 1}`);
    else parts.delete("present");
    url.hash = String(parts).replaceAll("%2F", "/");
    if (!presenting()) replace(history.state, "", url);
    return url;
  }
  // Streamlit and the figures also write addresses: figures omit the scene, and Streamlit everything after
  // the "#". After any write to the same page, it is restored.
  const replace = history.replaceState.bind(history);
  for (const way of ["pushState", "replaceState"]) {
    const write = history[way].bind(history);
    history[way] = (...said) => {
      const { pathname, hash } = location;
      write(...said);
      const url = new URL(location.href);
      if (!url.hash && url.pathname === pathname) url.hash = hash;
      const named = presenting() ? rename(url).href : url.href;
      if (named !== location.href) replace(history.state, "", named);
    };
  }
  function hear(event) {
    if (!presenting() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isLetter(event.key) && !lettersAct()) return;
    const typing = event.composedPath()[0].matches?.(TYPED_INTO);
    const keys = { PageDown: () => stage.by(1), PageUp: () => stage.by(-1) }; // the keys that a clicker sends
    const controls = () => (html.classList.toggle("controls"), stage.paint());
    if (!typing) Object.assign(keys, { Escape: stage.leave, b: () => (black.hidden = !black.hidden), c: controls });
    if (!typing && wall) keys.v = () => asks() && wall.next();
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  }
  // An answer uncovers at once; the reply follows when Python has received it. Only one answer waits at a time:
  // the timer of an earlier answer must not cover a later one.
  let heard = null;
  addEventListener("click", (event) => {
    if (!event.target.closest?.(ANSWERS) || !waits()) return;
    html.classList.add("uncovers", "replies");
    dispatchEvent(new Event("glassbox:uncover"));
    clearInterval(heard);
    let looks = 200; // twenty seconds
    heard = setInterval(() => {
      if (waits() && looks--) return;
      clearInterval(heard);
      html.classList.remove("uncovers");
    }, 100);
  }, true);
  addEventListener("keydown", hear, true); // before the figures: Esc leaves, but unlocks nothing
  addEventListener("resize", () => stage.paint());
  black.onclick = () => (black.hidden = true);
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && !stage.stays) stage.leave();
    stage.stays = false;
    stage.paint();
  });
  speaker.onmessage = ({ data: said }) => {
    if (!presenting()) return;
    if (said.go) stage.by(said.go);
    else if (said.hello) stage.tell();
    else if (said.sentence) stage.type(said.sentence);
  };
  pageKeys(data.words);
  tellClass(data.words, data.class);
  steps();
  stage.update(data);
  const named = readAddress("present");
  if (named) {
    const [list, number] = named;
    const at = stage.lists[list]?.scenes[number - 1] ? number - 1 : null;
    Object.assign(stage, { list: stage.lists[list] ? list : stage.ownList, at });
    html.classList.add("present");
    stage.name();
  }
  stage.paint();
  return stage;
}

// The component: it makes the stage, or sends it the next page; with `offers`, a button for each list.
export function stand({ data, parentElement }) {
  if (shared.stage) shared.stage.update(data);
  else shared.stage = makeStage(data);
  if (!data.offers) return;
  const offered = Object.entries(data.lists).filter(([, { scenes }]) => scenes.length);
  put(parentElement, node("style", {}, OFFER), offered.map(([list, { title, scenes }]) =>
    press(say(data.words.offer, { title, count: scenes.length }), () => shared.stage.enter(list, 0))));
}
