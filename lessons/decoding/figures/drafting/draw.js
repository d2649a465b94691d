// Drafting: each forward pass of the target is a row of symbols; the chosen one shows its three distributions.
import { node, number, say } from "../../../figures/kit/core.js";
import { drawing } from "../../../figures/kit/drawing.js";
import { choice, keysLine, press, rich } from "../../../figures/kit/widgets.js";
import { share, threeDistributions } from "./distributions.js";
import { DRAFTING_STYLE } from "./style.js";

export const draw = drawing((self) => {
  const { words } = self.header;
  let waiting = false;
  const here = () => self.value("place");
  const read = () => self.header.choices[0].values; // the symbols that the target has read
  const label = (token) => self.header.labels[token];

  function ask(setting) {
    if (!self.options.choose) return;
    self.stop();
    waiting = true;
    self.options.choose({ ...self.header.setting, ...setting });
    self.paint();
  }
  const again = () => ask({ seed: (self.header.setting.seed + 1) % self.header.most_seed });

  // ---- controls, made once --------------------------------------------------------------------
  const amounts = choice(words.ahead, self.header.ahead.map((count) => [String(count)]), (at) => ask({ ahead: self.header.ahead[at] }));
  amounts.root.prepend(node("span", { class: "name" }, words.ahead_of));
  const more = press(words.again, again);
  const seed = node("span", { class: "note" });
  const play = press(words.play, self.toggle);
  const card = node("div", { class: "card" });
  self.body.append(
    node("div", { class: "bar" }, amounts.root, more, seed, node("div", { class: "player" }, play), self.buttons(words)),
    card);

  // ---- painting -------------------------------------------------------------------------------
  function paint() {
    const { header, options } = self;
    amounts.set(header.ahead.indexOf(header.setting.ahead));
    for (const button of [...amounts.buttons, more]) button.disabled = !options.choose;
    seed.textContent = waiting ? words.waiting : say(words.seed, header.setting);
    play.textContent = self.playing() ? words.pause : words.play;
    const wide = self.width() - 38;
    const one = wide < (self.isFull() ? 600 : 780);
    const width = one ? wide : Math.floor((wide - 32) / 2);
    card.replaceChildren(
      soFar(),
      node("div", { class: `drafting${one ? " one" : ""}` }, calls(), node("div", {}, told(), distributions(width))),
      sums(), node("p", { class: "caption" }, words.how, options.choose ? "" : ` ${words.fixed}`), keysLine(words),
      self.origin(say(words.origin, header)));
    self.panel();
  }
  function soFar() {
    const { places, given, text } = self.header, { until } = places[here()];
    return node("p", { class: "sofar", dir: "auto", translate: "no" }, node("span", { class: "given" }, text.slice(0, given)), text.slice(given, until),
      node("span", { class: "later" }, text.slice(until)));
  }
  function calls() {
    const { rounds, places } = self.header;
    let at = 0;
    const rows = rounds.flatMap((count, round) => {
      const own = Array.from({ length: count }, () => at++);
      const later = own[0] > here() ? " later" : "";
      return [node("span", { class: `which${later}` }, say(words.call, { number: round + 1 })),
        node("div", { class: `symbols${later}` }, own.map((n) => symbol(places[n], n)))];
    });
    const key = ["accepted", "refused", "new", "unread"].map((name) =>
      node("span", { class: "legend-item" }, node("i", { class: `is-${name}` }), words[`key_${name}`]));
    return node("div", {}, node("p", { class: "label" }, rich(words.runs)), node("div", { class: "calls" }, rows), node("div", { class: "legend" }, key));
  }
  function symbol({ outcome, drafted, written }, n) {
    const text = outcome === "refused" ? [node("s", {}, label(drafted)), node("b", {}, label(written))]
      : outcome === "more" ? node("b", {}, label(written)) : label(drafted);
    return press(text, () => self.goTo({ place: read().indexOf(n) }), { class: `symbol is-${outcome}`, "aria-pressed": n === here(), disabled: outcome === "unread" });
  }
  function told() {
    const { arrays, header } = self, { outcome, drafted, written } = header.places[here()];
    const count = roundOf(here()) - 1;
    const gaps = outcome === "more" ? { count, written: label(written) } : {
      drafted: label(drafted), written: label(written), q: share(arrays.q.at(here(), drafted)), p: share(arrays.p.at(here(), drafted)),
      chance: share(arrays.acceptance.at(here())), u: share(arrays.u.at(here())),
    };
    return node("p", { class: "read told", role: "status" }, rich(say(words[outcome === "more" && count === 0 ? "alone" : outcome], gaps)));
  }
  // The number of positions in this one's round.
  function roundOf(at) {
    let end = 0;
    return self.header.rounds.find((count) => at < (end += count));
  }
  function distributions(width) {
    const { arrays, header } = self, { outcome, drafted, written } = header.places[here()];
    const [, count] = arrays.p.sizes;
    const named = outcome === "more" ? ["p"] : ["p", "q", "residual"];
    return node("div", {},
      threeDistributions({
        distributions: named.map((name) => ({ name, title: words[name], count, at: (token) => arrays[name].at(here(), token) })),
        labels: header.labels, about: [drafted ?? written, written], width,
      }),
      outcome === "more" ? null : node("p", { class: "caption" }, node("b", {}, words.residual), ": ", words.what_residual));
  }
  function sums() {
    const { summary } = self.header;
    const gaps = { ...summary, share: number((100 * summary.accepted) / Math.max(1, summary.checked), 0), rate: number(summary.symbols / summary.calls, 1) };
    return node("p", { class: "read below" }, rich(say(words.accepted_of, gaps)), ". ", rich(say(words.rate, gaps)), ".");
  }

  return { paint, keys: () => ({ " ": self.toggle, d: again }), take: () => ((waiting = false), self.reopen()) };
}, { style: DRAFTING_STYLE });
