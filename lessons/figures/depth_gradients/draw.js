// The size of every layer's gradient, in stacks that are put together differently.
import { fixed, node, number, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, keysLine, press, rich } from "../kit/widgets.js";
import { plot } from "../kit/plot.js";
import { DEPTH_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { words, depths, ways, seeds, sizes } = self.header;
  const read = ({ depth, way }) => ({ depth: depths.indexOf(depth), way: way - 1 });
  const state = read(self.header.start);
  const picker = choice(words.depth, depths.map((depth) => [String(depth)]), (depth) => self.goTo({ depth }));
  const way = choice(words.ways, ways.map(({ title }) => [title]), (k) => self.goTo({ way: k }));
  const play = press(words.play, self.toggle);
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, node("span", { class: "label" }, words.depth), picker.root, node("div", { class: "player" }, play), self.buttons(words)),
    node("div", { class: "bar" }, way.root), card);

  // Powers of ten, however small: "10⁻⁶" would need letters that not every font has.
  const power = (log) => (Math.abs(log) < 3 ? number(10 ** log, log < 0 ? 2 : 1) : (10 ** log).toExponential(0).replace("-", "−").replace("+", ""));
  const values = (name, count) => Array.from({ length: count }, (_, k) => [k + 1, self.arrays[name].at(k)]);
  function paint() {
    [picker.set(state.depth), way.set(state.way)];
    play.textContent = self.playing() ? words.pause : words.play;
    const depth = depths[state.depth], width = self.width() - 38;
    const height = self.isFull() ? Math.max(130, Math.min(260, self.screen() - 412)) : 260;
    const colour = ({ hue }) => self.palette[hue];
    const curves = ways.flatMap((one, k) => [
      ...(k === state.way ? seeds.map((_, seed) => ({
        points: Array.from({ length: depth }, (_, layer) => [layer + 1, self.arrays[`${one.name} ${depth}`].at(seed, layer)]), colour: colour(one), wide: 1,
      })) : []),
      { points: values(`${one.name} ${depth} mean`, depth), colour: colour(one), wide: k === state.way ? 4 : 1.8, dots: depth < 7 ? 3 : 0 },
    ]);
    const all = curves.flatMap(({ points }) => points.map(([, y]) => y));
    const [low, high] = [Math.floor(Math.min(...all) - 0.3), Math.ceil(Math.max(...all) + 0.3)];
    const named = ways.map((one) => ({ x: depth, y: self.arrays[`${one.name} ${depth} mean`].at(depth - 1), text: one.title, colour: colour(one), middle: true }));
    named.sort((a, b) => b.y - a.y).forEach((text, k) => { // names must not lie on each other
      if (k) text.y = Math.min(text.y, named[k - 1].y - (high - low) * (17 / (height - 44)));
    });
    const row = (one, k) => node("tr", { class: k === state.way ? "on" : "", onclick: () => self.goTo({ way: k }) },
      node("th", { scope: "row" }, node("i", { class: "dot", style: `background:${colour(one)}` }), one.title),
      [0, depth - 1].map((layer) => node("td", {}, power(self.arrays[`${one.name} ${depth} mean`].at(layer)))),
      node("td", {}, power(Math.log10(self.arrays.loss.at(k, state.depth)))), node("td", {}, fixed(self.arrays.alike.at(k, state.depth), 2)));
    const plotted = Math.max(260, width - 132);
    card.replaceChildren(
      node("p", { class: "label off-stage" }, node("b", {}, words.chart)),
      node("div", { class: "with-names" }, plot({
        width: plotted, height, x: [1, depth], y: [low, high], whole: true, xTitle: words.layer, left: 62, name: words.chart, curves,
        print: (y) => (Number.isInteger(y) ? power(y) : ""), texts: named.map((text) => ({ ...text, x: depth + (depth - 1) * (8 / plotted) })),
      })),
      node("div", { class: "told" },
        node("p", { class: "read", role: "status" }, rich(ways[state.way].says)),
        node("table", { class: "by-way" }, node("thead", {}, node("tr", {}, words.columns.map((name) => node("th", {}, name)))), node("tbody", {}, ways.map(row)))),
      node("p", { class: "caption" }, words.about),
      node("p", { class: "caption" }, say(words.seeds, { sizes, seeds: seeds.join(", ") })), keysLine(words));
    self.panel();
  }
  const move = (by, along) => self.goTo({ depth: Math.max(0, state.depth + by), way: Math.max(0, state.way + along) });
  return {
    state, paint,
    counts: () => ({ depth: depths.length, way: ways.length }),
    keys: () => ({ ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1), " ": self.toggle }),
    address: () => [depths[state.depth], state.way + 1],
    restore: ([depth, way]) => Object.assign(state, { depth: Math.max(0, depths.indexOf(Number(depth))), way: way - 1 }),
    take: (before) => self.header.start !== before.start && Object.assign(state, read(self.header.start)),
    play: { pace: () => 1500, ended: () => state.depth === depths.length - 1, rewind: () => (state.depth = 0), next: () => (state.depth += 1) },
  };
}, { style: DEPTH_STYLE });
