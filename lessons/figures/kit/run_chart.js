// One chart of a training run over its steps, with the values under the pointer.
import { brief } from "./widgets.js";
import { node, shape, spot } from "./core.js";
import { plot } from "./plot.js";

// The curve's points on a chart of that width: of many steps that share a pixel, the lowest and highest.
export function thinned(points, width) {
  if (points.length <= 2 * width) return points;
  const kept = [];
  const size = points.length / width;
  for (let from = 0; from < points.length; from += size) {
    const some = points.slice(Math.floor(from), Math.floor(from + size));
    const low = some.reduce((a, b) => (b[1] < a[1] ? b : a), some[0]);
    const high = some.reduce((a, b) => (b[1] > a[1] ? b : a), some[0]);
    kept.push(...(low === high ? [low] : low[0] < high[0] ? [low, high] : [high, low]));
  }
  return kept;
}

// view: { title (nodes), width, height, steps, series: [{ name, points, colour, dots, dash, wide }], top,
// floor, floorLabel, floorColour, levels: [{ value, label }], print, marks, step (word), pick }. A series may
// have its own print. Returns the element.
export function chart(view) {
  const { width, steps, series } = view;
  const levels = view.levels ?? [];
  const highest = Math.max(0, ...levels.map(({ value }) => value), ...series.flatMap(({ points }) => points.map(([, y]) => y)).filter(Number.isFinite));
  const top = view.top ?? (highest > 0 ? highest * 1.06 : 1);
  const curves = series.map((one) => ({ ...one, points: thinned(one.points.filter(([, y]) => Number.isFinite(y)), width) }));
  const flat = (y, kind) => curves.unshift({ kind, points: [[0, y], [steps, y]], colour: view.floorColour, dash: "5 4", wide: 1.3 });
  if (view.floor) flat(view.floor, "floor");
  for (const { value } of levels) flat(value);
  const picture = plot({
    width, height: view.height, x: [0, Math.max(1, steps)], y: [0, top], curves, marks: view.marks, spots: view.spots,
    name: view.name, print: view.print, pick: view.pick, left: 50,
  });
  // The lowest level has its label below the line, because a curve can be between two levels.
  const lowest = Math.min(...levels.map(({ value }) => value));
  for (const { value, label } of levels)
    picture.append(shape("text", { class: "level", x: width - 14, y: 8 + (view.height - 30) * (1 - value / top) + (value === lowest ? 14 : -5), "text-anchor": "end" }, label));
  // On the left, where the loss is still far above it.
  if (view.floor) picture.append(shape("text", { class: "floor", x: 58, y: 8 + (view.height - 30) * (1 - view.floor / top) - 5 }, view.floorLabel));
  const said = node("div", { class: "run-said" });
  const root = node("div", { class: "run-chart" }, node("p", { class: "label" }, view.title), picture, said);
  const near = (points, x) => points.reduce((a, b) => (Math.abs(b[0] - x) < Math.abs(a[0] - x) ? b : a), points[0]);
  picture.onpointermove = (event) => {
    const x = ((spot(event, picture)[0] - 50) / (width - 60)) * steps;
    const found = series.filter(({ points }) => points.length).map((one) => [one, near(one.points, x)]);
    said.textContent = found.length && x >= 0
      ? view.say(found[0][1][0], found.map(([one, [, y]]) => `${one.name ? `${one.name} ` : ""}${(one.print ?? view.print ?? brief)(y)}`).join(" · ")) : "";
  };
  picture.onpointerleave = () => (said.textContent = "");
  return root;
}

// The slider's step as a line in a chart; returns a function that moves it.
export function cursorOf(picture, steps, colour) {
  const [width, height] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
  const line = shape("line", { class: "guide", y1: 8, y2: height - 22, style: `stroke:${colour};stroke-dasharray:none;stroke-width:2` });
  picture.append(line);
  return (step) => ["x1", "x2"].forEach((name) => line.setAttribute(name, 50 + (step / Math.max(1, steps)) * (width - 60)));
}
