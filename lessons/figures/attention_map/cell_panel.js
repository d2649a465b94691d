// "This cell": the computation of one number. q and k, their products, the sum, ÷ √d_k, the mask,
// the softmax; for the output, the sum over the words. The model or
// transformer/measure/attention/arithmetic.py computed every number; only products of two float32 are
// computed here, rounded as in torch.
import { fixed, node, number, say } from "../kit/core.js";
import { recomputeRow } from "../kit/recompute.js";
import { section } from "../kit/widgets.js";

export const product = (a, b) => Math.fround(a * b);

const SHOWN = 2; // products in the one-line form; the rest is folded

const role = (name, ...content) => node("span", { class: name }, content);
const signed = (value, digits) => (value < 0 ? `(${number(value, digits)})` : number(value, digits));

function line(name, value, { role = "", now = false, note = "", sign = "=" } = {}) {
  return node("div", { class: `line${now ? " now" : ""}` },
    node("span", { class: "name" }, ...[name].flat()),
    node("span", {}, sign),
    node("span", { class: `value ${role}` }, ...[value].flat(), note ? node("span", { class: "note" }, note) : null));
}

// The full list of products, with the sum below, behind "show all"; it stays open once opened.
function products({ words, folds }, heads, rows, total) {
  const table = node("table", {},
    node("thead", {}, node("tr", {}, heads.map(([text, role]) => node("th", { class: role, scope: "col" }, text)))),
    node("tbody", {}, rows.map(([which, ...cells]) =>
      node("tr", {}, node("td", { class: "which" }, which), cells.map((cell) => node("td", {}, cell))))),
    node("tfoot", {}, node("tr", {},
      node("th", { colspan: heads.length - 1, scope: "row" }, words.sum), node("td", {}, total))));
  const details = node("details", { class: "products" },
    node("summary", {}, say(words.all_products, { count: rows.length })), node("div", { class: "scroll" }, table));
  details.open = folds.open;
  details.ontoggle = () => (folds.open = details.open);
  return details;
}

// view: { words, folds: { open }, arrays, layer, head, row, column, dimension, step, stage, own, line, rows, columns }
function chain(view) {
  const { words, arrays: a, head: h, row: i, column: j, step } = view;
  if (!a.query) // the layer shows only its weights
    return [node("div", { class: "sum" },
      line(words.weight, number(a.weights.at(h, i, j)), { now: true, role: "weight strong", note: words.own_way }))];
  const size = a.query.sizes[2];
  const axes = Array.from({ length: size }, (_, c) => c);
  const terms = axes.map((c) => [a.query.at(h, i, c), a.key.at(h, j, c)]);
  const pieces = terms.slice(0, SHOWN).map(([q, k], c) =>
    [c ? " + " : "", role("query", fixed(q, 2)), "·", role("key", fixed(k, 2))]);
  const score = a.scores.at(h, i, j);
  const masked = a.masked.at(h, i, j);
  const [exp, total] = [a.exponentials.at(h, i, j), a.sums.at(h, i)];
  const forbidden = masked === -Infinity;
  // A step with the layer's own computation shows only its result, because the arithmetic would be wrong.
  const own = Object.fromEntries(view.own.map((stage) => [stage, words.own_way]));
  return [
    node("div", { class: "sum" },
      own.scores ? null
        : line([role("query", "q"), " · ", role("key", "k")], [...pieces, size > SHOWN ? " + …" : ""], { now: step === 0 }),
      line(own.scores ? words.own_score : "", number(score), { now: step === 0, note: own.scores }),
      line(own.scaled ? words.own_scaled : ["÷ √", String(size)], number(a.scaled.at(h, i, j)),
        { now: step === 1, note: own.scaled }),
      line(words.plus_mask, number(masked), { now: step === 2, note: own.masked ?? (forbidden ? words.forbidden : "") }),
      own.weights ? null : line(words.softmax, [`e^${signed(masked)} / Σ`], { now: step === 3 }),
      own.weights ? null : line("", `${number(exp)} / ${number(total)}`, { now: step === 3 }),
      line(own.weights ? words.softmax : "", number(a.weights.at(h, i, j)),
        { now: step === 3, role: "weight strong", note: own.weights }),
      own.weights || Number.isFinite(total) ? null : node("p", { class: "note" }, words.overflow)),
    own.scores ? null : products(view, [["", ""], ["q", "query"], ["k", "key"], ["q · k", ""]],
      terms.map(([q, k], c) => [String(c + 1), number(q), number(k), number(product(q, k))]), number(score)),
  ];
}

function mixture(view) {
  const { words, arrays: a, head: h, row: i, dimension: c, columns } = view;
  const terms = columns.map((word, j) => [word.label, a.weights.at(h, i, j), a.value.at(h, j, c)]);
  const largest = [...terms].sort((x, y) => Math.abs(product(y[1], y[2])) - Math.abs(product(x[1], x[2]))).slice(0, 3);
  const more = terms.length - largest.length;
  const output = number(a.head_output.at(h, i, c));
  if (view.own.includes("head_output"))
    return [node("div", { class: "sum" }, line("", output, { now: true, role: "value_ strong", note: words.own_way }))];
  return [
    node("div", { class: "sum" },
      largest.map(([word, weight, value], n) => line(n ? "" : words.weight_times_value,
        [role("weight", number(weight)), "·", role("value_", number(value)), role("note", word)],
        { sign: n ? "+" : "=" })),
      more > 0 ? line("", say(words.more_words, { count: more }), { sign: "+" }) : null,
      line("Σ", output, { now: true, role: "value_ strong" })),
    products(view, [["", ""], [words.weight, "weight"], ["v", "value_"], [words.product, ""]],
      terms.map(([word, w, v]) => [word, number(w), number(v), number(product(w, v))]), output),
  ];
}

// The sections of the panel. about: { ask, answer, call } for recomputing this cell.
export function cellPanel(view, about) {
  const { words, line: source, row, rows, columns } = view;
  const isOutput = view.stage === "head_output";
  if (row === null) return [section(words.this_cell, "", node("p", { class: "note" }, words.nothing_locked))];
  const other = isOutput ? say(words.dimension, { number: view.dimension + 1 }) : columns[view.column].label;
  const [layer, head] = [view.layer + 1, view.head + 1];
  const cell = section(words.this_cell, say(words.cell_title, { row: rows[row].label, column: other, layer, head }),
    isOutput ? mixture(view) : chain(view),
    view.arrays.query ? recomputeRow(words, about) : null);
  cell.classList.add("cell");
  const made = section(words.the_line, "",
    node("div", { class: "source" },
      node("div", { class: "file" }, `${source.file}:${source.number}`),
      node("div", { class: "code" }, source.code),
      node("div", { class: "note" }, `# (${source.axes.split(" ").join(", ")})`),
      node("div", { class: "note" }, `# (${source.shape.join(", ")})`),
      node("div", { class: "note probe" }, source.probe)));
  made.classList.add("line-panel");
  return [cell, made];
}
