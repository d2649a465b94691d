// The hidden units of a feed-forward layer: which fire at which word.
import { fixed, node, number, say, sequential } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { bars } from "../kit/bars.js";
import { matrix, margins } from "../kit/matrix.js";
import { choice, keysLine, press, rich, section } from "../kit/widgets.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const read = ({ layer, word, unit }) => ({ layer: layer - 1, word: word - 1, unit: unit - 1 });
  const state = read(self.header.start);
  const layer = () => self.header.layers[state.layer];
  const array = (name) => self.arrays[`${layer().path}.${name}`];
  const [top, card, host] = [node("div", { class: "bar" }), node("div", { class: "card" }), node("div", { class: "scroller" })];
  const [tells, most, counts, other, foot] = ["p", "p", "p", "p", "div"].map((tag) => node(tag));
  tells.className = "label off-stage";
  for (const p of [most, counts, other]) p.className = "read";
  card.append(tells, host, most, counts, other, foot);
  self.body.append(top, card);

  let picker = null, grid = null, built = "";
  // The units of a word in the order of their strength; a step to the next stronger or weaker one.
  const ranking = () => Array.from({ length: layer().units }, (_, k) => k).sort((a, b) => array("hidden").at(state.word, b) - array("hidden").at(state.word, a) || a - b);
  const step = (by) => {
    const order = ranking(), at = order.indexOf(state.unit);
    self.goTo({ unit: order[Math.min(order.length - 1, Math.max(0, at + by))] });
  };
  const sheet = () => {
    const hidden = array("hidden"), { read: labels, units } = layer();
    let most = 0;
    for (let i = 0; i < labels.length; i++) for (let j = 0; j < units; j++) most = Math.max(most, hidden.at(i, j));
    const colour = sequential(self.palette);
    return { rows: labels.length, columns: units, at: (i, j) => hidden.at(i, j), hatched: () => false, shows: () => false, print: () => "", colour: (value) => colour(value / (most || 1)) };
  };
  function build() {
    const width = self.width() - 44, now = [self.header.id, state.layer, width, self.isFull(), self.palette.paper].join();
    if (now === built) return;
    built = now;
    const rows = layer().read, columns = Array.from({ length: layer().units }, () => ({ label: "" }));
    const high = rows.length > 20 ? 14 : self.isFull() ? 17 : 24, family = getComputedStyle(self.body).fontFamily;
    const room = width - margins(rows, columns, 4, high, family).left - 8;
    const wide = Math.max(2, Math.floor((10 * room) / layer().units) / 10);
    host.classList.toggle("scrolls", wide * layer().units > room + 1);
    grid = matrix(host, { rows, columns, wide, high, sheet: sheet(), palette: self.palette, family, pick: (word, unit) => self.goTo({ word, unit }), hover: () => {},
      describe: (i, j) => `${rows[i].label} · ${j + 1}: ${fixed(array("hidden").at(i, j), 2)}` });
    picker = choice(words.layer, self.header.layers.map(({ title }) => [title]), (k) => self.goTo({ layer: k, word: 0, unit: 0 }));
    top.replaceChildren(node("span", { class: "note" }, words.layer), picker.root,
      node("div", { class: "player", role: "group", "aria-label": words.ranked }, press(words.before, () => step(1)), press(words.after, () => step(-1))), ...self.buttons(words).filter(Boolean));
  }
  const fired = () => layer().named[state.unit].map((label, at) => ({ label, full: label, value: array("strength").at(state.unit, at), above: array("above").at(state.unit, at), met: array("met").at(state.unit, at) })).filter(({ value }) => value > 0);
  function unit(items) {
    const { unit: k, word } = state, { read: labels, places } = layer();
    const text = (value) => {
      const { above, met } = items.find((one) => one.value === value);
      return say(words.print, { mean: fixed(value, 2), above, met });
    };
    return section(say(words.unit, { unit: k + 1 }), say(words.at, { word: labels[word].label, value: fixed(array("hidden").at(word, k), 2) }),
      node("p", { class: "note" }, items.length ? words.words : say(words.silent_unit, { places })),
      items.length ? bars({ items, palette: self.palette, pitch: 25, width: 214, signed: false, scale: items[0].value, colour: self.palette.weight, print: text }) : null);
  }
  function paint() {
    build();
    picker.set(state.layer);
    const { silent, units, active, places, moved } = layer();
    tells.replaceChildren(...rich(say(words.tells, { units })));
    grid.paint(sheet(), state.word, state.unit);
    counts.replaceChildren(...rich(say(words.counts, { silent, units, places, active: fixed(100 * active, 0) })));
    const [forward, attention] = Object.values(moved).map((value) => (value === 0 ? "0" : number(value, 2)));
    other.replaceChildren(...rich(layer().read.length > 1 ? say(words.elsewhere, { forward, attention }) : words.single));
    foot.replaceChildren(keysLine(words), self.origin(say(words.origin, { model: self.header.model })));
    const items = fired(), words_ = items.map(({ label }) => label).join(", ");
    most.replaceChildren(...rich(items.length ? say(words.most, { unit: state.unit + 1, words: words_ }) : say(words.silent_unit, { places })));
    self.panel(unit(items));
  }
  const move = (down, along) => self.goTo({ word: Math.max(0, state.word + down), unit: Math.max(0, state.unit + along) });
  return {
    state, paint,
    counts: () => ({ layer: self.header.layers.length }),
    settle: () => {
      state.word = Math.min(Math.max(0, Math.trunc(state.word) || 0), layer().read.length - 1);
      state.unit = Math.min(Math.max(0, Math.trunc(state.unit) || 0), layer().units - 1);
    },
    keys: () => ({
      ArrowUp: () => move(-1, 0), ArrowDown: () => move(1, 0), ArrowLeft: () => move(0, -1), ArrowRight: () => move(0, 1),
      s: () => step(-1), w: () => step(1), l: () => self.goTo({ layer: (state.layer + 1) % self.header.layers.length, word: 0, unit: 0 }),
    }),
    address: () => [state.layer + 1, state.word + 1, state.unit + 1],
    restore: ([layer, word, unit]) => Object.assign(state, { layer: layer - 1, word: word - 1, unit: unit - 1 }),
    take: (before) => before.title !== self.header.title && Object.assign(state, read(self.header.start)),
  };
});
