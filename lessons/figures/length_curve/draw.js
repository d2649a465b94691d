// Scores over the length of a row, beyond the lengths of training; and one row run by each model.
import { fixed, node, put, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { clip, keysLine, press, rich } from "../kit/widgets.js";
import { plot } from "../kit/plot.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  const state = { length: self.header.start.length, scheme: null };
  const first = self.header.lengths[0];
  const last = self.header.lengths.at(-1);
  const slider = node("input", { type: "range", min: first, max: last, step: 1, "aria-label": words.length });
  slider.oninput = () => self.goTo({ length: Number(slider.value) });
  const play = press(words.play, self.toggle);
  const chart = node("div", {});
  const below = node("div", {});
  self.body.append(
    node("div", { class: "bar" }, node("div", { class: "player" }, play), self.buttons(words)),
    node("div", { class: "card" }, chart, node("div", { class: "under" }, slider), below));

  const percent = (share) => `${fixed(100 * share, share > 0 && share < 0.1 ? 1 : 0)} %`;
  function paint() {
    const { lengths, schemes, trained } = self.header;
    const at = lengths.indexOf(state.length);
    const width = self.width() - 38;
    const colour = ({ hue }) => self.palette[hue];
    slider.value = state.length;
    play.textContent = self.playing() ? words.pause : words.play;
    const left = 46;
    Object.assign(slider.style, { width: `${width - left - 10 + 16}px`, marginLeft: `${left - 8}px` });
    const curves = schemes.map((scheme) => {
      const scores = self.arrays[scheme.name];
      const points = lengths.map((length, k) => [length, scores.at(k)]).filter(([, y]) => !Number.isNaN(y));
      return { points, colour: colour(scheme), dots: 2.6, dash: scheme.hue === "soft" ? "5 4" : null, wide: state.scheme === scheme.name ? 4 : 2, scheme };
    });
    // A cross where a curve ends because the model refuses longer rows.
    const ends = curves.filter(({ points }) => points.length && points.at(-1)[0] < last)
      .map(({ points: past, colour: hue }) => ({ x: past.at(-1)[0], y: past.at(-1)[1], text: "✕", colour: hue, anchor: "middle", middle: true }));
    chart.replaceChildren(
      node("p", { class: "label" }, node("b", {}, words.share)),
      plot({
        width, height: 270, x: [first, last], y: [0, 1], whole: true, xTitle: words.letters, left, top: 14, name: words.share,
        print: (y) => `${fixed(100 * y, 0)} %`, curves,
        marks: [{ x: trained + 0.5, label: words.beyond, down: self.header.beyond_at }, { x: state.length, label: say(words.cursor, { length: state.length }), down: 0.3, before: state.length <= trained }],
        spots: schemes.map((scheme) => ({ x: state.length, y: self.arrays[scheme.name].at(at), colour: colour(scheme) })).filter(({ y }) => !Number.isNaN(y)),
        texts: ends, pick: (x) => self.goTo({ length: Math.round(x) }),
      }));
    put(below,
      node("p", { class: "read" }, rich(summary(at))),
      rows(at, colour),
      node("p", { class: "caption" }, words.example), node("p", { class: "caption" }, words.read), keysLine(words),
      self.origin(say(words.origin, { names: schemes.map((s) => s.name).join(", ") })));
    self.panel();
  }
  function summary(at) {
    const { trained, counts, schemes } = self.header;
    const more = state.length - trained;
    const known = schemes.map((s) => [s.title, self.arrays[s.name].at(at)]).filter(([, y]) => !Number.isNaN(y));
    const most = Math.max(...known.map(([, y]) => y));
    const names = known.filter(([, y]) => y === most).map(([title]) => title).join(", ");
    const which = more > 0 ? words.summary_beyond : words.summary_inside;
    return `${say(which, { length: state.length, more, count: counts[at] })} ${most > 0 ? say(words.best, { names, score: percent(most) }) : words.none_left}`;
  }
  // The given row, the right answer, then what each model writes.
  function rows(at, colour) {
    const right = self.header.right[at];
    const letter = (text, wrong = false) => node("span", { class: `letter${wrong ? " wrong" : ""}` }, text);
    const plain = (name, letters) => node("tr", {}, node("th", { scope: "row" }, name), node("td", {}), node("td", {}, node("div", { class: "letters" }, letters.map((l) => letter(l)))));
    const line = (scheme) => {
      const score = self.arrays[scheme.name].at(at);
      const { letters, refused } = scheme.rows[at];
      const missing = Math.max(0, right.length - letters.length);
      const wrote = refused ? node("span", { class: "note" }, say(words.refuses, { reason: refused }))
        : letters.length === 0 ? node("span", { class: "note" }, words.nothing)
        : node("div", { class: "letters" }, letters.map((l, k) => letter(l, l !== right[k])), Array.from({ length: missing }, () => letter("·", true)));
      const bar = node("span", { class: "share" }, node("i", { style: `width:${Number.isNaN(score) ? 0 : 100 * score}%;background:${colour(scheme)}` }));
      return node("tr", { class: state.scheme === scheme.name ? "on" : "", onpointerenter: () => point(scheme.name), onpointerleave: () => point(null) },
        node("th", { scope: "row" }, node("i", { class: "dot", style: `background:${colour(scheme)}` }), scheme.title),
        node("td", { class: "score" }, bar, node("span", {}, Number.isNaN(score) ? words.refused : percent(score))), node("td", {}, wrote));
    };
    return node("div", { class: "runs" }, node("table", {}, node("tbody", {},
      plain(words.given, self.header.given[at]), plain(words.right, right), self.header.schemes.map(line))));
  }
  function point(scheme) {
    if (state.scheme === scheme) return;
    state.scheme = scheme;
    chart.querySelectorAll(".curve").forEach((path, k) => (path.style.strokeWidth = self.header.schemes[k].name === scheme ? 4 : 2));
  }

  return {
    state, paint,
    settle: () => (state.length = first + clip(state.length - first, last - first + 1)),
    keys: () => ({
      ArrowLeft: () => self.goTo({ length: state.length - 1 }),
      ArrowRight: () => self.goTo({ length: state.length + 1 }),
      " ": self.toggle,
    }),
    address: () => [state.length],
    restore: ([length]) => (state.length = length),
    take: (before) => before.start.length !== self.header.start.length && (state.length = self.header.start.length),
    play: { pace: () => 600, ended: () => state.length >= last, rewind: () => (state.length = first), next: () => state.length++ },
  };
});
