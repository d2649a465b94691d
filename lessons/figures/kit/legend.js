// The legend of a matrix.
import { css, node, number } from "./core.js";
import { paintCanvas } from "./matrix.js";

// from … to in the sheet's colours, and the meaning of hatching, if any.
export function legend(host, sheet, palette, [from, to], hatched) {
  const [long, high] = [120, 9];
  const strip = node("canvas", { width: long, height: high, "aria-hidden": "true" });
  const context = strip.getContext("2d");
  for (let x = 0; x < long; x++) {
    context.fillStyle = css(sheet.colour(from + ((to - from) * x) / (long - 1)));
    context.fillRect(x, 0, 1, high);
  }
  const end = (value) => node("span", {}, number(value, Number.isInteger(value) ? 0 : 1));
  host.replaceChildren(end(from), strip, end(to));
  if (!hatched) return;
  const sample = node("canvas", { "aria-hidden": "true" });
  paintCanvas(sample, { rows: 1, columns: 1, hatched: () => true }, palette, 16, 12);
  host.append(node("span", { class: "both" }, sample, hatched));
}
