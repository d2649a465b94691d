// The sampling lab: how temperature, top-k and top-p shape the distribution of the next token. The browser
// previews slider moves at full speed; draws and texts come from Python when a slider stops.
import { node, number, put, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { cutBy, distributionOf } from "./distribution.js";
import { PITCH, counted, keyOf, probability, reason, tokenRows } from "./rows.js";
import { SAMPLING_STYLE } from "./style.js";

const ABOVE = 190; // pixels of the screen not available to a row
const NAMES = ["temperature", "k", "p", "seed", "draws"];
const DIALS = { temperature: [0.1, 3, 0.05], k: [1, 21, 1], p: [0.05, 1, 0.01] }; // k: one past the last is all

export const draw = drawing((self) => {
  const state = { setting: { ...self.header.setting } };
  let distribution, sure, waiting = null;
  const { words } = self.header;
  const same = (a, b) => NAMES.every((name) => a[name] === b[name]);
  const floats = ({ at, sizes: [count] }) => Array.from({ length: count }, (_, rank) => at(rank));

  // ---- which numbers come from where ----------------------------------------------------------
  function compute() {
    const { arrays, header } = self;
    sure = same(state.setting, header.setting);
    distribution = sure
      ? {
        before: floats(arrays.before), probability: floats(arrays.probability),
        kept: floats(arrays.kept).map(Boolean),
      }
      : distributionOf(floats(arrays.log_p), state.setting);
  }
  const change = (setting) => self.show({ setting: { ...state.setting, ...setting } });
  function commit() {
    if (sure || !self.options.choose || (waiting && same(waiting, state.setting))) return;
    waiting = { ...state.setting };
    self.options.choose(waiting);
  }
  const settle = (setting) => (change(setting), commit());
  const again = () => self.options.choose && settle({ seed: state.setting.seed + 1 });

  // ---- controls, made once --------------------------------------------------------------------
  const dials = Object.entries(DIALS).map(([name, [min, max, step]]) => {
    const slider = node("input", { type: "range", min, max, step, "aria-label": words[name] });
    const shown = node("output", {});
    slider.oninput = () => change({ [name]: name === "k" && Number(slider.value) === max ? 0 : Number(slider.value) });
    slider.onchange = commit;
    const set = ({ [name]: value }) => {
      slider.value = name === "k" && value === 0 ? max : value;
      shown.textContent = name === "k" && value === 0 ? words.all : String(value);
    };
    return { set, root: node("label", { class: "dial" }, words[name], slider, shown) };
  });
  const presets = self.header.presets.map(([title, note, temperature, k, p]) =>
    ({ wanted: { temperature, k, p }, button: press(title, () => settle({ temperature, k, p }), { title: note }) }));
  const amounts = choice(words.draws, self.header.draws.map((count) => [counted(count)]), (at) => {
    const draws = self.header.draws[at];
    if (self.options.choose || draws === self.header.setting.draws) settle({ draws });
  });
  const heard = node("p", { class: "heard", dir: "auto" });
  const badge = node("span", { class: "state" });
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, heard, self.buttons(words)),
    node("div", { class: "presets", role: "group", "aria-label": words.presets },
      node("span", {}, words.presets), presets.map(({ button }) => button)),
    node("div", { class: "dials" }, dials.map(({ root }) => root), node("span", { class: "grow" }), badge),
    card);

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    const { header } = self, { setting } = state;
    const does = say(header.reads ? words.answers : words.continues, header);
    put(heard, node("span", { class: "note" }, does), header.text);
    dials.forEach(({ set }) => set(setting));
    const set = (wanted) => Object.entries(wanted).every(([name, value]) => setting[name] === value);
    presets.forEach(({ wanted, button }) => button.setAttribute("aria-pressed", set(wanted)));
    badge.textContent = sure ? words.checked : words.preview;
    badge.className = `state ${sure ? "sure" : "guess"}`;
    const wide = self.width() - 38;
    const one = wide < (self.isFull() ? 600 : 820);
    const width = one ? wide : Math.floor(((wide - 32) * 13) / 21);
    const rows = rowsOf();
    const model = floats(self.arrays.log_p).map(Math.exp);
    const share = model.reduce((sum, value, rank) => sum + (distribution.kept[rank] ? value : 0), 0);
    const kept = distribution.kept.filter(Boolean).length;
    const can = { kept, possible: header.possible, share: probability(share) };
    put(card, node("div", { class: `sampling${one ? " one" : ""}` },
      node("div", {},
        node("p", { class: "label" }, rich(say(words.bars_title, can))),
        tokenRows({ rows, draws: setting.draws, words, width }), keyOf(words, sure)),
      node("div", {}, drawsPart(), textsPart(), node("p", { class: "caption below" }, words.how))),
    keysLine(words), self.origin(say(words.origin, header)));
    self.panel();
  }
  // One row per token with a label, and one for all others together.
  function rowsOf() {
    const { arrays, header } = self, { setting } = state;
    const model = floats(arrays.log_p).map(Math.exp);
    const counts = sure ? floats(arrays.counts) : null;
    const most = self.isFull() ? Math.max(8, Math.floor((self.screen() - ABOVE) / PITCH)) : Infinity;
    const shown = Math.min(header.tokens.length, header.possible, most);
    const rows = header.tokens.slice(0, shown).map((token, rank) => ({
      ...token, model: model[rank], distribution: distribution.probability[rank], kept: distribution.kept[rank],
      count: counts && counts[rank],
      why: reason(words, cutBy(distribution, rank, setting),
        { rank: rank + 1, ...setting, before: distribution.before[rank] }),
    }));
    const rest = (values) => values.slice(shown).reduce((sum, value) => sum + value, 0);
    const label = say(words.others, { count: header.possible - shown });
    if (header.possible > shown)
      rows.push({
        label, full: label, model: rest(model), distribution: rest(distribution.probability),
        kept: distribution.kept[shown], count: counts && rest(counts), why: null,
      });
    return rows;
  }
  function drawsPart() {
    const { header, options } = self, { fit } = header;
    amounts.set(header.draws.indexOf(state.setting.draws));
    amounts.buttons.forEach((button) => (button.disabled = !options.choose));
    const back = press(words.back, () => settle({ ...header.setting }));
    const { temperature, p, k } = header.setting;
    const only = say(words.only_preview, { temperature, p, k: k || words.all });
    const gaps = { square: number(fit.square, 1), degrees: fit.degrees, chance: percent(fit.p_value) };
    return node("div", {},
      node("p", { class: "label" }, node("b", {}, words.draws_title)),
      node("div", { class: "bar" }, amounts.root,
        options.choose ? press(say(words.again, { count: counted(state.setting.draws) }), again) : null,
        node("span", { class: "note" }, say(words.seed, state.setting))),
      node("p", { class: "read", role: "status" },
        sure ? rich(fit.degrees ? say(words.chi, gaps) : words.certain)
          : options.choose ? words.waiting : [only, " ", back]));
  }
  const percent = (share) => `${number(100 * share, share < 0.001 ? 2 : share < 0.1 ? 1 : 0)}%`;
  const textsPart = () => node("div", { class: "below" },
    node("p", { class: "label" }, node("b", {}, words.texts_title)),
    node("ol", { class: `written${sure ? "" : " old"}`, dir: "auto" }, self.header.texts.map(({ text, ended }) =>
      node("li", {}, node("span", { class: "given" }, self.header.given), text, ended ? "" : words.endless))));

  // ---- keys, address, new data ----------------------------------------------------------------
  const stepped = (name, way) => {
    const [min, max, step] = DIALS[name];
    settle({ [name]: Number(Math.min(max, Math.max(min, state.setting[name] + way * step)).toFixed(2)) });
  };
  const keys = () => ({
    ArrowLeft: () => stepped("temperature", -1), ArrowRight: () => stepped("temperature", 1),
    ArrowUp: () => stepped("p", 1), ArrowDown: () => stepped("p", -1),
    k: () => settle({ k: (state.setting.k + 1) % DIALS.k[1] }), d: again,
  });
  // From the address, which may be mistyped.
  function restore(parts) {
    const found = Object.fromEntries(NAMES.map((name, at) => [name, parts[at] ? Number(parts[at]) : NaN]));
    const within = Object.entries(self.header.limits)
      .every(([name, [low, high]]) => found[name] >= low && found[name] <= high);
    const whole = [found.k, found.seed].every(Number.isInteger) && self.header.draws.includes(found.draws);
    if (within && whole) state.setting = found;
  }
  // An answer to an older choice is shown while the sliders move on; they then ask again.
  function take() {
    if (!waiting) state.setting = { ...self.header.setting };
    if (waiting && !same(waiting, self.header.setting)) return;
    waiting = null;
    compute();
    commit();
  }
  const address = () => NAMES.map((name) => state.setting[name]);
  return { state, paint, keys, restore, take, settle: compute, ready: commit, address };
}, { style: SAMPLING_STYLE });
