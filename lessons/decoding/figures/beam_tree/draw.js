// Beam search as a tree that grows step by step. Width, α and step change here; a forced word goes to Python.
import { fixed, node, number, put, say, shape } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { bars } from "../../../figures/kit/bars.js";
import { widthOf } from "../../../figures/kit/matrix.js";
import { smallest } from "../../../figures/kit/mode.js";
import { choice, columnHead, keysLine, press, rich, section } from "../../../figures/kit/widgets.js";
import { answerTo, callText, recomputeRow } from "../../../figures/kit/recompute.js";
import { APART, STAGED, boxHigh, filling, laidOut } from "./layout.js";
import { TREE_STYLE } from "./style.js";

const [EDGES, FRAME] = [8, 40]; // pixels: beside a word, and of the card
const AROUND = { growing: 160, grown: 210 }; // pixels of a screen outside the tree
const SEEN = 1; // complete hypotheses in Present
const CUT_ROWS = 3; // rows of a step beyond the beam; 1 for earlier steps of a tree in several lines, none in Present
const BARS = 6;

export const draw = drawing((self) => {
  const { state, header: { words } } = self;
  let hovered = null;
  const top = node("div", { class: "bar" });
  const card = node("div", { class: "card beams" });
  self.body.append(top, card);

  // ---- data
  const grown = () => self.header.trees[state.beams];
  const steps = () => grown().rest.length;
  const shown = () => Math.min(state.step ?? Infinity, steps()); // nothing chosen: the whole tree
  const alpha = () => self.value("alpha");
  const nodes = () => grown().nodes;
  const total = (at) => self.arrays[`total ${state.beams + 1}`].at(at);
  const logP = (at) => self.arrays[`log_probability ${state.beams + 1}`].at(at);
  const way = (at) => (at === null ? [] : [...way(nodes()[at].parent), at]);
  const text = (at) => nodes()[at].text || words.nothing;
  const length = (at) => nodes()[at].step + 1;
  const score = (at) => total(at) / length(at) ** alpha();
  const complete = () => nodes().flatMap(({ fate, step }, at) => (fate === "aside" && step < shown() ? [at] : []));
  const ranked = () => complete().sort((a, b) => score(b) - score(a) || a - b);
  // The best sequence for this α if exhaustive search has run, and how far this beam kept it.
  const score_of = (k) => self.arrays.of_all.at(k) / self.header.of_all.best[k].length ** alpha();
  function best() {
    const { of_all } = self.header;
    if (!of_all) return null;
    const k = of_all.best.map((_, k) => k).reduce((a, b) => (score_of(b) > score_of(a) ? b : a));
    const highest = nodes().reduce((a, { fate }, at) => (fate === "aside" && !(a !== null && score(a) >= score(at)) ? at : a), null);
    const equal = highest !== null && score(highest) > score_of(k) - 1e-5; // another one may be equally probable
    const [at, how] = equal ? [highest, "found"] : grown().lost[k];
    return { ...of_all.best[k], text: of_all.best[k].text || words.nothing, at, how, total: self.arrays.of_all.at(k), score: score_of(k) };
  }
  const before = (at) => (nodes()[at].parent === null ? [...self.header.forced].at(-1) ?? words.start : nodes()[nodes()[at].parent].word);
  const goTo = (step) => self.goTo({ step });
  const wider = (by) => self.goTo({ beams: state.beams + by, node: null });
  const favour = (by) => self.show({ alpha: state.alpha + by });

  // ---- controls
  function dials() {
    const width = choice(words.beams, self.header.trees.map(({ beams }) => [`${beams}`, ""]), (at) => self.goTo({ beams: at, node: null }));
    width.set(state.beams);
    const slider = node("input", { type: "range", min: 0, max: 2, step: 0.1, value: alpha(), "aria-label": words.alpha,
      oninput: () => self.show({ alpha: Math.round(10 * slider.value) }) });
    const step = shown();
    return node("div", { class: "dials" },
      node("span", { class: "dial" }, words.beams, width.root),
      node("span", { class: "dial" },
        press(words.begin, () => goTo(0), { title: words.begin_title }), press(words.back, () => goTo(step - 1), { disabled: step === 0 }),
        press(words.next, () => goTo(step + 1), { disabled: step === steps(), class: "primary" }), press(words.end, () => goTo(steps()), { title: words.end_title }),
        say(words.step, { step, steps: steps() })),
      node("label", { class: "dial" }, words.alpha, slider, node("b", {}, fixed(alpha(), 1))));
  }

  // ---- the tree: the candidates shown, then its parts
  const wide = (words) => Math.max(...words.map((word) => widthOf(word, smallest(), getComputedStyle(self.body).fontFamily))) + EDGES;
  const root = () => self.header.forced.at(-1) ?? words.start;
  // For each step: the kept candidates, the best pruned ones, and the number of others.
  function columns(most) {
    const star = best()?.at, parents = new Set(nodes().map(({ parent }) => parent));
    const found = [{ wide: wide([root()]), boxes: [null], goes: [null], rest: 0 }];
    for (let step = 0; step < shown(); step++) {
      const all = nodes().flatMap((one, at) => (one.step === step ? [at] : []));
      const boxes = all.filter((at, row) => row < most(step) || state.node === at || star === at || nodes()[at].fate !== "cut");
      const texts = boxes.flatMap((at) => [nodes()[at].word, fixed(total(at), 2)]);
      found.push({ wide: wide(texts), boxes, goes: boxes.filter((at) => parents.has(at)), rest: grown().rest[step] + all.length - boxes.length });
    }
    return found;
  }
  function tree() {
    const room = self.width() - FRAME, [few, pitch] = self.isFull() ? [0, boxHigh() + STAGED] : [1, boxHigh() + APART];
    const newest = (step) => (step === shown() - 1 && !self.isFull() ? CUT_ROWS : few);
    let found = columns(() => state.beams + 1 + CUT_ROWS), laid = laidOut(found, room, pitch);
    const around = AROUND[shown() < steps() ? "growing" : "grown"];
    if (self.isFull()) laid = filling(found, room, self.screen() - around, pitch);
    if (laid.lines > 1) laid = laidOut((found = columns((step) => state.beams + 1 + newest(step))), room, pitch);
    const answer = new Set(shown() === steps() && ranked().length ? way(ranked()[0]) : []);
    const star = best()?.at ?? null, all = found.slice(1).flatMap(({ boxes }) => boxes);
    const twig = (at, name) => {
      const [[x1, y1], [x2, y2]] = laid.ends(nodes()[at].parent, at), half = (x2 - x1) / 2;
      return shape("path", { class: name, d: `M${x1} ${y1}C${x1 + half} ${y1} ${x2 - half} ${y2} ${x2} ${y2}` });
    };
    const written = (x, line, name, text) => {
      const size = smallest();
      return shape("text", { class: name, x, y: line * size, "text-anchor": "middle", "font-size": size }, text);
    };
    const box = ({ x, y, wide }, name, word, below, attributes = {}) =>
      shape("g", { class: name, transform: `translate(${x} ${y + 4})`, ...attributes },
        shape("rect", { class: "box", width: wide, height: boxHigh(), rx: 7 }),
        written(wide / 2, below ? 1.125 : 1.625, "", word), below ? written(wide / 2, 2.125, "total", below) : null);
    const candidate = (place) => {
      const { at, again } = place;
      if (at === null) return box(place, "node root", root(), "");
      const { fate, word, reason } = nodes()[at];
      return box(place, `node ${fate}${at === star ? " best" : ""}${state.node === at ? " chosen" : ""}`, word, fixed(total(at), 2), {
        "data-node": again ? null : at, onclick: () => self.show({ node: state.node === at ? null : at }),
        onpointerenter: () => point(at), onpointerleave: () => point(null), "aria-label": `${word}: ${reason}` });
    };
    const starred = star === null ? null : laid.find(star);
    const [by, width] = [laid.by ?? 1, laid.width + 2], size = { width: by * width, height: by * laid.height };
    return shape("svg", { class: "grown", ...size, viewBox: `0 0 ${width} ${laid.height}`, role: "group", "aria-label": self.header.title },
      all.map((at) => twig(at, `twig ${nodes()[at].fate}`)),
      all.filter((at) => nodes()[at].greedy).map((at) => twig(at, "greedy-line")),
      all.filter((at) => answer.has(at)).map((at) => twig(at, "answer-line")),
      way(star).filter((at) => laid.find(at)).map((at) => twig(at, "best-line")),
      laid.boxes.map(candidate),
      starred ? shape("text", { class: "star", x: starred.x + starred.wide - 2, y: starred.y + 14, "text-anchor": "middle" }, words.star) : null,
      found.map(({ rest }, step) => rest > 0 && shape("text", { class: "more", ...laid.feet[step], "text-anchor": "middle" }, say(words.rest, { count: rest })) || null));
  }

  // ---- complete hypotheses and the verdict
  function list() {
    const places = ranked(), all = shown() === steps() ? best() : null;
    const cell = (content, name = "") => node("td", { class: name }, content);
    const heads = words.columns.map((title, k) => columnHead(title, { class: k > 1 ? "amount" : "" }));
    return node("div", {}, node("p", { class: "label" }, node("b", {}, words.complete), " ", say(alpha() ? words.score : words.score_plain, { power: `|y|^${fixed(alpha(), 1)}` })),
      places.length ? node("table", { class: "ranking" }, node("tr", {}, heads),
        all && all.how !== "found" ? node("tr", { class: "missed" }, cell(words.star), cell(say(words.missed, all)), cell(`${all.length}`, "amount"), cell(fixed(all.total, 3), "amount"), cell(fixed(all.score, 3), "amount")) : null,
        places.slice(0, self.isFull() ? SEEN : places.length).map((at, k) =>
        node("tr", { class: k === 0 ? "first" : "" }, cell(`${k + 1}`), cell(text(at)), cell(`${length(at)}`, "amount"), cell(fixed(total(at), 3), "amount"), cell(fixed(score(at), 3), "amount"))))
      : node("p", { class: "note" }, words.none));
  }
  function told() {
    if (shown() < steps() || !complete().length) return node("div", { class: "told" }, node("p", { class: "soft" }, words.unfinished));
    const [answer] = ranked();
    const narrow = self.header.trees[0].nodes, greedy = narrow.findIndex(({ fate }) => fate === "aside");
    const its = greedy < 0 ? NaN : self.arrays["total 1"].at(greedy);
    const sentence = nodes()[answer].greedy ? words.greedy_same : total(answer) >= its ? words.greedy_better : words.greedy_alpha;
    const { right } = self.header;
    const plain = state.alpha === 0 && right;
    const all = best();
    const lost = all && { ...all, ...self.header.of_all, total: fixed(all.total, 3), beams: state.beams + 1, more: state.beams + 2, step: all.at === null ? 0 : nodes()[all.at].step + 1,
      reason: nodes()[all.at]?.reason, beginning: all.at === null ? words.start : way(all.at).map((at) => nodes()[at].word).join(" ") };
    return node("div", { class: "told" }, node("p", {}, rich(say(words.answer, { text: text(answer) }))),
      node("p", { class: "soft" }, say(sentence, { greedy: fixed(its, 3), best: fixed(total(answer), 3) })),
      all ? node("p", { class: "of-all" }, rich(say(all.how === "found" ? words.found : words.lost[all.how], lost))) : right ? null : node("p", { class: "soft" }, words.refused),
      right ? node("p", {}, say(words.right, { text: right.text, total: fixed(right.total, 3) })) : null,
      plain ? node("p", { class: "error" }, rich(words.error[right.kinds[state.beams]])) : null);
  }

  // ---- one candidate
  function point(at) {
    hovered = at;
    if (state.node !== null || !self.isFull()) panel(); // in full screen, only after a click on a word
  }
  function panel() {
    const at = hovered ?? state.node;
    if (at === null || at >= nodes().length || nodes()[at].step >= shown()) return self.panel(self.isFull() ? null : section(words.candidate, "", node("p", { class: "note" }, words.hover)));
    const { word, step, reason, parent, looks } = nodes()[at];
    const gaps = { word, step: step + 1, before: before(at), p: number(Math.exp(logP(at)), 4), log_p: fixed(logP(at), 4), total: fixed(total(at), 4) };
    const sum = parent === null ? words.first : words.sum;
    const cell = { beams: state.beams + 1, node: at };
    const others = nodes().flatMap((other, k) => (other.parent === parent && other.step === step ? [k] : [])).sort((a, b) => logP(b) - logP(a)).slice(0, BARS);
    const drawn = (items, colour) => bars({ items, palette: self.palette, pitch: 21, width: 250, signed: false, scale: 1, colour, print: (value) => fixed(value, 3) });
    self.panel(section(say(words.chosen, gaps), reason,
      node("p", { class: "formula" }, say(sum, { ...gaps, before: parent === null ? "" : fixed(total(parent), 4) })),
      node("p", { class: "note" }, say(words.p, gaps)), at === best()?.at ? node("p", { class: "note" }, words.on_way) : null,
      recomputeRow(words, { ask: self.options.ask && (() => self.options.ask(cell)), answer: answerTo(self.options.answer, cell), call: callText(cell) }),
      node("p", { class: "label below" }, say(words.siblings, gaps)),
      drawn(others.map((k) => ({ label: nodes()[k].word, value: Math.exp(logP(k)) })), self.palette.weight),
      looks === null ? null : [node("p", { class: "label below" }, words.looks),
        drawn(self.header.source.map(({ label, full }, k) => ({ label, full, value: self.arrays.looks.at(looks, k) })), self.palette.query)],
      self.options.choose
        ? press(words.force, () => self.options.choose([...self.header.fixed, ...way(at).map((k) => nodes()[k].id)]), { class: "press" })
        : node("p", { class: "note" }, words.no_python)));
  }

  function paint() {
    const line = (name, label) => node("span", {}, node("i", { class: name }), label);
    put(top, self.header.forced.length > self.header.given ? [node("span", { class: "state guess" }, say(words.forced, { words: self.header.forced.slice(self.header.given).join(" ") })),
      self.options.choose ? press(words.release, () => self.options.choose([])) : null] : null, self.buttons(words));
    panel(); // before the tree is measured: in full screen the panel may be beside it
    const all = shown() === steps() ? " telling" : ""; // the whole tree answers a question about the sentence
    const scroller = node("div", { class: `tree${all}`, tabindex: 0 }, tree());
    put(card, dials(), scroller, shown() === 0 ? node("p", { class: "read soft" }, words.empty) : null,
      node("div", { class: "legend" }, line("kept", words.kept), line("aside", words.aside), line("cut", words.cut), line("greedy", words.greedy), self.header.of_all ? line("best", words.best) : null),
      node("p", { class: "read soft" }, self.header.stops),
      node("div", { class: `under telling${self.width() < 700 ? " one" : ""}` }, list(), told()), keysLine(words), self.origin(say(words.origin, { model: self.header.model })));
  }
  return {
    paint,
    keys: (shift) => ({
      ArrowLeft: () => goTo(shown() - 1), ArrowRight: () => goTo(shown() + 1), b: () => wider(shift ? -1 : 1),
      a: () => favour(shift ? -1 : 1), Escape: () => self.show({ node: null }),
    }),
    take(before) {
      hovered = state.node = null;
      if (before.id !== self.header.id) state.step = self.header.start.step;
      if (before.model !== self.header.model && before.start.beams !== self.header.start.beams) state.beams = self.header.start.beams - 1;
    },
  };
}, { style: TREE_STYLE });
