// A visitor's progress, stored only in this browser: one entry of localStorage, in the
// form of progress.json (lessons/progress.py).
const KEY = "glassbox-progress";
const CHANGED = "glassbox-progress-changed";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const day = (days = 0) => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return new Intl.DateTimeFormat("sv").format(date); // 2026-11-22 in local time
};
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)).lessons;

     return isObject(kept) ? kept : {}; }
catch {
    return {}; // none yet, or storage is switched off
  }
}
function write(lessons) {
  try {

     localStorage.setItem(KEY, JSON.stringify({ version: 1, lessons })); }
catch {} // a private window can refuse; the course works without it
  dispatchEvent(new Event(CHANGED));
}
function change(lesson, act) {
  const lessons = read();
  act((lessons[lesson] = isObject(lessons[lesson]) ? lessons[lesson] : {}));
  write(lessons);
}
// days: until a question returns, after the first, second, … correct answer
function recalled(lesson, id, known, days) {
  change(lesson, (done) => {
    done.recall = isObject(done.recall) ? done.recall : {};
    const before = done.recall[id]?.step; // a loaded file can contain anything
    const step = known ? Math.min((before > 0 ? Math.trunc(before) : 0) + 1, days.length) : 0;
    done.recall[id] = { step, next: day(known ? days[step - 1] : 1) };
  });
}

// ---- elements: text only ever becomes a text node -------------------------------------------
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) element[name] = value;
    else element.setAttribute(name, value);
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}
// The address of a lesson; the site, which has no server (web/page.js), has another one.
const addressOf = (lesson) => globalThis.glassbox?.address?.(lesson) ?? lesson;
const text = (pieces) => pieces.map(([kind, piece]) => (kind ? node(kind, {}, piece) : piece));
const say = (template, gaps) => template.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap);

// ---- views: each returns the elements to show now ---------------------------------------------
// One question: think, open the answer, say whether you knew it.
function card({ lesson, id, question, answer, from }, { words, days }) {
  const reply = (known) => () => recalled(lesson, id, known, days);
  const kept = read()[lesson]?.recall?.[id];
  const state = kept ? say(kept.step ? words.known : words.unknown, { day: kept.next }) : "";
  return node("details", { class: "card" },
    node("summary", {}, from ? node("small", {}, from) : null, node("span", {}, text(question)), node("i", {}, state)),
    node("p", {}, text(answer)),
    node("p", { class: "row" },
      node("button", { onclick: reply(true) }, words.knew), node("button", { onclick: reply(false) }, words.not_yet)));
}
const VIEWS = {
  // All questions of a lesson, on its page.
  questions: (data) => data.questions.map((one) => card(one, data)),

  // Questions that are due, on the course page; empty if there are none.
  due(data) {
    const { questions, words } = data;
    const lessons = read();
    const due = questions.filter(({ lesson, id }) => (lessons[lesson]?.recall?.[id]?.next ?? "9999") <= day());
    if (!due.length) return [];
    return [node("h2", {}, say(words.due, { count: due.length })), ...due.slice(0, 3).map((one) => card(one, data))];
  },

  // Wrong code, the result of its check, and lines to click. After three wrong clicks, the line is shown.
  bug({ bug, words }, state) {
    const kept = read()[bug.lesson]?.bugs?.[bug.id];
    const tried = (state.tried ??= new Set());
    const click = (line) => () => {
      const found = bug.wrong.includes(line);
      tried.add(line);
      if (found || tried.size === 3)
        change(bug.lesson, (done) => {
          done.bugs = isObject(done.bugs) ? done.bugs : {};
          done.bugs[bug.id] = { day: day(), tries: tried.size, found };
        });
      else dispatchEvent(new Event(CHANGED));
    };
    const row = (code, line) => {
      const mark = kept ? (bug.wrong.includes(line) ? "right" : "") : tried.has(line) ? "not" : "";
      const attributes = { class: `line ${mark}`, onclick: click(line) };
      if (kept || mark || !code.trim()) attributes.disabled = "";
      return node("button", attributes, node("i", {}, String(line + 1)), node("code", {}, code));
    };
    const said = () => {
      const once = words.bug_found[kept.tries === 1 ? 0 : 1];
      return kept.found ? say(once, { tries: kept.tries }) : words.bug_shown;
    };
    const sentence = bug.sentence[0].toUpperCase() + bug.sentence.slice(1) + ".";
    return [
      node("h2", {}, words.bug),
      node("p", { class: "soft" }, say(words.bug_from, bug)),
      node("div", { class: "bug" }, bug.lines.map(row)),
      node("p", { class: "soft" }, "✗ ", bug.failed, ": ", say(words.saw, bug)),
      kept
        ? node("p", { role: "status" },
          said(), " ", sentence, " ", node("a", { href: addressOf(bug.lesson) }, bug.title), ". ", words.bug_next)
        : node("p", { role: "status" }, tried.size ? words.bug_wrong : ""),
    ];
  },

  // The progress in one lesson, in a few words under its figure.
  done({ lesson, questions, words }) {
    const done = read()[lesson] ?? {};
    const known = Object.values(done.recall ?? {}).length;
    const facts = [
      Object.keys(done.predicted ?? {}).length ? words.predicted : null,
      done.passed ? words.passed : null,
      known ? say(words.recalled, { known, count: questions }) : null,
    ].filter(Boolean);
    return facts.length ? [node("span", { class: "done" }, "✓ ", facts.join(" · "))] : [];
  },

  // The next lesson, a copy to save, and a button to delete everything.
  course({ lessons, words }, state, again) {
    const kept = read();
    const recalled = (name) => Object.keys(kept[name].recall ?? {}).length;
    const finished = ({ name, questions }) => kept[name]?.passed && recalled(name) >= questions;
    const begun = Object.keys(kept).length > 0;
    if (!begun) return [node("p", { class: "soft" }, words.begin)];
    const next = lessons.find((lesson) => !finished(lesson));
    const link = next ? node("a", { href: next.address }, next.title) : null;
    const save = () => {
      const blob = new Blob([JSON.stringify({ version: 1, lessons: kept }, null, 1)], { type: "application/json" });
      const address = URL.createObjectURL(blob);
      node("a", { href: address, download: "progress.json" }).click();
      URL.revokeObjectURL(address);
    };
    const file = node("input", { type: "file", accept: ".json", "aria-label": words.load, onchange: async () => {
      try {
        const { lessons: loaded } = JSON.parse(await file.files[0].text());
        if (!isObject(loaded) || !Object.values(loaded).every(isObject)) throw new Error();
        const both = Object.entries(loaded).map(([name, done]) => [name, { ...kept[name], ...done }]);

         write({ ...kept, ...Object.fromEntries(both) }); }
catch {
        state.said = words.no_progress;
        again();
      }
    } });
    const forget = () => {
      if (state.asked) localStorage.removeItem(KEY);
      state.asked = !state.asked;
      dispatchEvent(new Event(CHANGED));
    };
    return [
      node("p", {}, next
        ? [words.next, " ", link, ". ", next.question, " ", say(words.exercise, next.exercise)]
        : words.all_done),
      node("p", { class: "row soft" }, words.kept, " ", node("button", { onclick: save }, words.save),
        node("label", {}, words.load, file),
        node("button", { onclick: forget }, state.asked ? words.sure : words.forget)),
      state.said ? node("p", { role: "status" }, state.said) : null,
    ].filter(Boolean);
  },
};

