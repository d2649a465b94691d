// The other two views of the lab: one model parameter in its first steps, and weight decay on its own.
import { fixed, node, number, say } from "../../../figures/kit/core.js";
import { rich } from "../../../figures/kit/widgets.js";
import { plot } from "../../../figures/kit/plot.js";
import { short } from "./numbers.js";

const walk = (at, from, to) => Array.from({ length: to - from + 1 }, (_, k) => [from + k, at(from + k)]);
function span(...parts) {
  const ys = parts.flat().map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [low - room, high + room];
}
const plain = (text) => text.replaceAll("**", "");

// Four charts of the same steps; the guide marks the step that the panel computes.
export function weightCharts({ words, about, at, value, rate, step, palette, width, pick }) {
  const { steps } = about;
  const marks = [{ x: step, colour: palette.ink, solid: true }];
  const chart = (title, y, curves, tells = "") => node("div", { class: tells },
    node("p", { class: "label" }, rich(title)),
    plot({ width, height: 176, x: [0, steps], y, whole: true, curves, marks, left: 62, print: short, xTitle: words.step, name: plain(title), pick: (x) => pick(Math.round(x)) }));
  const over = (name) => walk((t) => at(name, t), 1, steps);
  const [gradient, m, m_hat, v, v_hat, update] = ["entering", "m", "m_hat", "v", "v_hat", "update"].map(over);
  const rates = walk((t) => rate(t), 1, steps);
  const below = rates.map(([t, y]) => [t, -y]);
  const values = walk((t) => value(t), 0, steps);
  const line = (points, hue, more = {}) => ({ points, colour: palette[hue], wide: 2.2, ...more });
  const dashed = { dash: "5 4", wide: 1.6 };
  return [
    chart(words.weight_title, span(values), [line(values, "weight", { dots: 2.4 })]),
    chart(words.gradient_title, span(gradient, m, m_hat, [[0, 0]]), [
      { points: gradient, colour: palette.soft, dots: 2.8, wide: 0.6 }, line(m, "query", dashed), line(m_hat, "query")]),
    chart(words.update_title, span(update, rates, below), [line(rates, "soft", dashed), line(below, "soft", dashed), line(update, "weight", { dots: 2.4 })], "telling"),
    chart(words.square_title, span(v, v_hat, [[0, 0]]), [line(v, "key", dashed), line(v_hat, "key")]),
  ];
}

// value(way, size, t): each parameter at each step. With AdamW, and without decay, size makes no difference.
export function decayChart({ words, about, value, step, palette, width, pick }) {
  // L2 last and thinner: at size 1 its line covers that of AdamW, and both must be visible.
  const curves = [0, 2, 1].flatMap((way) => about.sizes.map((_, size) => ({
    points: walk((t) => value(way, size, t), 0, about.steps), colour: palette[about.ways[way].hue], wide: way === 1 ? 1.8 : 4.5,
  })));
  const texts = about.sizes.map((size, k) => ({
    x: 0.7 * about.steps, y: value(1, k, Math.round(0.7 * about.steps)) - 0.055, text: `${words.size_short} ±${size}`, colour: palette.key, anchor: "end",
  }));
  return node("div", {}, node("p", { class: "label" }, rich(words.decay_title)),
    plot({
      width, height: 320, x: [0, about.steps], y: [0, 1.02], whole: true, curves, texts, left: 40, xTitle: words.step, name: plain(words.decay_title),
      marks: [{ x: step, colour: palette.ink, solid: true }], pick: (x) => pick(Math.round(x)), print: (y) => number(y, 1),
    }));
}

export function decayTable({ words, about, value, step, way, size, pick }) {
  const head = node("tr", {}, node("td"), about.ways.map(({ title }) => node("th", { scope: "col" }, title)));
  const rows = about.sizes.map((of, k) => node("tr", {},
    node("th", { scope: "row" }, say(words.size, { size: of })),
    about.ways.map((_, at) => node("td", {}, node("button", { type: "button", "aria-pressed": at === way && k === size, onclick: () => pick(at, k) }, fixed(value(at, k, step), 4))))));
  return node("div", {}, node("p", { class: "label" }, rich(words.decay_table)),
    node("table", { class: "adam-table" }, node("thead", {}, head), node("tbody", {}, rows)));
}
