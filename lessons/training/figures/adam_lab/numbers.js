// Beside the lab: one step of one parameter, with the numbers filled into the formulas. All numbers
// come from arrays; nothing is computed here.
import { node, number, say } from "../../../figures/kit/core.js";
import { rich, section } from "../../../figures/kit/widgets.js";
import { answerTo, callText, recomputeRow } from "../../../figures/kit/recompute.js";

// About five significant digits, without trailing zeros.
export function short(value) {
  const rounded = Number(value.toPrecision(5));
  const size = Math.abs(rounded);
  const digits = size >= 1e4 ? 0 : size >= 1 ? 5 - String(Math.trunc(size)).length : size >= 0.1 ? 4 : size >= 1e-3 ? 6 : size >= 1e-4 ? 7 : 3;
  return number(rounded, digits).replace(/(\.\d*?)0+(?=$| )/, "$1").replace(/\.(?=$| )/, "");
}
const bracketed = (value) => (value < 0 ? `(${short(value)})` : short(value)); // for the middle of a formula

function line(name, formula, result, marked = "") {
  return node("div", { class: `line adam ${marked}` },
    node("span", { class: "name" }, name), node("span", {}, "="),
    node("span", {}, formula ? `${formula} = ` : "", node("span", { class: "result" }, result)));
}

// view: { words, about (settings of the view), at(name, back = 0), value(back), rate, name, kind, case_, step,
// which, slope: the formula of the gradient or null, source: the gradient's other origin }
export function stepPanel(view, options) {
  const { words, about, at, value, step, kind } = view;
  const asked = { view: view.view, case: view.case_, step };
  if (Number.isNaN(at("update"))) return section(words.this_step, view.which, node("p", { class: "note" }, words.ended));
  const g = at("gradient");
  const gradient = line("g", view.slope ?? view.source, short(g));
  const lines = []; // from the gradient to the step: the answer to the page's question
  const before = (name) => (step === 1 ? 0 : at(name, 1));
  const eps = "ε";
  const rate = short(view.rate);
  if (kind === "SGD") {
    lines.push(
      line("v", `${about.momentum} · ${bracketed(before("m"))} + ${bracketed(g)}`, short(at("m"))),
      line(words.move, `−${rate} · ${bracketed(at("m"))}`, short(at("move")), "now"));
  } else {
    const [m, v, m_hat, v_hat] = ["m", "v", "m_hat", "v_hat"].map((name) => at(name));
    const entering = at("entering");
    const raw = kind === "uncorrected";
    if (kind === "Adam + L2") lines.push(line("g′", `${bracketed(g)} + ${about.decay} · ${bracketed(value(0))}`, short(entering)));
    lines.push(
      line("m", `${about.beta1} · ${bracketed(before("m"))} + ${about.rest1} · ${bracketed(entering)}`, short(m)),
      line("v", `${about.beta2} · ${bracketed(before("v"))} + ${about.rest2} · ${bracketed(entering)}²`, short(v)),
      line("m̂", `${bracketed(m)} / (1 − ${about.beta1}^${step}) = ${bracketed(m)} / ${short(view.share(0))}`, short(m_hat), raw ? "unused" : ""),
      line("v̂", `${bracketed(v)} / (1 − ${about.beta2}^${step}) = ${bracketed(v)} / ${short(view.share(1))}`, short(v_hat), raw ? "unused" : ""),
      line(words.move, `−${rate} · ${bracketed(raw ? m : m_hat)} / (√${bracketed(raw ? v : v_hat)} + ${eps})`, short(at("move")), "now"));
    if (kind === "AdamW" && about.decay)
      lines.push(line(words.shrink, `−${rate} · ${about.decay} · ${bracketed(value(0))}`, short(at("shrink"))));
  }
  const shrunk = kind === "AdamW" && about.decay ? ` + ${bracketed(at("shrink"))}` : "";
  lines.push(line("θ", `${bracketed(value(0))} + ${bracketed(at("move"))}${shrunk}`, short(value(1))));
  const ratio = number(view.ratio, 2);
  const without = kind === "SGD" ? null
    : node("p", { class: "read telling" }, rich(say(kind === "uncorrected" ? words.uncorrected_now : words.uncorrected, { ratio })));
  const ask = options.ask ? () => options.ask(asked) : null;
  return section(words.this_step, view.which, node("div", { class: "sum" }, gradient, node("div", { class: "telling" }, lines)),
    without, recomputeRow(words, { ask, answer: answerTo(options.answer, asked), call: callText(asked) }));
}
