// Published scores: a row a system with its citation, a dot for its score and one for its training cost.
import { node, say } from "../kit/core.js";
import { drawing } from "../kit/drawing.js";
import { choice, clip, keysLine, rich } from "../kit/widgets.js";

const RANKS_STYLE = `
.lab .ranks { display: grid; grid-template-columns: max-content minmax(60px, 1fr) max-content minmax(60px, 1fr) max-content; gap: 7px 14px; align-items: center; font-size: 14px; font-variant-numeric: tabular-nums; }
.ranks .head { font-size: 12.5px; color: var(--soft); } .ranks .who { line-height: 1.25; } .ranks .who span { color: var(--soft); font-size: 12.5px; margin-left: 7px; } .ranks .is-named { font-weight: 650; color: var(--weight); }
.lab .ranks.narrow { grid-template-columns: minmax(30px, 1fr) max-content minmax(30px, 1fr) max-content; } .narrow .who { grid-column: 1 / -1; margin-top: 6px; } .narrow .who:empty { display: none; } .narrow .head { white-space: normal; }
.ranks .scale { position: relative; height: 15px; background: linear-gradient(var(--line), var(--line)) center / 100% 1px no-repeat; } .ranks .scale i { position: absolute; top: 2px; width: 11px; height: 11px; margin-left: -5px; border-radius: 99px; background: var(--soft); } .ranks .scale i.is-named { background: var(--weight); }
`;

export const draw = drawing((self) => {
  const state = { ...self.header.start }, { words, pairs } = self.header;
  const pair = choice(words.pair, pairs.map((name) => [name]), (at) => self.show({ pair: at }));
  const card = node("div", { class: "card" });
  self.body.append(node("div", { class: "bar" }, pair.root, self.buttons(words)), card);

  const superscript = (n) => String(n).replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]);
  const cost = (flops) => {
    const [digits, power] = flops.toExponential(1).split("e+");
    return `${digits} · 10${superscript(power)}`;
  };
  function paint() {
    pair.set(state.pair);
    const { systems, verdicts } = self.header, { bleu, flops } = self.arrays;
    const rows = systems.map((system, n) => ({ ...system, bleu: bleu.at(n, state.pair), flops: flops.at(n, state.pair) }))
      .filter((row) => !Number.isNaN(row.bleu)).sort((a, b) => b.bleu - a.bleu);
    const known = rows.map((row) => Math.log10(row.flops)).filter((value) => !Number.isNaN(value));
    const ends = (values) => ({ low: Math.floor(Math.min(...values)), high: Math.ceil(Math.max(...values)) });
    const [scores, costs] = [ends(rows.map((row) => row.bleu)), ends(known)];
    const scale = (value, { low, high }, mark) => node("span", { class: "scale" },
      Number.isNaN(value) ? null : node("i", { class: mark, style: `left:${(100 * (value - low)) / (high - low)}%` }));
    const title = (text, gaps) => node("span", { class: "head" }, rich(say(text, gaps)));
    const powers = { low: superscript(costs.low), high: superscript(costs.high) };
    card.replaceChildren(
      node("div", { class: `ranks${self.width() < 640 ? " narrow" : ""}` },
        node("span", { class: "who" }), title(words.score, scores), node("span"), title(words.cost.replaceAll("^", ""), powers), node("span"),
        rows.map(({ name, cited, transformer, bleu: score, flops: paid }) => {
          const mark = transformer ? "is-named" : "";
          return [
            node("span", { class: `who ${mark}` }, name, node("span", {}, cited)), scale(score, scores, mark), node("span", { class: mark }, String(Number(score.toFixed(2)))),
            scale(Math.log10(paid), costs, mark), node("span", {}, Number.isNaN(paid) ? words.none : cost(paid)),
          ];
        })),
      node("p", { class: "read below" }, rich(verdicts[state.pair])),
      node("p", { class: "caption" }, words.read), node("p", { class: "caption" }, words.origin), keysLine(words));
    self.panel();
  }
  return {
    state, paint, settle: () => (state.pair = clip(state.pair, pairs.length)), address: () => [state.pair],
    keys: () => ({ ArrowLeft: () => self.show({ pair: state.pair - 1 }), ArrowRight: () => self.show({ pair: state.pair + 1 }) }),
    restore: ([at]) => (state.pair = Number(at) || 0), take: () => Object.assign(state, self.header.start),
  };
}, { style: RANKS_STYLE });
