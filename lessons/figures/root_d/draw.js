// Longer and longer vectors: what becomes of the weights and of their gradient, divided by √d_k and not.
import { fixed, node, number, put, say, shape } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { keysLine, press, rich } from "../kit/widgets.js";
import { plot } from "../kit/plot.js";

const WAYS = ["plain", "divided"];
const LARGE = 32; // from here on the text speaks of saturation

export const draw = drawing((self) => {
  const { words, sizes } = self.header;
  const last = sizes.length - 1;
  const state = { at: sizes.indexOf(self.header.start.size) };
  const slider = node("input", { type: "range", min: 0, max: last, step: 1, "aria-label": words.size });
  slider.oninput = () => self.goTo({ at: Number(slider.value) });
  const said = node("b"), play = press(words.play, self.toggle), body = node("div");
  self.body.append(
    node("div", { class: "bar" }, node("div", { class: "player" }, play),
      node("label", { class: "dial" }, words.size, slider, said), self.buttons(words)),
    node("div", { class: "card" }, body));
  const value = (way, name) => self.arrays[`${way}.${name}`].at(state.at);
  const exponent = (way) => {
    const power = self.arrays[`${way}.exponent`].at(state.at); // float32 itself ends at 1e−38
    return power > -3 ? number(value(way, "gradient"), 4) : `10${superscript(Math.round(power))}`;
  };
  const superscript = (whole) => String(whole).replace(/[-\d]/g, (sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻");

  function bars(way, width) {
    const weights = self.arrays[`${way}.weights`], count = weights.sizes[1], height = 110;
    const root = shape("svg", { class: "plot", width, height, role: "img", "aria-label": words.weights });
    const wide = width / count;
    root.append(shape("line", { class: "rule", x1: 0, x2: width, y1: height - 1, y2: height - 1 }));
    for (let k = 0; k < count; k++) {
      const high = Math.max(1, weights.at(state.at, k) * (height - 4));
      root.append(shape("rect", { x: k * wide + 0.5, y: height - high, width: Math.max(1, wide - 1), height: high, fill: self.palette.weight }));
    }
    return root;
  }
  function half(way, width) {
    const line = (name, text) => node("div", { class: "spread" }, node("span", {}, say(words[name], { most: fixed(self.header.most, 2) })), node("b", {}, text));
    return node("div", {},
      node("p", { class: "label" }, node("b", {}, words[way]), ` · ${words.weights}`), bars(way, width),
      node("div", { class: "below" }, line("variance", fixed(value(way, "variance"), 2)), line("entropy", fixed(value(way, "entropy"), 2)),
        line("largest", fixed(value(way, "largest"), 2)), line("gradient", exponent(way))));
  }
  function paint() {
    const wide = self.width() - 38, columns = wide >= 620 ? 2 : 1;
    const width = columns === 2 ? Math.floor((wide - 28) / 2) : wide;
    [slider.value, said.textContent, play.textContent] = [state.at, String(sizes[state.at]), self.playing() ? words.pause : words.play];
    const gaps = {
      size: sizes[state.at], variance: fixed(value("plain", "variance"), 0), largest: fixed(value("plain", "largest"), 2),
      gradient: exponent("plain"), divided: exponent("divided"),
    };
    const curve = (way, colour, dash) => ({ colour, dash, wide: 2.4, dots: 2.6, points: sizes.map((_, k) => [k, self.arrays[`${way}.exponent`].at(k)]) });
    put(body,
      node("p", { class: "verdict", role: "status" }, rich(say(sizes[state.at] < LARGE ? words.small : words.large, gaps))),
      node("div", { class: `halves${columns === 1 ? " one" : ""}` }, WAYS.map((way) => half(way, width))),
      node("p", { class: "label below" }, node("b", {}, words.chart)),
      plot({
        width: wide, height: 190, x: [0, last], y: [-24, 0], whole: true, left: 52, name: words.chart, xTitle: words.power,
        print: (y) => (y ? `10${superscript(y)}` : "1"), marks: [{ x: state.at, label: say(words.now, { size: sizes[state.at] }), before: state.at > last / 2, down: state.at > last - 2 ? 0.3 : 0.8 }],
        curves: [curve("plain", self.palette.negative), curve("divided", self.palette.weight, "5 4")],
        texts: [{ x: 0.3, y: -4.5, text: words.divided, colour: self.palette.weight }, { x: 5.2, y: -12, text: words.plain, colour: self.palette.negative, anchor: "end" }],
        pick: (x) => self.goTo({ at: Math.round(x) }),
      }),
      node("p", { class: "caption" }, words.deck, " ", words.cited), keysLine(words));
    self.panel();
  }
  return {
    state, paint,
    counts: () => ({ at: sizes.length }),
    keys: () => ({ ArrowLeft: () => self.goTo({ at: state.at - 1 }), ArrowRight: () => self.goTo({ at: state.at + 1 }), " ": self.toggle }),
    address: () => [sizes[state.at]],
    restore: ([size]) => (state.at = Math.max(0, sizes.indexOf(Number(size)))),
    play: { pace: () => 1100, ended: () => state.at >= last, rewind: () => (state.at = 0), next: () => state.at++ },
  };
});
