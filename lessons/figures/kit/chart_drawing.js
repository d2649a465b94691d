// A figure that is a chart: its choices, and the sentences and tables that go with them. Python says all of it.
// `also(self)` adds what one figure does besides: { take, end }.
import { node, put } from "./core.js";
import { chartsOf } from "./chart.js";
import { drawing } from "./drawing.js";
import { choice, clip, keysLine, press, rich } from "./widgets.js";

const ARROW_KEYS = { "←→": ["ArrowLeft", "ArrowRight"], "↑↓": ["ArrowUp", "ArrowDown"] };
const TABLE_STYLE = `
.chart-table { overflow-x: auto; margin: 8px 0; }
.chart-table table { border-collapse: collapse; font-size: 14.5px; font-variant-numeric: tabular-nums; }

.chart-table :is(th, td) { border: 0; padding: 3px 18px 3px 0; text-align: left; font-weight: 400;
  white-space: nowrap; } .chart-table thead th { color: var(--soft); font-size: 13px; }
.chart-table tr.on :is(th, td) { font-weight: 650; }
.chart-table i { display: inline-block; width: 10px; height: 10px; border-radius: 99px; margin-right: 8px; }
.chart-table .wrong { border-bottom: 2.5px solid var(--negative);
  background: color-mix(in srgb, var(--negative) 14%, var(--ground)); border-radius: 4px; }
.chart-table .tiles { display: flex; gap: 1px; }
.chart-table .tiles span { width: 18px; text-align: center; border-radius: 4px; }
.telling { visibility: var(--telling, inherit); }
.chart-share { height: 6px; border-radius: 99px; background: var(--line); overflow: hidden; margin: 6px 0 12px; }
.chart-share i { display: block; height: 100%; background: var(--weight); border-radius: 99px; }
.chart-bar { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; margin: 0 0 10px; }
.lab .chart-bar input[type=range] { flex: 1 1 260px; width: auto; min-width: 140px; }
.chart-bar b { min-width: 92px; font-variant-numeric: tabular-nums; }
`;

export const chartDrawing = (also = () => ({})) => drawing((self) => {
  const state = {};
  const said = () => self.header.chart, { words } = self.header;
  const bar = node("div", { class: "chart-bar" }), below = node("div"), play = press("", self.toggle);
  // In the app Streamlit tells Python of a click, and Python tells the drawing (chart_showing.py).
  const charts = chartsOf(self, {
    click({ x }) {
      const one = said().moves.find(({ name }) => name === said().picks);
      if (self.options.charts && one?.values.includes(x)) go(one, one.values.indexOf(x));
    },
  });
  let controls = [];
  self.body.append(bar, below);
  const go = ({ name }, at) => self.goTo({ [name]: at });
  const start = () => Object.fromEntries(said().moves.map(({ name, values }) => [name, values[state[name]]]));
  const read = (places) => said().moves.forEach(({ name, values }) => (state[name] = clip(values.indexOf(places[name]),
    values.length)));

  function control(one) {
    const { title, labels, values } = one;
    if (one.control === "slider") {
      const slider = node("input", { type: "range", min: 0, max: values.length - 1, step: 1, "aria-label": title }),
        now = node("b");
      slider.oninput = () => go(one, Number(slider.value));
      return { name: one.name, roots: [slider, now], set: (at) => ([slider.value, now.textContent] = [at,
        labels[at]]) };
    }
    const buttons = choice(title, labels.map((label) => [label]), (at) => go(one, at));
    return { name: one.name, roots: [node("span", { class: "label" }, title), buttons.root], set: buttons.set };
  }
  function dress() {
    controls = said().moves.filter((one) => one.control && one.values.length > 1).map(control);
    put(bar, controls.map(({ name, roots }) => [name === self.header.plays ? play : null, roots]), self.buttons(words));
  }
  const cell = (one) => (typeof one === "string" ? one : one.tiles
    ? node("div", { class: "tiles" }, one.tiles.map((text, k) => node("span", { class: one.wrong.includes(k) ? "wrong"
      : null }, text)))
    : [one.colour ? node("i", { style: `background:${self.palette[one.colour]}` }) : null, one.text]);
  // What a part says here: one for all places, or one for each place of a choice.
  const here = ({ by, of, all }) => (by ? of[state[by]] : all);
  const parts = {
    said: (part) => node("p", { class: "read", role: "status" }, rich(here(part))),
    bar: (part) => node("div", { class: "chart-share" }, node("i", { style: `width:${100 * part.share}%` })),
    note: (part) => node("p", { class: "caption" }, rich(here(part))),
    table: (part) => node("div", { class: "chart-table" }, node("table", {},
      part.columns ? node("thead", {}, node("tr", {}, part.columns.map((name) => node("th", {}, name)))) : null,
      node("tbody", {}, here(part).map((row, k) => node("tr", { class: part.marks && k === state[part.marks] ? "on"
        : null },
        row.map((one, n) => node(n ? "td" : "th", n ? {} : { scope: "row" }, cell(one)))))))),
  };
  function paint() {
    controls.forEach(({ name, set }) => set(state[name]));
    play.textContent = self.playing() ? words.pause : words.play;
    const slid = said().moves.find((one) => one.control === "slider");
    if (slid) charts.cursor(slid.values[state[slid.name]]);
    charts.goes(start());
    put(below, said().parts.map((part) => node("div", { class: part.tells ? "telling" : null },
      parts[part.kind](part))),
      words.keys ? keysLine(words) : null, words.origin ? self.origin(words.origin) : null);
    self.panel();
  }
  const plays = () => said().moves.find(({ name }) => name === self.header.plays);
  read(self.header.start);
  dress();
  const { take: taken, end } = also(self);
  return {
    state, paint, end: () => (charts.end(), end?.()),
    counts: () => Object.fromEntries(said().moves.map(({ name, values }) => [name, values.length])),
    keys: () => Object.fromEntries([
      ...said().moves.filter(({ keys }) => keys).flatMap((one) => ARROW_KEYS[one.keys].map((key, k) => [key,
        () => go(one, state[one.name] + 2 * k - 1)])),
      ...(plays() ? [[" ", self.toggle]] : []),
    ]),
    ...(self.header.chart.moves.length && {
      address: () => Object.values(start()),
      restore: (places) => said().moves.forEach(({ name, values }, k) => {
        const found = values.map(String).indexOf(places[k]);
        if (found >= 0) state[name] = found;
      }),
    }),
    take(before) {
      if (JSON.stringify([before.title, before.start]) !== JSON.stringify([self.header.title,
        self.header.start])) read(self.header.start);
      dress();
      taken?.(before);
    },
    play: {
      pace: () => self.header.pace ?? 900, ended: () => state[plays().name] === plays().values.length - 1,
      rewind: () => (state[plays().name] = 0), next: () => (state[plays().name] += 1),
    },
  };
}, { style: TABLE_STYLE });
