// A small chart of curves in SVG: round ticks, points at the numbers, a marked position.
import { number, shape, spot } from "./core.js";
import { curveTable, withNumbers } from "./tables.js";

// Round numbers between low and high, about `most` of them.
export function roundTicks(low, high, most) {
  const raw = (high - low) / Math.max(1, most);
  if (!(raw > 0) || !Number.isFinite(raw)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((s) => s * power).find((s) => s >= raw * 0.999);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) ticks.push(k * step);
  return ticks;
}

// view: { width, height, x: [from, to], y: [from, to], curves: [{ points: [[x, y]], colour, dots, dash,
// corners }], marks: [{ x, colour, dash, label, before, down }], spots: [{ x, y, colour }], xTitle, print(y), whole,
// texts: [{ x, y, text, colour }], left: room for the numbers, quiet: no axes, pick(x) on a click }
export function plot(view) {
  const left = view.quiet ? 4 : (view.left ?? 46);
  const [right, top, bottom] = [10, view.top ?? 8, view.quiet ? 4 : view.xTitle ? 38 : 22];
  const [w, h] = [view.width - left - right, view.height - top - bottom];
  const [[x0, x1], [y0, y1]] = [view.x, view.y];
  const X = (x) => left + (x1 === x0 ? w / 2 : ((x - x0) / (x1 - x0)) * w);
  const Y = (y) => top + h - (y1 === y0 ? h / 2 : ((y - y0) / (y1 - y0)) * h);
  const root = shape("svg", { class: "plot", width: view.width, height: view.height, role: "img", "aria-label": view.name });
  const line = (name, xa, ya, xb, yb, style) => root.append(shape("line", { class: name, x1: xa, y1: ya, x2: xb, y2: yb, style }));
  const write = (x, y, anchor, text, name = "", style = null) =>
    root.append(shape("text", { x, y, "text-anchor": anchor, class: name, style }, text));
  if (!view.quiet) {
    for (const tick of roundTicks(y0, y1, Math.max(2, h / 34))) {
      line(tick === 0 ? "zero" : "rule", left, Y(tick), left + w, Y(tick));
      write(left - 7, Y(tick) + 4, "end", view.print ? view.print(tick) : number(tick, 2).replace(/\.?0+$/, ""));
    }
    for (const tick of roundTicks(x0, x1, Math.min(w / 42, view.whole ? x1 - x0 : 99)))
      write(X(tick), top + h + 17, "middle", number(tick, 2).replace(/\.?0+$/, ""));
    if (view.xTitle) write(left + w / 2, top + h + 34, "middle", view.xTitle, "axis");
  }
  for (const mark of view.marks ?? []) {
    line("guide", X(mark.x), top, X(mark.x), top + h, `${mark.colour ? `stroke:${mark.colour};` : ""}${mark.solid ? "stroke-dasharray:none;stroke-width:2" : ""}`);
    if (mark.label) write(X(mark.x) + (mark.before ? -6 : 6), top + 12 + (mark.down ?? 0) * h, mark.before ? "end" : "start", mark.label);
  }
  for (const { points, colour, dots, dash, corners, wide, kind } of view.curves) {
    const path = points.map(([x, y], k) =>
      (k === 0 ? `M${X(x)} ${Y(y)}` : corners ? `H${X(x)}V${Y(y)}` : `L${X(x)} ${Y(y)}`)).join("");
    root.append(shape("path", { class: kind ? `curve ${kind}` : "curve", d: path, style: `stroke:${colour};${wide ? `stroke-width:${wide};` : ""}`, "stroke-dasharray": dash }));
    if (dots) for (const [x, y] of points) root.append(shape("circle", { cx: X(x), cy: Y(y), r: dots, fill: colour }));
  }
  for (const { x, y, colour, r } of view.spots ?? [])
    root.append(shape("circle", { cx: X(x), cy: Y(y), r: r ?? 5, fill: "none", stroke: colour, "stroke-width": 2.5 }));
  for (const { x, y, text, colour, anchor } of view.texts ?? []) write(X(x), Y(y), anchor ?? "start", text, "series", `fill:${colour}`);
  if (view.pick) {
    const hit = shape("rect", { class: "hit", x: left, y: top, width: w, height: h });
    const at = (event) => {
      const [x] = spot(event, root);
      return x0 + ((x - left) / w) * (x1 - x0);
    };
    hit.onclick = (event) => view.pick(at(event));
    root.append(hit);
  }
  const named = view.curves.filter(({ kind, points }) => kind === undefined && points.length);
  const table = () => curveTable({ title: view.name ?? "", xTitle: view.xTitle, curves: named });
  return named.length ? withNumbers(root, () => [table()]) : root;
}
