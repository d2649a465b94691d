// BLEU of one sentence: its n-grams, which of them count, and how the score is put together.
import { fixed, node, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, press, rich } from "../kit/widgets.js";
import { BLEU_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const state = { ...self.header.start };
  const { words } = self.header;
  const order = () => self.header.orders[state.length - 1];
  const lengths = choice(words.length, self.header.orders.map(({ length }) => [String(length)]), (at) => self.show({ length: at + 1, gram: 0 }));
  lengths.root.prepend(node("span", { class: "name" }, words.length));
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, lengths.root, self.buttons(words)), card);

  function paint() {
    lengths.set(state.length - 1);
    const one = self.width() - 38 < 780;
    card.replaceChildren(
      node("div", { class: `bleu${one ? " one" : ""}` }, sentences(), parts()),
      node("p", { class: "caption" }, words.how), keysLine(words), self.origin(words.origin));
    self.panel();
  }
  // The words of one sentence; marked: what a word is marked as, by its place.
  const sentence = (name, all, marked) => node("p", { class: "sentence", dir: "auto" }, node("span", { class: "note" }, name),
    all.map((word, at) => node("span", { class: `word${marked.has(at) ? ` is-${marked.get(at)}` : ""}` }, word)));
  // Which words the n-gram covers that begins at these places; what counts wins over what is clipped.
  function covered(starts, mark) {
    const found = new Map();
    starts.forEach((start, nth) => {
      for (let at = start; at < start + state.length; at++) if (found.get(at) !== "counted") found.set(at, mark(nth));
    });
    return found;
  }
  function sentences() {
    const { header } = self, { grams, length } = order(), gram = grams[state.gram];
    const key = ["counted", "clipped", "right"].map((name) =>
      node("span", { class: "legend-item" }, node("i", { class: `is-${name}` }), words[`key_${name}`]));
    return node("div", {},
      sentence(words.written, header.written, gram ? covered(gram.at, (nth) => (nth < gram.counted ? "counted" : "clipped")) : new Map()),
      header.references.map((one, at) => sentence(say(words.reference, { number: at + 1 }), one, gram ? covered(gram.references[at], () => "right") : new Map())),
      node("div", { class: "legend" }, key),
      node("p", { class: "label below" }, rich(say(gram ? words.pick : words.too_short, { length }))),
      node("div", { class: "grams" }, grams.map(({ text, written, counted }, at) =>
        press([text, node("span", { class: "note" }, `${counted}/${written}`)], () => self.show({ gram: at }),
          { class: `gram${counted === 0 ? " none" : counted < written ? " some" : ""}`, "aria-pressed": at === state.gram }))),
      gram ? node("p", { class: "read told", role: "status" }, rich(say(words.gram, { ...gram, gram: gram.text }))) : null);
  }
  function parts() {
    const { header, arrays } = self;
    const rows = header.orders.map(({ length, matched, written }, at) => {
      const p = arrays.precisions.at(at);
      return [
        node("b", {}, words.order, node("sub", {}, String(length))), node("span", {}, `${matched}/${written}`),
        node("span", { class: "track" }, node("i", { style: `width:${100 * p}%` })), node("b", {}, fixed(p, 3)),
        matched === 0 && p > 0 ? node("span", { class: "wide" }, say(words.smoothed, { precision: fixed(p, 3) })) : null,
      ];
    });
    const { lengths: sizes, brevity, score } = header;
    const precisions = header.orders.map((_, at) => fixed(arrays.precisions.at(at), 3)).join(" · ");
    return node("div", {},
      node("p", { class: "label" }, node("b", {}, words.parts)),
      node("div", { class: "orders" }, rows,
        node("b", {}, words.brevity), node("span", {}), node("span", {}), node("b", {}, fixed(brevity, 3)),
        node("span", { class: "wide" }, say(sizes.written < sizes.right ? words.short : words.not_short, sizes))),
      node("p", { class: "product" }, say(words.product, { brevity: fixed(brevity, 3), precisions, count: header.orders.length })),
      node("p", { class: "total" }, say(words.score, { score: fixed(score, 1) })));
  }
  function settle() {
    state.length = clip(state.length - 1, self.header.orders.length) + 1;
    state.gram = Math.max(0, clip(state.gram, order().grams.length));
  }
  const keys = () => ({
    ArrowLeft: () => self.show({ gram: state.gram - 1 }), ArrowRight: () => self.show({ gram: state.gram + 1 }),
    ArrowUp: () => self.show({ length: state.length - 1, gram: 0 }), ArrowDown: () => self.show({ length: state.length + 1, gram: 0 }),
  });
  return {
    state, paint, settle, keys, address: () => [state.length, state.gram],
    restore: ([length, gram]) => Object.assign(state, { length: Number(length) || 1, gram: Number(gram) || 0 }),
    take: () => Object.assign(state, self.header.start),
  };
}, { style: BLEU_STYLE });
