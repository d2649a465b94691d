// A table of keys with their scores and weights, for one way to score at one temperature.
import { fixed, node, number, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { brief, choice, clip, keysLine, rich } from "../kit/widgets.js";
import { TABLE_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const indices = ({ way, temperature, row }) => ({
    way: self.header.ways.findIndex(({ name }) => name === way),
    at: self.header.temperatures.indexOf(temperature), row: row - 1,
  });
  const state = indices(self.header.start);
  const ways = choice(words.way, self.header.ways.map(({ button }) => [button]), (way) => self.goTo({ way }));
  const slider = node("input", { type: "range", min: 0, max: self.header.temperatures.length - 1, step: 1, "aria-label": words.temperature });
  slider.oninput = () => self.goTo({ at: Number(slider.value) });
  const said = node("b"), meant = node("span", { class: "meant" });
  const top = node("div"), table = node("div", { class: "runs" }), foot = node("div");
  self.body.append(
    node("div", { class: "bar" }, self.header.ways.length > 1 ? ways.root : null, self.buttons(words)),
    node("div", { class: "card" }, top, node("label", { class: "dial heat-dial" }, words.temperature, slider, said, meant), table, foot));

  const way = () => self.header.ways[state.way];
  const array = (name) => self.arrays[`${way().name}.${name}`];
  const many = (name) => Array.from({ length: array(name).sizes[1] }, (_, k) => array(name).at(state.at, k));
  function paint() {
    ways.set(state.way);
    slider.value = state.at;
    const temperature = self.header.temperatures[state.at];
    said.textContent = number(temperature, 3).replace(/\.?0+$/, "");
    const last = self.header.temperatures.length - 1;
    meant.textContent = state.at === 0 ? words.cold : state.at === last ? words.warm : temperature === 1 ? words.one : words.between;
    put(top, node("p", { class: "formula" }, way().formula),
      node("p", { class: "about" }, rich(way().about)),
      node("p", { class: "label" }, node("b", { style: `color:${self.palette.query}` }, `${words.query} ${way().query}`), ` · ${words.needs}: ${way().needs}`));
    const weights = many("weights"), best = weights.indexOf(Math.max(...weights));
    const head = (text) => node("th", { scope: "col" }, text);
    const line = (name, k) => node("tr", { class: k === best ? "best" : "" },
      node("th", { scope: "row", dir: "auto" }, name),
      node("td", { style: `color:${self.palette.key}` }, way().keys[k]), node("td", { class: "how" }, way().terms[k]),
      node("td", { class: "amount" }, brief(array("scores").at(k), 3)),
      node("td", {}, node("span", { class: "share wide" }, node("i", { style: `width:${100 * weights[k]}%;background:${self.palette.weight}` })), fixed(weights[k], 3)),
      node("td", { style: `color:${self.palette.value}` }, way().values[k]));
    put(table, node("table", { class: "scores" },
      node("thead", {}, node("tr", {}, [words.item, words.key, words.terms, words.score, words.weight, words.value].map(head))),
      node("tbody", {}, self.header.rows.map(line))));
    const output = many("head_output").map((value) => (value > 100 ? fixed(value, 1) : fixed(value, 3))).join(", ");
    put(foot, node("p", { class: "output", role: "status" }, say(words.output, { output })),
      node("p", { class: "caption" }, words.cited), keysLine(words));
    self.panel();
  }
  return {
    state, paint,
    counts: () => ({ way: self.header.ways.length, at: self.header.temperatures.length, row: self.header.rows.length }),
    keys: () => ({
      ArrowLeft: () => self.goTo({ at: state.at - 1 }), ArrowRight: () => self.goTo({ at: state.at + 1 }),
      ...(self.header.ways.length > 1 ? { ArrowUp: () => self.goTo({ way: state.way - 1 }), ArrowDown: () => self.goTo({ way: state.way + 1 }) } : {}),
    }),
    address: () => [way().name, state.at + 1],
    restore([name, at]) {
      const found = self.header.ways.findIndex((one) => one.name === name);
      if (found >= 0) Object.assign(state, { way: found, at: clip(at - 1, self.header.temperatures.length) });
    },
  };
}, { style: TABLE_STYLE });
