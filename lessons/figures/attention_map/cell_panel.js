// "This cell": where one number comes from. q and k and their products, the sum, ÷ √d_k, the mask,
// the softmax; for the output the sum over the words. Every number was computed by the model or by
// transformer/measure/arithmetic.py; only the products of two float32 are made here, rounded as torch does.
import { fixed, node, number, say } from "../kit/core.js";

export const product = (a, b) => Math.fround(a * b);

const SHOWN = 2; // products in the one-line form; the rest unfold
const open = new WeakSet(); // panels whose products are unfolded

const role = (name, ...content) => node("span", { class: name }, content);
const signed = (value, digits) => (value < 0 ? `(${number(value, digits)})` : number(value, digits));

function line(name, value, { role = "", now = false, note = "", sign = "=" } = {}) {
  return node("div", { class: `line${now ? " now" : ""}` },
    node("span", { class: "name" }, ...[name].flat()),
    node("span", {}, sign),
    node("span", { class: `value ${role}` }, ...[value].flat(), note ? node("span", { class: "note" }, note) : null));
}

// The full list of products, with the sum underneath, behind "show all".
function products(words, host, heads, rows, total) {
  const table = node("table", {},
    node("thead", {}, node("tr", {}, heads.map(([text, role]) => node("th", { class: role, scope: "col" }, text)))),
    node("tbody", {}, rows.map(([which, ...cells]) =>
      node("tr", {}, node("td", { class: "which" }, which), cells.map((cell) => node("td", {}, cell))))),
    node("tfoot", {}, node("tr", {},
      node("th", { colspan: heads.length - 1, scope: "row" }, words.sum), node("td", {}, total))));
  const details = node("details", { class: "products" },
    node("summary", {}, say(words.all_products, { count: rows.length })), node("div", { class: "scroll" }, table));
  details.open = open.has(host);
  details.ontoggle = () => (details.open ? open.add(host) : open.delete(host));
  return details;
}

// view: { words, arrays, map, layer, head, row, column, dimension, step, rows, columns }
function chain(view, host) {
  const { words, arrays: a, head: h, row: i, column: j, step } = view;
  if (!a.query) // the layer shows its weights only
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
  // A step that the layer makes in its own way shows its result, and no arithmetic that is not true.
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
    own.scores ? null : products(words, host, [["", ""], ["q", "query"], ["k", "key"], ["q · k", ""]],
      terms.map(([q, k], c) => [String(c + 1), number(q), number(k), number(product(q, k))]), number(score)),
  ];
}

function mixture(view, host) {
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
    products(words, host, [["", ""], [words.weight, "weight"], ["v", "value_"], [words.product, ""]],
      terms.map(([word, w, v]) => [word, number(w), number(v), number(product(w, v))]), output),
  ];
}

// answer: what Python found when asked, for exactly this cell, or null.
function recomputing(view, { ask, answer, call }) {
  const { words } = view;
  if (!ask)
    return node("div", { class: "ask" }, role("note", words.recompute_here), node("code", { class: "call" }, call));
  const button = node("button", { type: "button", class: "press" }, words.recompute);
  button.onclick = () => {
    button.disabled = true;
    button.textContent = words.recomputing;
    ask();
  };
  if (!answer) return node("div", { class: "ask" }, button);
  const [kind, sentence] = answer.same ? ["chip good", words.same] : ["chip bad", words.differs];
  const found = say(sentence, { difference: answer.shown_difference, value: answer.shown_value });
  return node("div", { class: "ask" }, button, node("span", { class: kind, role: "status" }, found));
}

export function cellPanel(host, view, options) {
  const { words, line: source, row, rows, columns } = view;
  const isOutput = view.stage === "head_output";
  if (row === null) {
    const hint = node("p", { class: "note" }, words.nothing_locked);
    host.replaceChildren(node("section", { class: "panel" }, node("h3", {}, words.this_cell), hint));
    return;
  }
  const other = isOutput ? say(words.dimension, { number: view.dimension + 1 }) : columns[view.column].label;
  const [layer, head] = [view.layer + 1, view.head + 1];
  const title = say(words.cell_title, { row: rows[row].label, column: other, layer, head });
  host.replaceChildren(
    node("section", { class: "panel cell" },
      node("h3", {}, words.this_cell, node("span", { class: "which" }, title)),
      isOutput ? mixture(view, host) : chain(view, host),
      options.recomputable ? recomputing(view, options) : null),
    node("section", { class: "panel line-panel" },
      node("h3", {}, words.the_line),
      node("div", { class: "source" },
        node("div", { class: "file" }, `${source.file}:${source.number}`),
        node("div", { class: "code" }, source.code),
        node("div", { class: "note" }, `# (${source.axes.split(" ").join(", ")})`),
        node("div", { class: "note" }, `# (${source.shape.join(", ")})`),
        node("div", { class: "note probe" }, source.probe))));
}
