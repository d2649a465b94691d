// The parts of the BPE player. Each fills its host from a view: the state at this number of merges.
// view: { header, state, step, last, made, coming, parts, look, wide, screen, scrolled, count(),
// go(merge), soon(merge), pick(token) }
import { node, put, say } from "../../../figures/kit/core.js";
import { columnHead, press } from "../../../figures/kit/widgets.js";
import { telling } from "./pieces.js";
import { roots, tree } from "./tree.js";
import { curve, squares } from "./curve.js";

const [MOST_TREES, MOST_SYMBOLS, MOST_MERGED] = [10, 40, 40];
const [ROW, UNDER] = [26, 290]; // pixels of a screen: a pair, and everything except words and pairs
export const FEW = 35; // words of a text; longer texts use the whole height in Present

export const grouped = (value) => value.toLocaleString("en-US");
const inPercent = (share) => `${(100 * share).toLocaleString("en-US", { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;
const times = (says, count) => (count === 1 ? says.once : say(says.times, { count: grouped(count) }));
const titled = (title, ...notes) => node("h2", {}, title, notes.map((note) => note && node("span", {}, note)));
const small = (text) => (text ? node("p", { class: "note" }, text) : null);

// The last merge and the next pair, with the rule that decides ties.
export function headline(host, { header: { says, rule, merges, all_merges }, state, step, last, made, coming, look }) {
  const gaps = ({ pair, token, count, ties }) => ({
    left: look.piece(pair[0]), right: look.piece(pair[1]), token: look.piece(token),
    times: times(says, count), ties: grouped(ties), merge: grouped(state.merge),
  });
  const before = made ? telling(says.made, gaps(made)) : telling(says.start, {});
  const ending = () => {
    if (!step.pairs.length) return says.no_pairs;
    if (all_merges > last) return say(says.cut, { last: grouped(last), all: grouped(all_merges) });
    const most = step.pairs[0][2];
    return most === 1 ? says.ended : say(says.stopped, { last: grouped(last), times: times(says, most) });
  };
  let after;
  if (!state.counted) after = telling(says.uncounted, {});
  else if (!coming) after = telling(merges.length ? ending() : says.nothing, {});
  else after = telling(coming.ties > 1 ? says.next_tied.replace("{rule}", rule) : says.next, gaps(coming));
  put(host, node("p", { class: "was" }, before), node("p", {}, after));
}

// Every word as it is split after this many merges.
export function corpus(host, { header, state, step, made, coming, look, screen, large, scrolled }) {
  const { says } = header;
  const next = state.counted ? coming?.pair : null;
  const words = header.words.map(({ count, history }) => {
    const cut = history.findLast(([merge]) => merge <= state.merge)[1];
    const row = look.word(cut, { fresh: made?.token, chosen: state.token, next });
    if (count > 1) row.append(node("span", { class: "times" }, `×${grouped(count)}`));
    return row;
  });
  const many = words.length > FEW, dense = screen && !large ? 12 : 16;
  const letters = many ? dense : words.length <= 8 ? 25 : words.length <= 20 ? 20 : 17;
  const all = grouped(header.all_words);
  const gaps = { tokens: grouped(step.tokens), shown: words.length, words: all, all };
  const sample = (names = "", tint = 0) => node("span", { class: `piece ${names}`, style: `--tint-of: var(--tint-${tint})` }, "\u00a0");
  const key = (text, mark) => node("span", {}, mark, text);
  const box = node("div", { class: "corpus", style: `--letters: ${letters}px` }, words);
  const high = Math.max(words.length <= 8 ? 270 : 150, screen - UNDER);
  if (screen) box.style.maxHeight = many ? "none" : `${high}px`;
  put(host,
    titled(says.corpus, say(header.all_words === 1 ? says.corpus_size_one : says.corpus_size, gaps)), box,
    words.length + header.long_words < header.all_words ? small(say(says.some_words, gaps)) : null,
    header.long_words ? small(say(says.long_words, { count: grouped(header.long_words) })) : null,
    header.spaces ? small(say(says.spaces, { spaces: grouped(header.spaces) })) : null,
    node("div", { class: "keyed" },
      key(says.legend_symbol, sample()), key(says.legend_merged, sample("merged")),
      next ? key(says.legend_next, node("span", { class: "pairing" }, sample(), sample())) : null,
      made ? key(says.legend_fresh, sample("merged fresh", look.hue(made.token))) : null));
  if (scrolled) box.scrollTop = scrolled;
}

// Pairs, most frequent first; ties with the first pair are marked.
export function pairTable(host, { header: { says }, state, step, coming, look, screen, count }) {
  const { pairs: all, different } = step;
  const pairs = screen ? all.slice(0, Math.max(4, Math.floor((screen - UNDER) / ROW))) : all;
  if (!state.counted) {
    return put(host, titled(says.pairs), press(says.count, count, { class: "primary" }));
  }
  const title = titled(says.pairs, say(says.pairs_size, { count: grouped(different) }));
  if (!pairs.length) return put(host, title, small(says.no_pairs));
  const most = pairs[0][2];
  const rows = pairs.map(([left, right, count], at) => {
    const rank = pairs.findIndex((pair) => pair[2] === count) + 1; // equal counts share a rank
    const [tied, next] = [coming?.ties > 1 && count === most, coming && at === 0];
    const long = node("span", { class: "bar", style: `width: ${(100 * count) / most}%` });
    return node("tr", { class: [tied && "tied", next && "next"].filter(Boolean).join(" ") },
      node("td", {}, String(rank)),
      node("td", {}, node("span", { class: "two" }, look.piece(left), look.piece(right))),
      node("td", {}, node("span", { class: "amount" }, long, grouped(count))),
      node("td", { class: "tag" }, next ? says.next_mark : tied ? says.tie : ""));
  });
  const heads = [says.column_rank, says.column_pair, says.column_count, ""].map((text) => columnHead(text));
  const hidden = different - pairs.length;
  put(host, title,
    node("table", {}, node("thead", {}, node("tr", {}, heads)), node("tbody", {}, rows)),
    hidden ? small(say(says.some_pairs, { count: grouped(hidden) })) : null);
}

// All tokens so far, and the trees of their merges.
export function vocabulary(host, { header, state, step, made, parts, look, pick }) {
  const { says, labels, symbols } = header;
  const now = new Map([...parts].filter(([, { merge }]) => merge <= state.merge));
  const describe = (token) => {
    const found = parts.get(token);
    const [left, right] = (found?.pair ?? []).map((part) => labels[part]);
    return say(found ? says.token_title : says.symbol_title, { token: labels[token], merge: found?.merge, left, right });
  };
  const chip = (token) => look.piece(token, {
    onclick: () => pick(token), chosen: token === state.token, fresh: token === made?.token, title: describe(token),
  });
  const more = (template, count) =>
    count > 0 ? node("span", { class: "more" }, say(template, { count: grouped(count) })) : null;
  const first = Array.from({ length: Math.min(symbols, MOST_SYMBOLS) }, (_, token) => chip(token));
  const newest = [...now.keys()].reverse().slice(0, MOST_MERGED);
  const size = { symbols: grouped(symbols), merged: grouped(now.size), all: grouped(step.vocabulary) };

  const chosen = now.has(state.token) ? [state.token] : null;
  const tops = chosen ?? roots(now);
  const shape = { labels, isMerged: look.isMerged, hue: look.hue, fresh: made?.token, pick };
  const back = chosen ? press(says.unselect, () => pick(state.token), { class: "unselect" }) : null;
  const hidden = tops.length - MOST_TREES;
  put(host,
    titled(says.vocabulary, say(says.vocabulary_size, size)),
    node("div", { class: "vocabulary" }, first, more(says.more_symbols, symbols - first.length)),
    now.size
      ? node("div", { class: "vocabulary" }, newest.map(chip), more(says.more_merged, now.size - newest.length)) : null,
    node("div", { class: "made-of" },
      node("h2", { class: "below" }, says.tree, node("span", {}, now.size ? says.tree_hint : says.tree_none), back),
      node("div", { class: "trees" }, tops.slice(0, MOST_TREES).map((token) => tree(token, now, shape))),
      hidden > 0 ? small(say(says.more_trees, { count: grouped(hidden) })) : null));
}

// One word, merge by merge: merges not learned yet at this step are faint, and none is shown before
// the pairs are counted.
export function encoded(host, { header: { says, word, merges }, state, last, look, go }) {
  if (!word) return put(host, titled(says.word), small(says.word_none));
  const shown = state.counted ? word.steps : word.steps.slice(0, 1);
  const rows = shown.map(({ merge, pieces }) => {
    if (merge === null) return [node("span", { class: "label" }, says.word_start), look.word(pieces)];
    const row = look.word(pieces, { fresh: merges[merge - 1]?.token });
    const label = press(say(says.word_merge, { merge: grouped(merge) }), () => go(merge), { class: "label", disabled: merge > last });
    for (const part of [row, label]) part.classList.toggle("later", merge > state.merge);
    return [label, row];
  });
  const some = shown.some(({ merge }) => merge > state.merge);
  put(host, titled(says.word, word.text), node("div", { class: "rows" }, rows),
    node("p", { class: "reads" }, says.word_intro, some ? ` ${says.word_later}` : ""));
}

// The curve of lengths, with this step marked. Returns a function from pointer position to merge.
export function lengths(host, { header: { says, steps }, state, step, wide, screen, soon }) {
  const values = steps.map(({ tokens }) => tokens);
  const { tokens: first, weights: most } = steps[0];
  const plot = curve(Math.max(120, wide - 160), screen ? 110 : 150, {
    values, merge: state.merge, print: grouped, axis: says.merges_axis, go: soon,
  });
  const gaps = {
    tokens: grouped(step.tokens), weights: grouped(step.weights), first: grouped(first), most: grouped(most),
    length: inPercent(step.tokens / first), area: inPercent(step.weights / most),
  };
  put(host, titled(says.length, says.length_axis),
    node("div", { class: "curve" }, plot.root,
      node("div", { title: says.same_size }, squares(100, step.tokens / first), node("span", {}, says.map))),
    node("p", { class: "reads" }, telling(says.length_now, gaps), " ", say(says.length_share, gaps)));
  return plot.at;
}
