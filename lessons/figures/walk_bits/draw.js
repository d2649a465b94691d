// What each letter of a row costs two models, beside the floor that the coins are.
import { node, number, put } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { plot } from "../kit/plot.js";
import { choice, keysLine, rich } from "../kit/widgets.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const ways = Object.keys(self.header.how);
  const state = { how: ways.indexOf(self.header.start.how) };
  const how = choice(words.how, ways.map((name) => [self.header.how[name]]), (at) => self.goTo({ how: at }));
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, how.root, self.buttons(words)), card);

  function paint() {
    const { models, letters, means } = self.header, way = ways[state.how];
    how.set(state.how);
    const values = (name) => letters.map((_, k) => [k + 1, self.arrays[name].at(k)]);
    const curves = models.map(({ name, hue }) => ({ points: values(`${name} ${way}`), colour: self.palette[hue], dots: 3.2, wide: 2.4 }));
    const top = Math.max(...["floor", ...models.map(({ name }) => `${name} ${way}`)].flatMap((name) => values(name).map(([, y]) => y)));
    const item = (colour, text, mean, dash) => node("span", { class: "legend-item" },
      node("i", { style: `border-color:${colour};background:${dash ? "none" : colour};${dash ? "border-style:dashed" : ""}` }), `${text}: ${number(mean, 3)} ${words.bits}`);
    put(card,
      node("p", { class: "label" }, rich(words.chart[way])),
      node("p", { class: "label" }, models.map(({ name, title, hue }) => item(self.palette[hue], title, means[`${name} ${way}`])), item(self.palette.ink, words.floor, means.floor, true)),
      plot({
        width: self.width() - 38, height: 290, x: [1, letters.length], y: [0, Math.ceil(top)], whole: true, xTitle: words.axis, name: words.chart[way].replaceAll("*", ""),
        curves: [...curves, { points: values("floor"), colour: self.palette.ink, dash: "6 4", wide: 2.4 }],
      }),
      node("p", { class: "verdict", role: "status" }, rich(self.header.told[way])),
      node("p", { class: "caption" }, words.row),
      node("div", { class: "letters", style: "flex-wrap:wrap" }, letters.map((letter) => node("span", { class: "letter", style: "width:auto;min-width:20px" }, letter))),
      node("p", { class: "caption" }, words.origin), keysLine(words));
    self.panel();
  }
  const go = (by) => self.goTo({ how: state.how + by });
  return {
    state, paint,
    counts: () => ({ how: ways.length }),
    keys: () => ({ ArrowLeft: () => go(-1), ArrowRight: () => go(1) }),
    address: () => [ways[state.how]],
    take: (before) => before.start.how !== self.header.start.how && (state.how = ways.indexOf(self.header.start.how)),
    restore: ([name]) => ways.includes(name) && (state.how = ways.indexOf(name)),
  };
});
