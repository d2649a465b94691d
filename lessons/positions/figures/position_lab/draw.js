// The position lab: the table of a scheme, its waves, the dot products of all positions. The browser
// previews slider moves at full speed; on release, Python's numbers replace the preview.
import { node, put, say } from "../../../figures/kit/core.js";
import { addressOf, bound, restore } from "../../../figures/kit/choices.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, press } from "../../../figures/kit/widgets.js";
import { diagonalSpread, preview, refusal } from "./formulas.js";
import { dials, numeric } from "./dials.js";
import { numberPanel, shiftPanel } from "./panel.js";
import { waveRows } from "./curves.js";
import { productsPart, tablePart } from "./maps.js";

const NUMBERS = ["positions", "dimensions", "base"];
const VIEWS = ["table", "products", "waves"];

export const draw = drawing((self) => {
  const state = Object.assign(self.state, { setting: { ...self.header.setting } });
  let shown, refused, sure, spread, waiting = null; // shown: the self.arrays of the current setting
  const { words } = self.header;
  const view = () => self.value("view");
  const same = (a, b) => a.scheme === b.scheme && NUMBERS.every((name) => Object.is(a[name] ?? NaN, b[name] ?? NaN));

  // ---- which numbers come from where ------------------------------------------------------------
  // Python's self.arrays if it has sent them, else the preview.
  function compute() {
    const { setting } = state;
    sure = same(setting, self.header.setting);
    const why = refusal(setting, self.header);
    refused = sure ? self.header.refused : why ? say(self.header.reasons[why[0]], why[1]) : "";
    if (refused) return;
    shown = sure ? self.arrays : preview(setting, self.arrays.learned);
    spread = sure ? self.header.spread : diagonalSpread(shown.products);
    // The current number, also in a preview.
    const [n, d] = shown.table.sizes, sizes = { position: n, other: n, dimension: d };
    for (const one of self.header.choices) one.labels = sizes[one.name] ?? one.labels;
    state.cell = Number(view() === "products"); // each view has its own kind of cell
    bound(self.header, state);
  }
  function change(setting) {
    state.setting = { ...state.setting, ...setting };
    if (state.setting.scheme === "learned" && self.header.learned.size) state.setting.dimensions = self.header.learned.size;
    self.show();
  }
  // A slider was released or a number was typed: ask Python.
  function commit() {
    if (sure || !self.options.choose) return;
    waiting = { ...state.setting };
    self.options.choose(waiting);
  }
  // A learned table is short: open it with the positions that it has.
  function named(scheme) {
    const { rows } = self.header.learned;
    return scheme === "learned" && rows ? { scheme, positions: Math.min(state.setting.positions || 1, rows) } : { scheme };
  }
  const settle = (setting) => (change(setting), commit());

  // ---- controls, made once ------------------------------------------------------------------------
  const usual = self.header.usual.map((name) => self.header.schemes.find((s) => s.name === name));
  const others = self.header.schemes.filter((s) => !usual.includes(s));
  const choose = (of) => choice(words.schemes, of.map((s) => [s.title, s.formula]), (at) => (self.stop(), settle(named(of[at].name))));
  const [schemes, rare] = [choose(usual), choose(others)];
  const views = choice(words.views, VIEWS.map((view) => [words[`view_${view}`], words[`ask_${view}`]]), (at) => self.goTo({ view: at }));
  const presets = self.header.presets.map(({ title, note, setting }) =>
    press(title, () => (self.stop(), settle(settingOf(setting))), { title: note }));
  const settingOf = ([scheme, positions, dimensions, base]) => ({ scheme, positions, dimensions, base });
  const sliders = dials(words, self.header.limits, change, commit);
  const badge = node("span", { class: "state" });
  const card = node("div", { class: "card" });
  const play = press(words.play, self.toggle);
  const now = node("summary", {});
  const more = node("details", { class: "more off-stage" }, now, node("div", { class: "bar" }, rare.root),
    node("div", { class: "presets", role: "group", "aria-label": words.presets }, node("span", {}, words.presets), presets),
    node("div", { class: "dials" }, sliders.root));
  const asks = node("p", { class: "label asks off-stage" });
  self.body.append(
    node("div", { class: "bar" }, schemes.root, self.buttons(words)),
    node("div", { class: "bar" }, views.root, node("div", { class: "player" }, play), node("span", { class: "grow" }), badge),
    asks, card, more);

  // ---- painting -------------------------------------------------------------------------------------
  function paint() {
    const { setting } = state;
    const scheme = self.header.schemes.find((s) => s.name === setting.scheme);
    schemes.set(usual.findIndex((s) => s.name === setting.scheme));
    rare.set(others.findIndex((s) => s.name === setting.scheme));
    views.set(state.view);
    asks.textContent = words[`ask_${view()}`];
    const base = self.header.waves.includes(setting.scheme) ? say(words.more_base, setting) : "";
    now.textContent = say(words.more, { ...setting, base });
    play.style.display = view() === "products" ? "none" : "";
    presets.forEach((b, at) => b.setAttribute("aria-pressed", same(setting, settingOf(self.header.presets[at].setting))));
    sliders.set(setting, { base: self.header.waves.includes(setting.scheme), dimensions: setting.scheme !== "learned" });
    badge.textContent = sure ? words.checked : words.preview;
    badge.className = `state ${sure ? "sure" : "guess"}`;
    play.textContent = self.playing() ? words.pause : words.play;
    if (refused) {
      card.replaceChildren(node("div", { class: "refused", role: "status" }, node("b", {}, words.refused), refused));
      self.panel();
    } else {
      const wide = self.width() - 38;
      const columns = wide >= 620 ? 2 : 1;
      const width = columns === 2 ? Math.floor((wide - 28) / 2) : wide;
      const tall = self.isFull() ? Math.max(200, self.screen() - 190) : 400;
      const maps = { words, arrays: shown, spread, state, width, tall, palette: self.palette, show: self.goTo };
      const origin = self.origin(say(words.origin, { ...setting, scheme: scheme.title }), sure ? "" : ` ${words.only_preview}`);
      const parts = { table: () => tablePart(maps, scheme.caption), products: () => productsPart(maps), waves: () => waves(width) }[view()]();
      const look = `halves${columns === 1 ? " one" : ""}${view() === "table" ? "" : " telling"}`;
      put(card, node("div", { class: look }, parts), keysLine(words), origin);
      const about = {
        words, setting, arrays: shown, limits: self.header.limits, sure, cell: self.value("cell"), p: state.position, j: state.dimension, q: state.other,
        waves: self.header.waves.includes(setting.scheme), paired: self.header.paired.includes(setting.scheme),
      };
      self.panel(numberPanel(about, self.options), ...(view() === "products" ? [shiftPanel(about, self.options)] : []));
    }
  }
  const waves = (width) => waveRows({
    words, arrays: shown, width, palette: self.palette, halves: state.setting.scheme === "concatenated", j: state.dimension, p: state.position,
    pick: (dimension) => self.goTo({ dimension }), place: (position) => self.goTo({ position }),
  });

  // ---- state, keys, address --------------------------------------------------------------------------
  function nextScheme() {
    const at = self.header.schemes.findIndex((s) => s.name === state.setting.scheme);
    self.stop();
    settle(named(self.header.schemes[(at + 1) % self.header.schemes.length].name));
  }
  const across = (by) => {
    const name = view() === "products" ? "other" : "dimension";
    self.goTo({ [name]: state[name] + by });
  };
  const keys = (shift) => (shift ? {} : {
    ArrowLeft: () => across(-1), ArrowRight: () => across(1), " ": self.toggle, v: () => self.goTo({ view: (state.view + 1) % VIEWS.length }), s: nextScheme,
  });
  const address = () => [state.setting.scheme, ...NUMBERS.map((name) => state.setting[name]), ...addressOf(self.header, state)];
  // From the address, which may be mistyped.
  function follow([scheme, n, d, base, ...parts]) {
    if (!self.header.schemes.some((s) => s.name === scheme)) return;
    state.setting = { scheme, positions: numeric(n), dimensions: numeric(d), base: numeric(base) };
    compute();
    restore(self.header, parts, state);
  }
  function take() {
    const mine = waiting && same(waiting, self.header.setting);
    // An answer to an older choice: the sliders have moved on, and the new answer is on its way.
    if (!waiting && !mine) Object.assign(self.reopen(), { setting: { ...self.header.setting } }); // Python chose
    if (mine) waiting = null;
    compute();
  }
  return { paint, keys, address, take, restore: follow, settle: compute, ready: commit };
});
