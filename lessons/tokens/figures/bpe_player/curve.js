// Tokens of the text against merges, and the attention map that it needs, as a square.
import { shape } from "../../../figures/kit/core.js";
import { curveTable, withNumbers } from "../../../figures/kit/tables.js";

const [TOP, LEFT, BOTTOM, RIGHT] = [16, 8, 24, 14];

// values: tokens after each number of merges. act: go(merge), called while the pointer is dragged.
export function curve(width, high, { values, merge, print, axis, go }) {
  const last = values.length - 1;
  const x = (at) => LEFT + (last ? at / last : 0) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - value / values[0]) * (high - TOP - BOTTOM);
  const path = values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const [px, py] = [x(merge), y(values[merge])];
  const flip = px > width * 0.62;
  const root = shape("svg", { class: "plot", height: high, viewBox: `0 0 ${width} ${high}` },
    shape("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0) }),
    shape("path", { class: "line", d: path }),
    shape("line", { class: "guide", x1: px, x2: px, y1: py, y2: y(0) }),
    shape("circle", { class: "dot", cx: px, cy: py, r: 6 }),
    shape("text", { class: "now", x: px + (flip ? -9 : 9), y: Math.max(12, py - 9), "text-anchor": flip ? "end" : "start" },
      print(values[merge])),
    // Both ends have their number, unless the dot is there.
    px > LEFT + 70 ? shape("text", { x: LEFT, y: y(values[0]) - 6 }, print(values[0])) : null,
    px < width - RIGHT - 70
      ? shape("text", { x: width - RIGHT, y: y(values[last]) - 8, "text-anchor": "end" }, print(values[last])) : null,
    shape("text", { x: LEFT, y: high - 6 }, "0"),
    shape("text", { x: width - RIGHT, y: high - 6, "text-anchor": "end" }, `${print(last)} ${axis}`));
  const at = (event) => {
    const box = root.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - LEFT) / (width - LEFT - RIGHT);
    go(Math.round(Math.min(1, Math.max(0, share)) * last));
  };
  const table = curveTable({ xTitle: axis, curves: [{ points: values.map((value, merge) => [merge, value]) }], print });
  return { root: withNumbers(root, () => [table]), at };
}

// Side ∝ tokens, so area ∝ weights: inside the square of the text before any merge.
export function squares(size, share) {
  const side = Math.max(1, size * share);
  return shape("svg", { viewBox: `0 0 ${size + 2} ${size + 2}`, "aria-hidden": "true" },
    shape("rect", { class: "outer", x: 1, y: 1, width: size, height: size }),
    shape("rect", { class: "inner", x: 1, y: 1 + size - side, width: side, height: side }));
}
