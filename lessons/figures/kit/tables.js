// "Show the numbers": the numbers of a figure's drawings as tables, for readers who cannot see the drawings. A table is
// built when its fold is opened, from the arrays that the drawing reads.
import { node, say } from "./core.js";
import { brief, columnHead } from "./widgets.js";

const MOST_SHOWN = 64; // rows or columns of a table; of more, these are evenly spaced
const tablesOf = new WeakMap(); // of a drawing: a function that returns its tables

// tables(): [{ title, corner, rows, columns, at(i, j), hatched(i, j), print(number) }]; rows and columns are labels;
// `hatched` numbers are not shown, and `at` can also return a text.
export function withNumbers(drawing, tables) {
  drawing.toggleAttribute("data-numbers", true);
  tablesOf.set(drawing, tables);
  return drawing;
}

// Curves over a common x. curves: [{ name, points: [[x, y]] }].
export function curveTable({ title = "", xTitle = "", curves, print }) {
  const columns = curves.map(({ points }) => new Map(points));
  const places = [...new Set(curves.flatMap(({ points }) => points.map(([x]) => x)))];
  if (places.every(Number.isFinite)) places.sort((a, b) => a - b);
  return {
    title, corner: xTitle, rows: places.map((x) => (Number.isFinite(x) ? brief(x) : String(x))), print,
    columns: curves.map(({ name }, k) => name || (curves.length > 1 ? String(k + 1) : title)),
    at: (i, j) => columns[j].get(places[i]) ?? NaN,
  };
}

// The text of a title or name of Plotly, which reads it as HTML.
const textOf = (html) => new DOMParser().parseFromString(html ?? "", "text/html").body.textContent;
// The numbers of a chart as tables: points that have names, and curves.
export function chartTables({ data, layout }, heading) {
  const axes = layout.scene ?? layout, title = (name) => textOf(axes[`${name}axis`]?.title?.text) || name;
  const seen = data.filter(({ visible, x }) => visible !== false && x?.some((value) => value !== null));
  const cloud = seen.filter(({ hovertext, z }) => hovertext || z);
  const curves = seen.filter((trace) => !cloud.includes(trace));
  const named = cloud.filter(({ hovertext }) => hovertext).map(({ name, hovertext, ...points }) => ({
    title: textOf(name), rows: hovertext.map(textOf), columns: (points.z ? ["x", "y", "z"] : ["x", "y"]).map(title),
    at: (i, axis) => points["xyz"[axis]][i],
  }));
  const shown = curves.filter(({ hoverinfo }) => hoverinfo !== "skip")
    .map(({ name, x, y }) => ({ name: textOf(name), points: [...x].map((place, k) => [place, y[k]]) }));
  const above = heading || textOf(axes.yaxis?.title?.text);
  return shown.length ? [curveTable({ title: above, xTitle: title("x"), curves: shown }), ...named] : named;
}

const unbold = (text) => text.replaceAll("**", "");
const labelOf = (label, k) =>
  (label.label === undefined ? String(label) : (label.label || label.full || String(k + 1)) + (label.next ?? ""));
function evenly(labels) {
  const step = Math.max(1, Math.ceil(labels.length / MOST_SHOWN));
  return labels.map((label, at) => ({ at, name: labelOf(label, at) })).filter(({ at }) => at % step === 0);
}
function cellText(value, print = brief) {
  if (value === null || Number.isNaN(value)) return "–";
  return typeof value === "number" && Number.isFinite(value) ? print(value) : String(value).replace("-Infinity", "−∞");
}
function tableOf({ title, corner = "", rows, columns, at, hatched, print }, { words, says }) {
  const [down, across] = [evenly(rows), evenly(columns)];
  const cut = down.length < rows.length || across.length < columns.length;
  const sizes = { rows: down.length, of_rows: rows.length, columns: across.length, of_columns: columns.length };
  const cell = (i, j) => (hatched?.(i, j) && Number.isFinite(at(i, j)) ? "–" : cellText(at(i, j), print));
  return node("div", { class: "scroll", tabindex: "0" }, node("table", {},
    node("caption", {}, unbold(title), cut ? ` · ${say((says ?? words).numbers_cut, sizes)}` : ""),
    node("thead", {}, node("tr", {}, columnHead(corner), across.map(({ name }) => columnHead(name)))),
    node("tbody", {}, down.map(({ at: i, name }) => node("tr", {},
      node("th", { scope: "row" }, name), across.map(({ at: j }) => node("td", {}, cell(i, j))))))));
}

// The label above a drawing.
function labelBefore(drawing) {
  for (let part = drawing; part && !part.matches(".gb"); part = part.parentElement)
    if (part.previousElementSibling?.matches(".label")) return part.previousElementSibling.textContent;
  return "";
}

// The fold under a figure. places(): the elements with its drawings. Returns { root, refresh(header) }.
export function numbersFold(places) {
  const [summary, inside] = [node("summary"), node("div")];
  let shown = null;
  const drawings = () => places().flatMap((place) => [...place.querySelectorAll("[data-numbers]")]);
  // What answers an open question is hidden here as well.
  const tells = (drawing) => drawing.closest(".telling, [data-veiled]") || drawing.querySelector(".telling");
  const covered = (drawing) => ({ class: tells(drawing) ? "telling" : null });
  const tables = (drawing) => tablesOf.get(drawing)().map((table) => node("div", covered(drawing),
    tableOf({ ...table, title: table.title || labelBefore(drawing) || shown.title }, shown)));
  const build = () => inside.replaceChildren(...(root.open ? drawings().flatMap(tables) : []));
  const root = node("details", { class: "products numbers off-stage", ontoggle: build }, summary, inside);
  return {
    root,
    refresh(header) {
      shown = header;
      summary.textContent = (header.says ?? header.words).numbers;
      root.hidden = !drawings().length;
      if (root.open) build();
    },
  };
}