const STYLE = `
:host { color: var(--st-text-color); font: 15px/1.5 var(--st-font); }
.card { border: 1px solid #8883; border-radius: 10px; padding: 9px 14px; margin: 0 0 8px;
  background: var(--st-background-color); }
.card summary { cursor: pointer; display: flex; gap: 12px; align-items: baseline; }
.card summary::before { content: "▸"; opacity: .6; } .card[open] summary::before { content: "▾"; }
.card summary span { flex: 1; }
.card i, .card small, .soft, .done { font-style: normal; font-size: 13px; opacity: .75; }
p { margin: 8px 0; } h2 { font-size: 17px; margin: 0 0 10px; } a { color: var(--st-primary-color); }
.row { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
button, label { font: inherit; font-size: 14px; color: inherit; background: none; border: 1px solid #8886;
  border-radius: 8px; padding: 3px 12px; cursor: pointer; }
button:hover, label:hover { border-color: currentColor; }
:focus-visible, label:focus-within { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
.bug { border: 1px solid #8883; border-radius: 10px; padding: 8px 0; overflow-x: auto;
  background: var(--st-secondary-background-color); }
.bug .line { display: block; min-width: 100%; width: max-content; text-align: left; border: 0; border-radius: 0;
  padding: 1px 14px; white-space: pre; }
.bug .line:not(:disabled):hover { background: #0072b222; } .bug .line:disabled { cursor: default; }
@media print { .bug .line { width: auto; white-space: pre-wrap; } }
.bug i { display: inline-block; width: 2.2em; font-style: normal; opacity: .75; }
.bug code { font: 13px/1.55 var(--st-code-font, monospace); }
.bug .not { text-decoration: line-through; opacity: .55; }
.bug .right { background: #009e7333; box-shadow: inset 3px 0 #009e73; opacity: 1; }
input[type=file] { position: absolute; width: 1px; height: 1px; opacity: 0; }
`;

export default function ({ data, parentElement }) {
  if (data.mark) {
    const { what, key } = data.mark;
    const lesson = globalThis.glassbox?.page ?? location.pathname.split("/").at(-1); // an address is a lesson's name
    const done = read()[lesson] ?? {};
    if (what === "passed" && !done.passed) change(lesson, (now) => (now.passed = day()));
    if (what === "predicted" && !done.predicted?.[key])
      change(lesson, (now) => (now.predicted = { ...now.predicted, [key]: day() }));
    return;
  }
  const state = {};
  const place = node("div");
  parentElement.replaceChildren(node("style", {}, STYLE), place);
  const paint = () => place.replaceChildren(...VIEWS[data.view](data, state, paint));
  addEventListener(CHANGED, paint);
  const hear = ({ key }) => [KEY, null].includes(key) && paint(); // another tab; null: everything was deleted
  addEventListener("storage", hear);
  paint();
  return () => {
    removeEventListener(CHANGED, paint);
    removeEventListener("storage", hear);
  };
}
