// The same words in another order: which vectors of the encoder change, with positions and without?
// Tiles are swapped here at once; what the encoder makes of them comes from Python.
import { arraysOf, node, number, say } from "../kit/core.js";
import { container, keysLine, press, rich } from "../kit/container.js";
import { bars } from "../kit/bars.js";
import { mounting } from "../kit/app.js";

export function draw(root, header, floats, options = {}) {
  const { words } = header;
  let order = [...header.order], picked = null, waiting = null;
  const act = { paint: () => paint(), press: (key) => onKey(key) };
  const self = container(root, options, act);
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, self.buttons(words)), card);
  const original = () => header.labels.map((_, k) => k);
  const known = () => order.join() === header.order.join(); // Python has answered for this order

  function choose(next) {
    if (!options.choose) return;
    picked = null;
    order = next;
    paint();
    ask();
  }
  function ask() {
    if (known()) return;
    waiting = order.join();
    options.choose(order);
  }
  const reversed = () => choose([...order].reverse());
  const rotated = () => choose([order.at(-1), ...order.slice(0, -1)]);
  function click(place) {
    if (!options.choose) return;
    if (picked === null) picked = place;
    else if (picked === place) picked = null;
    else {
      const next = [...order];
      [next[picked], next[place]] = [next[place], next[picked]];
      return choose(next);
    }
    paint();
  }

  function paint() {
    const { labels, ways } = header;
    const alive = Boolean(options.choose);
    const tile = (word, place) => press(labels[word].label, () => click(place), {
      class: `tile${order[place] !== place ? " moved" : ""}`, "aria-pressed": picked === place, disabled: !alive, dir: "auto",
    });
    const hint = !alive ? words.fixed : picked === null ? words.click : say(words.clicked, { word: labels[order[picked]].label });
    const wide = self.width() - 38;
    const columns = wide >= 620 ? 2 : 1;
    const width = columns === 2 ? Math.floor((wide - 28) / 2) : wide;
    card.replaceChildren(
      node("p", { class: "label" }, words.original),
      node("div", { class: "tiles" }, labels.map(({ label }) => node("span", { class: "tile still", dir: "auto" }, label))),
      node("p", { class: "label below" }, node("b", {}, words.order), " ", hint),
      node("div", { class: "tiles", role: "group", "aria-label": words.order }, order.map(tile)),
      node("div", { class: "bar after" },
        press(words.reverse, reversed, { disabled: !alive }), press(words.rotate, rotated, { disabled: !alive }),
        press(words.back, () => choose(original()), { disabled: !alive || order.join() === original().join() })),
      node("p", { class: "label below" }, say(words.compared, { size: arraysOf(header, floats)["with.before"].sizes[1] })),
      node("div", { class: `halves${columns === 1 ? " one" : ""}` }, ways.map((way) => half(way, width))),
      node("p", { class: "caption" }, words.how), keysLine(words));
    self.panel();
    self.save(order);
  }
  function half(way, width) {
    const changes = arraysOf(header, floats)[`${way.name}.change`];
    const most = Math.max(...header.ways.map(({ largest }) => largest));
    const items = header.labels.map(({ label, full }, k) => ({ label, full, value: changes.at(k) }));
    const still = order.join() === original().join();
    const said = (text) => text || words.nothing;
    if (!known())
      return node("div", {}, node("p", { class: "label below" }, node("b", {}, way.title)), node("p", { class: "read soft", role: "status" }, words.wait));
    return node("div", {},
      node("p", { class: "label below" }, node("b", {}, way.title)),
      node("p", { class: `verdict ${way.equal ? "good" : "bad"}` }, rich(still ? words.unmoved : way.equal ? way.same : way.differs), " ",
        say(words.largest, { largest: number(way.largest, 2) })),
      bars({
        items, palette: self.palette, pitch: 24, width, signed: false, scale: most || 1, colour: self.palette.weight,
        print: (value) => number(value, 2),
      }),
      node("p", { class: "label below" }, words.translation),
      node("dl", { class: "said" },
        node("dt", {}, words.before), node("dd", { dir: "auto" }, said(way.before)),
        node("dt", {}, words.after), node("dd", { dir: "auto" }, said(way.after))));
  }

  function onKey(key) {
    if (!options.choose) return false;
    if (key.toLowerCase() === "r") reversed();
    else if (key.toLowerCase() === "b") choose(original());
    else return false;
    return true;
  }
  // An order from the address, where it is one.
  function restore(parts) {
    const found = parts.map(Number);
    if ([...found].sort((a, b) => a - b).join() === original().join()) order = found;
  }
  function update(next, nextFloats, answer) {
    if (nextFloats) {
      const other = next.title !== header.title; // another sentence
      [header, floats] = [next, nextFloats];
      // An answer to an older choice is kept, but the tiles went on; without a choice Python decides.
      if (other || waiting === null) [order, picked] = [[...next.order], null];
      if (other || waiting === next.order.join()) waiting = null;
    }
    self.theme(header.palette);
    paint();
  }

  const address = options.choose ? self.address() : null;
  if (address) restore(address);
  self.name(header.title);
  self.theme(header.palette);
  paint();
  if (options.choose) ask();
  const end = self.listen(() => self.theme(header.palette));
  return { update, destroy: end };
}

const mount = mounting(draw);
export default mount;
