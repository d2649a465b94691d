// One number of the figure, recomputed by Python.
import { node, say } from "./core.js";
import { press } from "./widgets.js";

// "Recompute": asks Python in the app; elsewhere it shows the call. `answer` is for this cell, or null.
export function recomputeRow(words, { ask, answer, call }) {
  if (!ask)
    return node("div", { class: "ask" },
      node("span", { class: "note" }, words.recompute_here), node("code", { class: "call" }, call));
  const button = press(words.recompute, () => {
    if (button.ariaDisabled) return;
    button.ariaDisabled = "true"; // a disabled button would lose the focus
    button.textContent = words.recomputing;
    ask();
  }, { class: "press" });
  if (!answer) return node("div", { class: "ask" }, button);
  const [kind, sentence] = answer.same ? ["chip good", words.same] : ["chip bad", words.differs];
  const found = say(sentence, { difference: answer.shown_difference, value: answer.shown_value });
  return node("div", { class: "ask" }, button, node("span", { class: kind, role: "status" }, found));
}
export const callText = (cell) =>
  `figure.recompute(${Object.entries(cell).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")})`;
// Whether Python's answer belongs to this cell.
export const answerTo = (answer, cell) =>
  answer && Object.keys(cell).every((name) => answer.cell[name] === cell[name]) ? answer : null;
