// Beside the lab: the origin of one number, and the step from position p to p + k.
import { node, number, say } from "../../../figures/kit/core.js";
import { brief, columnHead, section } from "../../../figures/kit/widgets.js";
import { answerTo, callText, recomputeRow } from "../../../figures/kit/recompute.js";
import { formula, frequency } from "./formulas.js";

const row = (name, value, now = false) =>
  node("div", { class: `line${now ? " now" : ""}` },
    node("span", { class: "name" }, name), node("span", {}, "="), node("span", {}, value));
const signed = (value) => (value < 0 ? `(${number(value, 3)})` : number(value, 3));
const plain = (value) => String(Number(value.toPrecision(7)));

// The lines that lead to one number of the table.
function steps(setting, p, j, words) {
  const { scheme, dimensions: d, base, positions } = setting;
  const note = (text) => node("p", { class: "note why" }, text);
  const wave = (name, exponent, divisor, about) => {
    const power = base ** (exponent / d);
    return [
      note(about),
      row(name, `${name}(${p} / ${plain(base)}^(${divisor}))`),
      row("", `${name}(${p} / ${plain(power)})`),
      row("", `${name}(${plain(p / power)})`),
    ];
  };
  const pair = Math.floor(j / 2);
  switch (scheme) {
    case "sinusoidal": {
      const [name, about] = j % 2 ? ["cos", words.dimension_is_cosine] : ["sin", words.dimension_is_sine];
      return wave(name, 2 * pair, `${2 * pair}/${d}`, say(about, { i: pair }));
    }
    case "concatenated": {
      const i = j % (d / 2);
      const [name, about] = j < d / 2 ? ["sin", words.first_half] : ["cos", words.second_half];
      return wave(name, 2 * i, `${2 * i}/${d}`, say(about, { i }));
    }
    case "unpaired":
      return wave(j % 2 ? "cos" : "sin", j, `${j}/${d}`, say(j % 2 ? words.own_exponent : words.as_in_paper, { j, d, even: 2 * pair }));
    case "rotary": {
      const angle = p * frequency(pair, d, base);
      const turned = j % 2 ? `sin ${number(angle)} + cos ${number(angle)}` : `cos ${number(angle)} − sin ${number(angle)}`;
      return [
        note(say(j % 2 ? words.turned_odd : words.turned, { i: pair })),
        row(words.angle, `${p} / ${plain(base)}^(${2 * pair}/${d})`), row("", turned),
      ];
    }
    case "binary":
      return [note(say(words.bit_of, { p, binary: p.toString(2) }))];
    case "learned":
      return [note(words.is_learned)];
    default:
      if (j > 0) return [note(words.is_zero)];
      return [note(words[`is_${scheme}`]), scheme === "normalised" ? row("", `${p} / ${Math.max(1, positions - 1)}`) : null];
  }
}

// These lines, unless the running code departs from the formula: then the arithmetic would not add up, so
// only the formula's value is shown.
function cause(view, p, j) {
  const { setting, words } = view;
  if (asInFormula(view, p, j)) return steps(setting, p, j, words);
  const value = brief(formula(setting, p, j), 6);
  return [node("p", { class: "note why" }, say(words.own_way, { value }))];
}
function asInFormula({ setting, arrays, sure }, p, j) {
  if (!sure || setting.scheme === "learned") return true;
  const expected = formula(setting, p, j);
  return Math.abs(expected - arrays.table.at(p, j)) <= 1e-4 * Math.max(1, Math.abs(expected));
}

function sum(view, p, q) {
  const { words, arrays: { table, products } } = view;
  const d = table.sizes[1];
  const terms = Array.from({ length: d }, (_, j) => [j, table.at(p, j), table.at(q, j)]);
  const start = terms.slice(0, 2).map(([, a, b], k) => `${k ? " + " : ""}${signed(a)} · ${signed(b)}`).join("");
  const total = brief(products.at(p, q), 6);
  const open = node("details", { class: "products" },
    node("summary", {}, say(words.all_products, { count: d })),
    node("div", { class: "scroll" }, node("table", {},
      node("thead", {}, node("tr", {}, ["", `PE(${p})`, `PE(${q})`, words.product].map((text) => columnHead(text)))),
      node("tbody", {}, terms.map(([j, a, b]) => node("tr", {},
        node("td", { class: "which" }, String(j)), [a, b, a * b].map((value) => node("td", {}, number(value)))))),
      node("tfoot", {}, node("tr", {}, node("th", { colspan: 3, scope: "row" }, words.sum), node("td", {}, total))))));
  open.open = d <= 8;
  return [row("", d > 2 ? `${start} + …` : start), row("", total, true), open];
}

// view: { words, setting, arrays, limits, sure (Python's numbers), cell: "table" | "product", p, j, q }
export function numberPanel(view, options) {
  const { words, setting, cell, p, j, q, arrays } = view;
  const asked = { cell, position: p, at: cell === "table" ? j : q };
  const title = cell === "table" ? say(words.cell_title, { p, j }) : say(words.product_title, { p, q });
  const lines = cell === "table"
    ? [cause(view, p, j), row("", brief(arrays.table.at(p, j), 6), true)]
    : sum(view, p, q);
  const ask = options.ask ? () => options.ask(asked) : null;
  return section(words.this_number, title, node("div", { class: "sum" }, lines),
    view.sure ? recomputeRow(words, { ask, answer: answerTo(options.answer, asked), call: callText(asked) })
      : node("p", { class: "note" }, options.home === "app" ? words.stale : words.only_preview));
}

// PE(p + k) = M_k · PE(p), for the pair of the chosen dimension; then the largest error of all.
export function shiftPanel(view, options) {
  const { words, setting, arrays, p, q, j, limits, sure } = view;
  if (!view.waves) return null;
  const [k, d] = [q - p, setting.dimensions];
  const [from, to] = k >= 0 ? [p, q] : [q, p];
  const far = to - from;
  const matrix = [];
  const i = Math.floor(j / 2);
  if (setting.scheme === "sinusoidal" && asInFormula(view, from, 2 * i) && asInFormula(view, to, 2 * i)) {
    const turn = far * frequency(i, d, setting.base);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const bracket = (rows) => node("table", { class: "bracket" }, rows.map((cells) =>
      node("tr", {}, cells.map((value) => node("td", {}, number(value, 3))))));
    const at = (place) => bracket([[arrays.table.at(place, 2 * i)], [arrays.table.at(place, 2 * i + 1)]]);
    matrix.push(
      node("p", { class: "note" }, words.shift_rule),
      node("div", { class: "equation" }, bracket([[c, s], [-s, c]]), at(from), "=", at(to)),
      node("p", { class: "note" }, say(words.shift_pair, { i, p: from })));
  }
  const error = sure && far < limits.shifts ? number(arrays.shift_errors.at(far), 2) : null;
  const found = !sure ? (options.home === "app" ? words.shift_preview : words.only_preview)
    : error === null ? say(words.shift_far, { most: limits.shifts - 1 })
    : say(view.paired ? words.shift_good : words.shift_bad, { error, count: limits.checked });
  return section(words.shift_title, say(words.shift_formula, { k: far }), ...matrix,
    node("p", { class: `read ${error !== null && !view.paired ? "bad" : ""}` }, found));
}
