// The weights of one head as lines: from the attending word on the left to the right; the width is the weight.
import { node, shape, shortNumber } from "../kit/core.js";
import { smallest } from "../kit/mode.js";
import { PALE, strand } from "../kit/strands.js";

// rows and columns are labels; at(i, j) is a weight; veiled(i): this row answers a question. row and column are chosen,
// near is under the pointer; `above` pixels stay free, as above the bars beside it. Returns the SVG; `pick(i, j)` and
// `hover(i)` are callbacks, with j or i null if there is none.
export function lines({ rows, columns, at, veiled, row, column, near, width, above, pitch, palette, pick, hover }) {
  const size = Math.max(smallest(), Math.min(15, pitch - 6)), margin = above + pitch / 2;
  const room = (labels) => 12 + Math.max(...labels.map(({ label }) => label.length)) * size * 0.58;
  const [left, right] = [room(rows), width - room(columns)];
  const y = (k) => margin + k * pitch, height = above + Math.max(rows.length, columns.length) * pitch;
  const strong = near ?? row; // the word whose lines are highlighted

  function line(i, j) {
    if (veiled(i)) return null;
    const weight = at(i, j), faint = strong === null ? Math.max(PALE, weight) : i === strong ? 1 : PALE * 2;
    return strand([left, y(i), right, y(j)], weight, { strong: i === strong, faint, palette });
  }
  const word = ({ label, full }, k, x, anchor, on, hue, events) =>
    shape("text", {
      x, y: y(k) + size * 0.35, "text-anchor": anchor, "font-size": size, dir: "auto", class: "line-word",
      fill: on ? hue : palette.ink, "font-weight": on ? 700 : 400, ...events,
    }, label, shape("title", {}, full ?? label));
  const weak = rows.flatMap((_, i) => (i === strong ? [] : columns.map((_, j) => line(i, j))));
  const top = strong === null ? [] : columns.map((_, j) => line(strong, j));
  const shares = strong === null || veiled(strong) ? [] : columns.map((_, j) =>
    at(strong, j) < 0.095 ? null : shape("text", {
      x: right - 10, y: y(j) - 4, "text-anchor": "end", "font-size": smallest(), fill: palette.ink,
      "paint-order": "stroke", stroke: palette.paper, "stroke-width": 3,
    }, shortNumber(at(strong, j), true)));
  const hatch = rows.flatMap((_, i) => (veiled(i) ? [shape("line", {
    x1: left + 8, x2: left + 60, y1: y(i), y2: y(i), stroke: palette.query, "stroke-width": 2,
    "stroke-dasharray": "4 4" })] : []));
  const box = { class: "lines", width, height, viewBox: `0 0 ${width} ${height}` };
  const svg = shape("svg", box, weak, top, hatch, shares,
    rows.map((label, i) => word(label, i, left - 8, "end", i === strong, palette.query,
      { onclick: () => pick(i, null), onpointerenter: () => hover(i), onpointerleave: () => hover(null) })),
    columns.map((label, j) => word(label, j, right + 8, "start", strong === row && j === column, palette.key,
      { onclick: () => pick(null, j) })));
  return node("div", { class: "line-view" }, svg);
}
