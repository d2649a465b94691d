// Two sentences in a model: drag a value of the upper one into the lower one. The effect was
// measured for every cell; this file only looks it up.
import { css, diverging, inkOn, node, number, put, say, shortNumber } from "../../../figures/kit/core.js";
import { addressOf, restore } from "../../../figures/kit/choices.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { widthOf } from "../../../figures/kit/matrix.js";
import { smallest } from "../../../figures/kit/mode.js";
import { choice, keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { PATCH_STYLE } from "./style.js";

const LITTLE = 0.02; // as a fraction of the distance from one sentence to the other

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  let narrow = false, written = null, tried = new Set(), ghost = null;
  const kinds = choice(words.kind, self.header.kinds.map(({ title }) => [title, title]), (kind) => go({ kind, layer: 0, place: 0 }));
  const ways = choice(words.direction, [0, 1].map((n) => [say(words.into, { word: self.header.sentences[n].apart }), self.header.sentences[n].text]), (direction) => go({ direction }));
  const every = press("", () => showAll(1 - state.all));
  const box = node("div", {});
  self.body.append(
    node("div", { class: "bar" }, kinds.root, ways.root, every, self.buttons(words)),
    node("div", { class: "card" }, box));

  const kind = () => self.header.kinds[state.kind];
  const rows = () => kind().rows;
  const isHead = () => kind().name === "heads";
  const sentence = (donor) => self.header.sentences[donor ? 1 - state.direction : state.direction];
  const value = (name, row, at) => self.arrays[`${kind().name}.${name}`].at(state.direction, row, at);
  const ends = () => self.header.ends[state.direction];
  const key = (row, at) => `${state.kind}/${state.direction}/${row}/${at}`;
  const tops = (donor) => (isHead()
    ? Array.from({ length: Math.max(...rows().map((r) => r.count)) }, (_, n) => ({ label: say(words.head, { head: n + 1 }) }))
    : sentence(donor)[kind().name]);

  function go(change) {
    if ("kind" in change || "direction" in change) written = null;
    self.goTo(change);
  }
  function write(row, at) {
    written = [row, at];
    tried.add(key(row, at));
    self.goTo({ layer: row, place: at });
    self.tell(box.querySelector(".patch-said")?.textContent ?? "");
  }
  function showAll(all) {
    if (!all) [tried, written] = [new Set(), null];
    self.show({ all });
  }

  function paint() {
    kinds.set(state.kind);
    ways.set(state.direction);
    every.textContent = state.all ? words.none : words.all;
    const letters = Math.max(12.5, smallest()), family = getComputedStyle(self.body).fontFamily;
    const labels = 12 + Math.max(...rows().map(({ title }) => widthOf(title, letters, family)));
    const beside = isHead() && self.width() > 2 * (labels + 4 * 52) + 90;
    const room = (self.width() - (self.isFull() ? 34 : 50) - labels) / tops(false).length - 3;
    const wide = Math.max(27, Math.min(beside ? 58 : isHead() ? 84 : 62 * (smallest() / 12), Math.floor(room)));
    narrow = wide < 46;
    put(box,
      self.header.missing.map((text) => node("p", { class: "verdict bad" }, text)),
      node("p", { class: `read patch-said${written ? " telling" : ""}`, role: "status" }, rich(sentenceNow())),
      axis(),
      node("div", { class: beside ? "halves" : "" }, table(true, wide, labels), table(false, wide, labels)),
      node("p", { class: "caption" }, words.how, " ", words.read), keysLine(words),
      self.origin(say(words.origin, { model: self.header.model })));
    self.panel();
  }
  function placeName(row, at) {
    const layer = rows()[row].title;
    return isHead() ? say(words.at_head, { head: at + 1, layer }) : say(words.at_word, { word: tops(false)[at].label, layer });
  }
  function sentenceNow() {
    const { before, given } = ends();
    if (!written) return say(words.waiting, { before: number(before, 2), word: sentence(false).writes });
    const [row, at] = written;
    const [change, after] = [value("change", row, at), value("after", row, at)];
    const gaps = { place: placeName(row, at), before: number(before, 2), after: number(after, 2), change: number(change, 2), word: self.header.tokens[value("writes", row, at)] };
    if (value("unchanged", row, at)) return say(words.same, gaps);
    const still = gaps.word === sentence(false).writes;
    return say(still && Math.abs(change) < LITTLE * Math.abs(given - before) ? words.little : words.wrote, gaps);
  }
  // The scale of the difference: unpatched, in the other sentence, and with the patched value.
  function axis() {
    const { before, given } = ends();
    const after = written ? value("after", ...written) : before;
    const most = 1.25 * Math.max(Math.abs(before), Math.abs(given), Math.abs(after), 1e-6);
    const x = (y) => `${50 + (50 * y) / most}%`;
    const gaps = { before: number(before, 2), given: number(given, 2), after: number(after, 2), this: self.header.this, that: self.header.that };
    const mark = (y, name, text) => node("span", { class: `mark ${name}${name === "now" ? " telling" : ""}`, style: `left:${x(y)}` }, node("i", {}), node("span", {}, say(text, gaps)));
    return node("div", { class: "patch-axis" },
      node("p", { class: "label" }, say(words.axis, gaps)),
      node("div", { class: "line-of" }, node("span", { class: "zero" }),
        node("em", { class: "far left" }, `← ${say(words.left, gaps)}`), node("em", { class: "far right" }, `${say(words.right, gaps)} →`),
        mark(before, "plain", words.plain), mark(given, "donated", words.donated), written ? mark(after, "now", words.now) : null));
  }
  function table(donor, wide, labels) {
    const style = `grid-template-columns:${labels}px repeat(${tops(donor).length}, ${wide}px)`;
    const { before, given } = ends();
    const scale = Math.max(Math.abs(given - before), 1e-6);
    const colour = diverging(self.palette, self.palette.weight_full, scale);
    const head = tops(donor).map(({ label }, n) => node("span", { class: `patch-top${!isHead() && n !== state.place ? "" : " near"}${differs(n) ? " differs" : ""}`, title: label, dir: "auto" }, label));
    const cells = rows().map((row, r) => [
      node("span", { class: "patch-layer" }, row.title),
      tops(donor).map((_, n) => (n < row.count ? cell(donor, r, n, colour) : node("span", {}))),
    ]);
    const { text, writes } = sentence(donor);
    return node("div", { class: `patch-table ${donor ? "donor" : "base"}`, role: "group", "aria-label": donor ? "donor" : "base" },
      node("p", { class: "label" }, rich(say(donor ? words.donor : words.base, { text, writes }))),
      node("div", { class: "scroller" }, node("div", { class: "patch-grid", style }, node("span", {}), head, cells)));
  }
  const differs = (n) => !isHead() && sentence(true)[kind().name][n]?.full !== sentence(false)[kind().name][n]?.full;
  function cell(donor, row, at, colour) {
    const on = state.layer === row && state.place === at;
    const seen = !donor && (state.all || tried.has(key(row, at)));
    const name = placeName(row, at);
    const change = value("change", row, at), same = value("unchanged", row, at);
    const text = seen ? (same ? "=" : shortNumber(change, false, narrow ? 1 : 0)) : "";
    const fill = seen && !same ? colour(change * Math.sign(ends().given - ends().before)) : null;
    const style = fill ? `background:${css(fill)};color:${inkOn(fill)}` : "";
    return node("button", {
      type: "button", class: `patch-cell${on ? " on" : ""}${seen ? " seen telling" : ""}`, style, "data-row": row, "data-at": at,
      "aria-label": `${name}${text ? ` ${text}` : ""}`, title: name, tabindex: on ? "0" : "-1",
      onclick: () => write(row, at), onpointerdown: donor ? (event) => lift(event, row, at) : null,
    }, text);
  }

  // ---- dragging: a value dropped on the lower sentence is written at its own position -------------------
  function lift(event, row, at) {
    if (event.button) return;
    const from = [event.clientX, event.clientY];
    const root = self.body.getRootNode();
    const move = ({ clientX: x, clientY: y }) => {
      if (!ghost && Math.hypot(x - from[0], y - from[1]) < 5) return;
      ghost ??= self.body.appendChild(node("div", { class: "patch-ghost" }, placeName(row, at)));
      const { left, top } = self.body.getBoundingClientRect();
      Object.assign(ghost.style, { left: `${x - left + 10}px`, top: `${y - top + 8}px` });
    };
    const drop = ({ clientX: x, clientY: y }) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      if (!ghost) return; // a click
      ghost.remove();
      ghost = null;
      if (root.elementFromPoint(x, y)?.closest(".patch-table.base")) write(row, at);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
  }

  return {
    paint,
    keys: () => ({ Enter: () => write(state.layer, state.place), a: () => showAll(1 - state.all) }),
    address: () => [...addressOf(self.header, state), state.all ? "all" : written ? "written" : "open"],
    restore(parts) {
      restore(self.header, parts, state);
      state.all = Number(parts[4] === "all");
      written = (parts[4] ?? "open") === "open" ? null : [state.layer, state.place];
      if (written) tried.add(key(...written));
    },
    take(before) {
      if (before.id === self.header.id) return;
      [written, tried] = [null, new Set()];
      self.reopen();
    },
    end: () => ghost?.remove(),
  };
}, { style: PATCH_STYLE });
