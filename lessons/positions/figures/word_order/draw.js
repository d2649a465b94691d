// The same words in another order: which vectors of the encoder change, with positions and without?
// The browser swaps tiles at once; the encoder's output comes from Python.
import { node, number, put, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { bars } from "../../../figures/kit/bars.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  let order = [...self.header.order], picked = null, waiting = null;
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, self.buttons(words)), card);
  const original = () => self.header.labels.map((_, k) => k);
  const known = () => order.join() === self.header.order.join(); // Python has answered for this order

  function choose(next) {
    if (!self.options.choose) return;
    picked = null;
    order = next;
    self.paint();
    ask();
  }
  function ask() {
    if (known()) return;
    waiting = order.join();
    self.options.choose(order);
  }
  const reversed = () => choose([...order].reverse());
  const rotated = () => choose([order.at(-1), ...order.slice(0, -1)]);
  function click(place) {
    if (!self.options.choose) return;
    if (picked === null) picked = place;
    else if (picked === place) picked = null;
    else {
      const next = [...order];
      [next[picked], next[place]] = [next[place], next[picked]];
      return choose(next);
    }
    self.paint();
  }

  function paint() {
    const { labels, ways } = self.header;
    const alive = Boolean(self.options.choose);
    const tile = (word, place) => press(labels[word].label, () => click(place), {
      class: `tile${order[place] !== place ? " moved" : ""}`, "aria-pressed": picked === place, disabled: !alive, dir: "auto",
    });
    const hint = !alive ? words.fixed : picked === null ? words.click : say(words.clicked, { word: labels[order[picked]].label });
    const wide = self.width() - 38;
    const columns = wide >= 620 ? 2 : 1;
    const width = columns === 2 ? Math.floor((wide - 28) / 2) : wide;
    card.replaceChildren(
      node("p", { class: "label off-stage" }, words.original),
      node("div", { class: "tiles off-stage" },
        labels.map(({ label }) => node("span", { class: "tile still", dir: "auto" }, label))),
      node("p", { class: "label below" }, node("b", {}, words.order), " ", hint),
      node("div", { class: "tiles", role: "group", "aria-label": words.order }, order.map(tile)),
      node("div", { class: "bar after controls" },
        press(words.reverse, reversed, { disabled: !alive }), press(words.rotate, rotated, { disabled: !alive }),
        press(words.back, () => choose(original()), { disabled: !alive || order.join() === original().join() })),
      node("p", { class: "label below off-stage" }, say(words.compared, { size: self.arrays["with.before"].sizes[1] })),
      node("div", { class: `halves${columns === 1 ? " one" : ""}` }, ways.map((way) => half(way, width))),
      node("p", { class: "caption" }, words.how), keysLine(words));
    self.panel();
  }
  function half(way, width) {
    const changes = self.arrays[`${way.name}.change`];
    const most = Math.max(...self.header.ways.map(({ largest }) => largest));
    const items = self.header.labels.map(({ label, full }, k) => ({ label, full, value: changes.at(k) }));
    const still = order.join() === original().join();
    const pitch = self.isFull() ? Math.max(13, Math.min(24, (self.screen() - 250) / items.length)) : 24;
    const said = (text) => text || words.nothing;
    if (!known())
      return node("div", {}, node("p", { class: "label below" }, node("b", {}, way.title)), node("p", { class: "read soft", role: "status" }, words.wait));
    return node("div", {},
      node("p", { class: "label below" }, node("b", {}, way.title)),
      node("div", { class: "telling" },
        node("p", { class: `verdict ${way.equal ? "good" : "bad"}` }, rich(still ? words.unmoved : way.equal ? way.same : way.differs), " ",
          say(words.largest, { largest: number(way.largest, 2) })),
        bars({
          items, palette: self.palette, pitch, width, signed: false, scale: most || 1, colour: self.palette.weight,
          print: (value) => number(value, 2),
        }),
        node("p", { class: "label below off-stage" }, words.translation),
        node("dl", { class: "said off-stage" },
          node("dt", {}, words.before), node("dd", { dir: "auto", translate: "no" }, said(way.before)),
          node("dt", {}, words.after), node("dd", { dir: "auto", translate: "no" }, said(way.after)))));
  }

  // An order from the address, if it is valid.
  function restore(parts) {
    if (!self.options.choose) return;
    const found = parts.map(Number);
    if ([...found].sort((a, b) => a - b).join() === original().join()) order = found;
  }
  // An answer to an older choice is kept, but the tiles have moved on; without a choice Python decides.
  function take(before) {
    const other = before.title !== self.header.title; // another sentence
    if (other || waiting === null) [order, picked] = [[...self.header.order], null];
    if (other || waiting === self.header.order.join()) waiting = null;
  }
  return {
    paint, restore, take,
    keys: () => (self.options.choose ? { r: reversed, b: () => choose(original()) } : {}),
    address: () => order,
    ready: () => self.options.choose && ask(),
  };
});
