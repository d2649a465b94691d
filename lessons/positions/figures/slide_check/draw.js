// Judge the numbers of a slide: right, or a slip? The right number appears after each answer.
import { node, say } from "../../../figures/kit/core.js";
import { addressOf, restore } from "../../../figures/kit/choices.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, press, rich, section } from "../../../figures/kit/widgets.js";
import { answerTo, callText, recomputeRow } from "../../../figures/kit/recompute.js";

const heard = (text) => node("span", { class: "unseen" }, text); // only by a screen reader
const [RIGHT, SLIP, TOLD, OPEN] = ["r", "x", "t", "-"]; // of each cell: the answer, or that it was shown

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  const answers = self.header.slides.map(blank);
  function blank(slide) {
    return slide.rows.flat().map(() => (state.shown ? TOLD : OPEN));
  }

  const slide = () => self.header.slides[state.slide];
  const columns = () => slide().rows[0].length;
  const index = (i, j) => i * columns() + j;
  const answer = (i, j) => answers[state.slide][index(i, j)];
  const placeOf = (row, column) => say(words[slide().columns === "position" ? "product" : "cell"], { row, column });
  const rightText = (i, j) => slide().four[i][j];

  const tabs = choice(words.slides, self.header.slides.map((s) => [s.title, s.origin]), (at) => self.show({ slide: at, row: 0, column: 0 }));
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, tabs.root, self.buttons(words)), card);

  function paint() {
    tabs.set(state.slide);
    const { says, origin, rows, slips, explained, columns: axis } = slide();
    const given = answers[state.slide];
    const judged = given.filter((a) => a === RIGHT || a === SLIP).length;
    const known = given.filter((a) => a !== OPEN).length;
    const isRight = (a, k) => (a === SLIP) === slips.flat()[k];
    const rightly = given.filter((a, k) => (a === RIGHT || a === SLIP) && isRight(a, k)).length;
    const found = given.filter((a, k) => a === SLIP && slips.flat()[k]).length;
    const done = known === given.length;
    const total = { judged, all: given.length, rightly, found, slips: slips.flat().filter(Boolean).length };
    const head = node("tr", {}, node("td", { "aria-hidden": "true" }, "↓"), rows[0].map((_, j) => node("th", { scope: "col", class: j === state.column ? "on" : "" }, String(j))));
    const body = rows.map((cells, i) => node("tr", {},
      node("th", { scope: "row", class: i === state.row ? "on" : "" }, String(i)),
      cells.map((text, j) => {
        const told = answer(i, j) !== OPEN;
        const wrongly = (answer(i, j) === RIGHT || answer(i, j) === SLIP) && !isRight(answer(i, j), index(i, j));
        const kind = !told ? "" : slips[i][j] ? "slip" : "good";
        return node("td", { class: `${kind}${wrongly ? " wrongly" : ""}${i === state.row && j === state.column ? " chosen" : ""}` },
          press([
            heard(`${placeOf(i, j)}: `), node("span", { class: "was" }, text),
            told ? heard(` ${slips[i][j] ? words.legend_slip : words.legend_right} `) : null,
            wrongly ? heard(`${words.legend_wrong} `) : null,
            told && slips[i][j] ? node("span", { class: "is" }, rightText(i, j)) : null,
          ], () => self.show({ row: i, column: j })));
      })));
    const key = (name, text) => node("span", { class: "legend-item" }, node("i", { class: name }), text);
    card.replaceChildren(
      node("p", { class: "label" }, node("b", {}, says), " ", origin),
      node("p", { class: "formula" }, words.formula),
      node("div", { class: "split" }, node("div", { class: "printed" }, node("table", {},
        node("caption", {}, `${axis === "position" ? words.other : words.column} →`), node("thead", {}, head), node("tbody", {}, body))),
      node("div", { class: "verdict" },
      node("div", { class: "legend" }, key("good", words.legend_right), key("slip", words.legend_slip), key("wrongly", words.legend_wrong)),
      node("p", { class: "read", role: "status" }, say(done && judged ? words.score_all : words.score, total)),
      node("div", { class: "bar after" },
        press(words.show_all, () => tell(), { disabled: done }), press(words.again, () => forget(), { disabled: known === 0 })),
      node("p", { class: `caption${done ? " told" : ""}` }, done ? rich(explained) : words.later))),
      keysLine(words));
    panel();
  }
  function panel() {
    const { row: i, column: j } = state;
    const { lines, rows, right, slips, name, printed } = slide();
    const now = answer(i, j);
    const line = (text, sign, value, marked) => node("div", { class: `line wide${marked ? " now" : ""}` },
      node("span", { class: "name" }, text), node("span", {}, sign), node("span", {}, value));
    const steps = lines[i][j].map((text, k) => line("", k ? (text.startsWith("+") ? "" : "=") : "", text));
    const asked = { slide: name, row: i, column: j };
    const after = now === OPEN
      ? [node("p", { class: "note" }, words.think),
        node("div", { class: "ask" }, press(words.is_right, () => judge(RIGHT)), press(words.is_slip, () => judge(SLIP)))]
      : [node("p", { class: "read" }, say(words[verdict(now, slips[i][j])], { value: rightText(i, j) })),
        recomputeRow(words, {
          ask: self.options.ask ? () => self.options.ask(asked) : null, answer: answerTo(self.options.answer, asked), call: callText(asked),
        })];
    self.panel(section(words.this_cell, placeOf(i, j),
      node("div", { class: "sum" }, line(printed ? words.printed : words.given, "", rows[i][j]),
        node("p", { class: "note why" }, words.compute), steps,
        now === OPEN ? line("", "=", "?", true) : line("", "=", right[i][j], true)),
      after));
  }
  const verdict = (now, isSlip) =>
    `${now === TOLD ? "told" : (now === SLIP) === isSlip ? "yes" : "no"}_${isSlip ? "slip" : "right"}`;

  function judge(what) {
    const { row, column } = state;
    if (answer(row, column) !== OPEN) return;
    answers[state.slide][index(row, column)] = what;
    self.paint();
    self.tell(say(words[verdict(what, slide().slips[row][column])], { value: rightText(row, column) }));
  }
  function tell() {
    answers[state.slide] = answers[state.slide].map((a) => (a === OPEN ? TOLD : a));
    self.paint();
  }
  function forget() {
    answers[state.slide] = answers[state.slide].map(() => OPEN);
    self.paint();
  }
  return {
    paint, keys: () => ({ r: () => judge(RIGHT), x: () => judge(SLIP) }),
    address: () => [...addressOf(self.header, state), answers[state.slide].join("")],
    restore(parts) {
      restore(self.header, parts, state);
      const given = parts[3] ?? "";
      if (given.length === answers[state.slide].length && /^[rxt-]*$/.test(given)) answers[state.slide] = [...given];
    },
    take: (before) => self.header.start.shown && !before.start.shown && tell(),
  };
});
