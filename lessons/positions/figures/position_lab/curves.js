// The curves of the lab: the similarity of position p to all others, and the waves beside the bits.
import { node, number, say } from "../../../figures/kit/core.js";
import { brief, rich } from "../../../figures/kit/widgets.js";
import { plot } from "../../../figures/kit/plot.js";

const NAMED = 4; // tied positions are named up to this number

// Find the positions most and least similar to p, with their dot products.
export function extremes(products, p) {
  const others = Array.from({ length: products.sizes[0] }, (_, q) => q).filter((q) => q !== p);
  const values = others.map((q) => products.at(p, q));
  const near = (value) => others.filter((_, k) => Math.abs(values[k] - value) <= 1e-5 * Math.max(1, Math.abs(value)));
  const [most, least] = [Math.max(...values), Math.min(...values)];
  return { most, least, nearest: near(most), farthest: near(least) };
}
// Find a more distant position that is more similar to p than a nearer one: similarity does not simply fall.
export function rise(products, p) {
  const n = products.sizes[0];
  for (let q = p + 1; q + 1 < n; q++)
    if (products.at(p, q + 1) > products.at(p, q) + 1e-5) return { near: q, far: q + 1 };
  return null;
}

export function offsetCurve({ words, products, kernel, p, q, width, palette, pick }) {
  const n = products.sizes[0];
  const title = kernel ? words.kernel_title : say(words.offset_title, { p });
  if (n === 1) return node("p", { class: "label below" }, words.alone);
  const value = (at) => (kernel ? kernel.at(Math.abs(at - p)) : products.at(p, at));
  const points = Array.from({ length: n }, (_, at) => [at - p, value(at)]);
  const ys = points.map(([, y]) => y);
  const [low, high] = [Math.min(0, ...ys), Math.max(...ys)];
  const { most, least, nearest, farthest } = extremes(products, p);
  const list = (places) => {
    const named = places.slice(0, NAMED).join(", ");
    return places.length > NAMED ? say(words.and_more, { places: named, count: places.length - NAMED }) : named;
  };
  const found = rise(products, p);
  const shape = found
    ? say(words.not_monotone, {
      p, near: found.near, far: found.far, near_value: brief(products.at(p, found.near)), far_value: brief(products.at(p, found.far)),
    })
    : p < n - 2 ? say(words.monotone, { p }) : "";
  return node("div", {},
    node("p", { class: "label" }, node("b", {}, title)),
    plot({
      width, height: 230, x: [-p, n - 1 - p], y: [low, high === low ? low + 1 : high], whole: true, xTitle: say(words.offset_axis, { p }),
      curves: [{ points, colour: palette.weight, dots: n <= 40 ? 3 : 0 }], marks: [{ x: 0 }], name: title,
      spots: [{ x: q - p, y: value(q), colour: palette.key }],
      pick: (x) => pick(Math.round(x) + p),
    }),
    node("p", { class: "read" },
      say(words.nearest, { p, places: list(nearest), value: brief(most) }), "; ",
      say(words.farthest, { places: list(farthest), value: brief(least) }), ". ", rich(shape)));
}

// Left: columns of the table from fast to slow. Right: the bits of the same positions.
export function waveRows({ words, arrays, halves, width, palette, j, p, pick, place }) {
  const { table, bits, wavelengths } = arrays;
  const [n, d] = table.sizes;
  const rows = Math.min(7, d);
  const spaced = Array.from({ length: rows }, (_, k) => Math.round((k * (d - 1)) / Math.max(1, rows - 1)));
  // The chosen dimension replaces the nearest of them.
  const nearest = spaced.reduce((best, at, k) => (Math.abs(at - j) < Math.abs(spaced[best] - j) ? k : best), 0);
  spaced[nearest] = j;
  const small = (points, y, on, corners, name) => plot({
    width: width - 96, height: 56, quiet: true, x: [0, Math.max(1, n - 1)], y, name,
    curves: [{ points, corners, colour: on ? palette.key : palette.weight, wide: on ? 2.4 : 1.6, dots: n <= 32 ? 2.4 : 0 }],
    marks: [{ x: p, colour: palette.query }],
    pick: (x) => place(Math.round(x)),
  });
  const column = (array, at) => Array.from({ length: n }, (_, i) => [i, array.at(i, at)]);
  const line = (name, note, picture, on, act) =>
    node("div", { class: "wave" }, node("button", { type: "button", class: "plain", "aria-pressed": on, onclick: act },
      node("b", {}, name), node("span", {}, note)), picture);
  const columns = new Map(spaced.map((at) => [at, column(table, at)]));
  const scale = span([...columns.values()].flat()); // the same for all rows
  const corners = [...columns.values()].flat().every(([, y]) => y === 0 || y === 1);
  const left = spaced.map((at) => {
    const pair = halves ? at % (d / 2) : Math.floor(at / 2);
    const length = wavelengths ? wavelengths.at(pair) : null;
    const name = say(words.column, { j: at });
    return line(name, length === null ? "" : number(length, length >= 1000 ? 0 : 1), small(columns.get(at), scale, at === j, corners, name), at === j, () => pick(at));
  });
  const right = Array.from({ length: bits.sizes[1] }, (_, at) => {
    const name = say(words.column_bit, { j: at });
    return line(name, String(2 ** (at + 1)), small(column(bits, at), [-0.06, 1.06], false, true, name), false, () => {});
  });
  const part = (title, lines) => node("div", {}, node("p", { class: "label" }, rich(title)), lines);
  return [part(words.waves_left, left), part(words.waves_right, right)];
}
const span = (points) => {
  const ys = points.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  return low === high ? [low - 1, high + 1] : [low - 0.06 * (high - low), high + 0.06 * (high - low)];
};
