// The valley from above: its ellipses and the path of every optimiser.
import { node, number, say, shape } from "../../../figures/kit/core.js";
import { rich } from "../../../figures/kit/widgets.js";
import { plot } from "../../../figures/kit/plot.js";
import { short } from "./numbers.js";

const [X0, X1, Y0, Y1] = [-3.2, 6.4, -2.4, 5.6]; // what the map shows
let masks = 0; // each map has its own clipping path

export const inside = (x, y) => x >= X0 && x <= X1 && y >= Y0 && y <= Y1;

// A short line in the colour of a walker, for buttons.
export const swatch = (colour, dashed) =>
  shape("svg", { width: 20, height: 8 }, shape("line", { x1: 1, y1: 4, x2: 19, y2: 4, style: `stroke:${colour};stroke-width:3`, "stroke-dasharray": dashed ? "4 3" : null }));

export function valleyMap({ words, about, radii, value, step, followed, palette, width, follow }) {
  const height = Math.round((width * (Y1 - Y0)) / (X1 - X0));
  const X = (x) => ((x - X0) / (X1 - X0)) * width;
  const Y = (y) => height - ((y - Y0) / (Y1 - Y0)) * height;
  const id = `adam-clip-${++masks}`;
  const [cx, cy] = about.lowest;
  const root = shape("svg", { class: "adam-map", width, height, role: "img", "aria-label": words.valley_title.replaceAll("**", "") });
  const seen = shape("g", { "clip-path": `url(#${id})` });
  root.append(shape("defs", {}, shape("clipPath", { id }, shape("rect", { x: 0, y: 0, width, height, rx: 8 }))), seen);
  for (let k = 0; k < radii.sizes[0]; k++)
    seen.append(shape("ellipse", { class: "level", cx: X(cx), cy: Y(cy), rx: X(radii.at(k, 0)) - X(0), ry: Y(0) - Y(radii.at(k, 1)) }));
  seen.append(shape("line", { class: "axis", x1: X(0), x2: X(0), y1: 0, y2: height }), shape("line", { class: "axis", x1: 0, x2: width, y1: Y(0), y2: Y(0) }));
  for (const [dx, dy] of [[5, 5], [5, -5]])
    seen.append(shape("line", { class: "lowest", x1: X(cx) - dx, y1: Y(cy) - dy, x2: X(cx) + dx, y2: Y(cy) + dy }));
  const order = about.walkers.map((_, k) => k).filter((k) => k !== followed).concat(followed);
  for (const k of order) {
    const { hue, dashed } = about.walkers[k];
    const points = [];
    for (let t = 0; t <= about.steps && Number.isFinite(value(k, 0, t)); t++) points.push([X(value(k, 0, t)), Y(value(k, 1, t))]);
    // A diverging path has numbers too large to draw.
    const bounded = points.map(([x, y]) => `${Math.min(9e3, Math.max(-9e3, x)).toFixed(1)} ${Math.min(9e3, Math.max(-9e3, y)).toFixed(1)}`);
    const line = (from, to, style) => to > from && seen.append(shape("path", { d: `M${bounded.slice(from, to + 1).join("L")}`, style: `stroke:${palette[hue]};${style}`, "stroke-dasharray": dashed ? "5 4" : null }));
    const now = Math.min(step, points.length - 1);
    line(now, points.length - 1, "opacity:.28;stroke-width:1.5");
    line(0, now, `stroke-width:${k === followed ? 3.2 : 1.8}`);
    const dot = shape("circle", { cx: points[now][0], cy: points[now][1], r: k === followed ? 6.5 : 4.5, fill: palette[hue], stroke: palette.paper, "stroke-width": 1.5 });
    dot.onclick = () => follow(k);
    if (points.length > step) seen.append(dot);
  }
  const [sx, sy] = [value(0, 0, 0), value(0, 1, 0)];
  const label = (x, y, text, anchor) => seen.append(shape("text", { x: X(x), y: Y(y), "text-anchor": anchor }, text));
  label(sx - 0.14, sy - 0.34, words.start, "middle");
  label(cx, cy - 0.42, words.lowest, "middle");
  label(X1 - 0.15, 0.12, about.coordinates[0], "end");
  label(0.12, Y1 - 0.35, about.coordinates[1], "start");
  return root;
}

// Beside the map: the height at each step, and the chosen optimiser's steps in learning rates.
export function valleyCharts({ words, about, heights, direction, raw, step, followed, coordinate, palette, width, pick }) {
  const walk = (at) => {
    const points = [];
    for (let t = 0; t <= about.steps && Number.isFinite(at(t)); t++) points.push([t, at(t)]);
    return points;
  };
  const [low, high] = [-4, 4];
  const marks = [{ x: step, colour: palette.ink, solid: true }];
  const power = (y) => (Number.isInteger(y) ? ["10⁻⁴", "", "10⁻²", "", "1", "", "100", "", "10⁴"][y + 4] ?? "" : "");
  const curves = about.walkers.map(({ hue, dashed }, k) => ({
    points: walk((t) => heights(k, t)).map(([t, y]) => [t, Math.max(low, Math.min(high, y))]),
    colour: palette[hue], dash: dashed ? "5 4" : null, wide: k === followed ? 3 : 1.5,
  }));
  const { hue, name } = about.walkers[followed];
  const steps = (at) => {
    const points = [];
    for (let t = 1; t <= about.steps && Number.isFinite(at(t)); t++) points.push([t, at(t)]);
    return points;
  };
  const used = steps((t) => direction(t));
  const plain = name === "SGD" ? [] : steps((t) => raw(t));
  const shown = [...used, ...plain].map(([, y]) => y).filter((y) => Math.abs(y) < 1e3);
  const [least, most] = [Math.min(-1, ...shown), Math.max(1, ...shown)];
  const cut = (points) => points.map(([t, y]) => [t, Math.max(least, Math.min(most, y))]);
  const common = { width, x: [0, about.steps], whole: true, marks, pick: (x) => pick(Math.round(x)), left: 40 };
  return node("div", { class: "adam-charts" },
    node("div", {}, node("p", { class: "label" }, rich(words.loss_title)),
      plot({ ...common, height: 168, y: [low, high], print: power, curves, name: words.loss_title.replaceAll("**", "") })),
    node("div", { class: "telling" }, node("p", { class: "label" }, rich(say(name === "SGD" ? words.velocity_title : words.size_title, { coordinate }))),
      plot({
        ...common, height: 158, y: [least, most], print: (y) => short(y), xTitle: words.step, name: coordinate,
        curves: [{ points: cut(used), colour: palette[hue], wide: 2.4 }, { points: cut(plain), colour: palette[hue], dash: "5 4", wide: 1.6 }],
      })));
}
