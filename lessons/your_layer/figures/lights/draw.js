// The contract checks of a layer; for the chosen one, what failed and which code measured it.
import { diverging, node, put, shortNumber } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { matrix } from "../../../figures/kit/matrix.js";
import { keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { LIGHTS_STYLE } from "./style.js";

const CELL = 44; // pixels

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const list = node("div", { class: "lamps", role: "group", "aria-label": words.list });
  const detail = node("div", { class: "detail", role: "status" });
  const head = node("p", { class: "label" }), foot = node("div");
  self.body.append(
    node("div", { class: "bar" }, self.buttons(words)),
    node("div", { class: "card" }, head, node("div", { class: "lit" }, list, detail), foot));

  const chosen = () => self.header.lights[state.light];
  const lamp = ({ sign, state: of }) => node("span", { class: `lamp ${of} telling`, "aria-hidden": "true" }, sign);
  const row = (light, k) => press("", () => self.goTo({ light: k }), { class: "row", "aria-pressed": k === state.light });

  // The part of the matrix around the failing cell, with its row and column outlined.
  function grid({ name, cell }) {
    const values = self.arrays[name];
    if (!values) return null;
    const [rows, columns] = values.sizes, [row, column] = cell.at;
    const all = Array.from({ length: rows * columns }, (_, k) => Math.abs(values.at(Math.trunc(k / columns), k % columns)));
    const most = Math.max(...all.filter(Number.isFinite), 0) || 1;
    const numbered = (count) => Array.from({ length: count }, (_, k) => ({ label: String(k) }));
    const sheet = {
      rows, columns, at: (i, j) => values.at(i, j), hatched: () => false, shows: () => true,
      colour: diverging(self.palette, self.palette.weight_full, 1.6 * most), print: (value, fewer) => shortNumber(value, false, fewer),
    };
    const host = node("div", { class: "scroller" });
    const high = Math.min(CELL, 36);
    const made = matrix(host, {
      rows: numbered(rows), columns: numbered(columns), wide: CELL, high, sheet, palette: self.palette,
      family: getComputedStyle(self.body).fontFamily, pick: () => {}, hover: () => {}, describe: (i, j) => String(values.at(i, j)),
    });
    made.paint(sheet, row, column);
    return node("div", { class: "telling" }, node("p", { class: "label axes" }, node("b", {}, cell.numbers), ` · ${cell.rows} ↓  ${cell.columns} →`), host);
  }
  function told(light) {
    const fact = (name, text, kind = "", told = "") =>
      (text ? [node("dt", { class: told }, name), node("dd", { class: `${kind} ${told}`, dir: "auto" }, text)] : null);
    const found = (name, text, kind) => fact(name, text, kind, "telling"); // measured here; the text of the contract is always visible
    const source = light.source ? press(state.source ? words.hide : words.show, () => self.goTo({ source: 1 - state.source }), { class: "link", "aria-expanded": state.source === 1 }) : null;
    put(detail,
      node("h2", {}, lamp(light), light.name, node("span", { class: "which telling" }, light.word)),
      node("p", { class: "says telling", dir: "auto" }, light.says),
      node("dl", { class: "said" },
        found(words.cell, light.cell?.text), found(words.likely, light.likely), found(words.look_at, light.state === "red" && light.look_at, "code"),
        fact(words.asks, light.asks), fact(words.test, light.test && [light.test, " ", source], "code")),
      light.cell ? grid(light) : null,
      light.source && state.source ? node("pre", { class: "source" }, light.source) : null);
  }
  function paint() {
    const summary = node("span", { class: "telling" }, self.header.summary);
    head.replaceChildren(node("b", {}, self.header.title), " · ", summary);
    put(list, self.header.lights.map((light, k) => put(row(light, k),
      lamp(light), node("span", { class: "text" }, node("b", {}, light.name), " ",
        node("i", { class: "telling" }, light.word), node("span", { class: "short telling", dir: "auto" }, light.says)))));
    told(chosen());
    put(foot, self.header.beside ? node("p", { class: "verdict telling" }, rich(self.header.beside)) : null,
      node("p", { class: "caption" }, words.hint), keysLine(words));
    self.panel();
  }
  return {
    paint,
    // Another layer opens at its first red check; the same layer, measured again, keeps its state.
    take: (before) => before.title !== self.header.title && self.reopen(),
  };
}, { style: LIGHTS_STYLE });
