// Two views of the lab: the table beside one of its waves, and the dot products beside one of their rows.
import { diverging, node, number, say } from "../../../figures/kit/core.js";
import { legend } from "../../../figures/kit/legend.js";
import { brief, rich } from "../../../figures/kit/widgets.js";
import { heat } from "./heat.js";
import { plot } from "../../../figures/kit/plot.js";
import { offsetCurve } from "./curves.js";

// The largest absolute value in the array, and whether all values are integers.
function extent({ sizes: [n, m], at }) {
  let [most, whole] = [0, true];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      most = Math.max(most, Math.abs(at(i, j)));
      whole &&= Number.isInteger(at(i, j));
    }
  return { most: most || 1, whole };
}
const shortly = (whole) => (value) => number(Number(value.toPrecision(7)), whole ? 0 : Math.abs(value) >= 100 ? 1 : 4);
function colours(palette, scale) {
  const strip = node("div", { class: "legend" });
  legend(strip, { colour: diverging(palette, palette.weight_full, scale) }, palette, [-scale, scale], "");
  return strip;
}

// view: { words, arrays, spread, state, width, tall, palette, show(change) }
export function tablePart({ words, arrays, state, width, tall, palette, show }, caption) {
  const { table, wavelengths } = arrays;
  const [n, d] = table.sizes;
  const { position: p, dimension: j, setting } = state;
  const read = node("p", { class: "read soft" });
  const idle = () => say(words.tip, { p, j, value: brief(table.at(p, j)) });
  read.textContent = idle();
  const pair = setting.scheme === "concatenated" ? j % (d / 2) : Math.floor(j / 2);
  const points = Array.from({ length: n }, (_, at) => [at, table.at(at, j)]);
  const { most: scale, whole } = extent(table);
  const low = Math.min(0, ...points.map(([, y]) => y));
  const top = Math.max(...points.map(([, y]) => y));
  const high = top > low ? top : low + 1;
  const repeats = wavelengths ? say(words.wavelength, { wavelength: number(wavelengths.at(pair), 1) }) : "";
  return [node("div", {},
    node("p", { class: "label" }, node("b", {}, setting.scheme === "rotary" ? words.rotary_title : words.table_title)),
    heat({
      rows: n, columns: d, width, height: tall, at: table.at, scale, palette, print: shortly(whole),
      axes: [words.rows, words.columns], row: p, column: j, name: words.table_title,
      pick: (i, at) => show({ position: i, dimension: at }),
      hover: (i, at) => (read.textContent = i === null ? idle() : say(words.tip, { p: i, j: at, value: brief(table.at(i, at)) })),
    }),
    read, colours(palette, scale)),
  node("div", { class: "telling" }, // a wave is visible when it comes back
    node("p", { class: "label" }, node("b", {}, say(words.wave_title, { j })), " ", repeats),
    plot({
      width, height: 230, x: [0, Math.max(1, n - 1)], y: low < 0 && scale <= 1.5 ? [-scale, scale] : [low, high], whole: true, xTitle: words.position_axis, name: say(words.wave_title, { j }),
      curves: [{ points, colour: palette.key, dots: n <= 40 ? 3 : 0, corners: false }],
      spots: [{ x: p, y: table.at(p, j), colour: palette.query }],
      pick: (x) => show({ position: Math.round(x) }),
    }),
    node("p", { class: "read" }, rich(caption)))];
}
export function productsPart({ words, arrays, spread, state, width, tall, palette, show }) {
  const { products, kernel } = arrays;
  const n = products.sizes[0];
  const { position: p, other: q } = state;
  const read = node("p", { class: "read soft" });
  const tip = (a, b) => say(words.tip_product, { p: a, q: b, value: brief(products.at(a, b)) });
  read.textContent = tip(p, q);
  const { most: scale, whole } = extent(products);
  const even = spread <= 1e-5 * scale;
  return [node("div", {},
    node("p", { class: "label" }, node("b", {}, words.products_title)),
    heat({
      rows: n, columns: n, width, height: tall, at: products.at, scale, palette, print: shortly(whole),
      axes: [words.rows, words.other], row: p, column: q, name: words.products_title,
      pick: (a, b) => show({ position: a, other: b }),
      hover: (a, b) => (read.textContent = a === null ? tip(p, q) : tip(a, b)),
    }),
    read, colours(palette, scale)),
  node("div", {},
    offsetCurve({
      words, products, kernel, p, q, width, palette,
      pick: (other) => show({ other }),
    }),
    node("p", { class: "read" }, say(words.spread, { spread: number(spread, 2) }), " ", rich(even ? words.spread_same : words.spread_differs)))];
}
