// Pieces of words: a token as a coloured piece, a word as a row of pieces, a sentence that contains pieces.
import { node } from "../../../figures/kit/core.js";

// "{left} became …" where fields may be elements; ** marks bold text.
export function telling(template, gaps) {
  const fill = (text) => text.split(/(\{\w+\})/).map((part) => gaps[part.slice(1, -1)] ?? part);
  return template.split("**").flatMap((part, at) => (at % 2 ? node("b", {}, fill(part)) : fill(part)));
}

const MARK = /^(<\/w>|<0x..>)$/; // marks that are not letters

// The style of tokens for one header: symbols are plain, merged tokens keep their tint.
export function pieces(header) {
  const { labels, symbols, tints: count } = header;
  const isMerged = (token) => token >= symbols && token < symbols + header.merges.length;
  const hue = (token) => (token - symbols) % count;

  function piece(token, { fresh, chosen, onclick, title, shade = hue(token) } = {}) {
    const merged = isMerged(token);
    const label = labels[token];
    const names = ["piece", merged && "merged", MARK.test(label) && "mark", fresh && "fresh", chosen && "chosen"];
    const look = { translate: "no", class: names.filter(Boolean).join(" "), title, style: merged ? `--tint-of: var(--tint-${shade})` : null };
    return onclick ? node("button", { type: "button", onclick, ...look }, label) : node("span", look, label);
  }

  // tokens as a row; next: the pair to be merged, circled wherever it occurs.
  function word(tokens, { fresh = null, chosen = null, next = null } = {}) {
    const row = [];
    let before = null; // neighbours never share a tint
    const make = (token) => {
      let shade = hue(token);
      if (isMerged(token) && shade === before?.shade && token !== before.token) shade = (shade + 1) % count;
      before = isMerged(token) ? { shade, token } : null;
      return piece(token, { fresh: token === fresh, chosen: token === chosen, shade });
    };
    for (let at = 0; at < tokens.length; at++) {
      if (tokens[at] < 0) {
        row.push("…"); // more pieces than are shown
        continue;
      }
      const two = next && tokens[at] === next[0] && tokens[at + 1] === next[1];
      row.push(two ? node("span", { class: "pairing" }, make(tokens[at]), make(tokens[++at])) : make(tokens[at]));
    }
    return node("span", { class: "word", dir: "auto" }, row);
  }
  return { piece, word, isMerged, hue };
}
