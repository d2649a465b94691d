// Every head of two training runs on the same sentence, side by side: thumbnails, and one large head of both.
import { fixed, node, say } from "../kit/core.js";
import { rich } from "../kit/widgets.js";
import { across, cellOf, headSheet, headWidth, largeHead, thumbnails } from "../kit/run_heads.js";

const GAP = 28; // between the columns, as in run_style.js
const THUMB = 40; // pixels: room for two groups of four in a row
const LEAST = 8; // pixels of a cell whose label is still readable

// The frame of a run at that step, by number from 0; -1 before its first.
export const frameAt = ({ frames }, step) => frames.filter((at) => at <= step).length - 1;

// view: { header, arrays, palette, width, full, family, place() → { step, head }, pick(head) }. Returns
// { root, paint() }.
export function pairHeads({ header, arrays, palette, width, full, family, place, pick }) {
  const { words, runs, heads } = header;
  const dot = (run) => node("i", { class: "dot", style: `background:${palette[run.hue]}` });
  const half = Math.floor((width - GAP) / 2);
  const one = Math.max(...heads.map((each) => headWidth(header, each, LEAST, family))) > half;
  const fit = { room: one ? width : half, high: full ? Infinity : 400, most: full ? 46 : 38, least: LEAST, family };

  const sides = runs.map((run, k) => {
    const name = "ab"[k];
    const own = heads.map((_, at) => at).filter((at) => heads[at].runs.includes(name));
    const part = (of, tag = "p") => node(tag, { class: of });
    const [thumbs, title, map, read, share] = [part("film-heads", "div"), part("label"), part("pair-map", "div"), part("read"), part("caption")];
    const now = () => Math.max(0, frameAt(run, place().step)); // before its first frame, all is hidden
    const sheet = (at) => headSheet(header, arrays[`${heads[at].kind} ${name}`], heads[at], now(), palette);
    const paintThumbs = thumbnails(thumbs, { text: header, heads: own.map((at) => heads[at]), sheet: (n) => sheet(own[n]), palette, pick: (n) => pick(own[n]), size: THUMB });
    let large = null, largeOf = null, painted = "";
    function build(at) {
      largeOf = at;
      read.textContent = "";
      large = !own.includes(at) ? null : largeHead(map, {
        text: header, one: heads[at], cell: cellOf(header, heads[at], fit), room: fit.room, sheet: () => sheet(at), palette, family, hover: (i, j) => point(i, j),
      });
      if (!large) map.replaceChildren(node("p", { class: "note" }, say(own.length ? words.no_head : words.lacks, run)));
    }
    const head = node("h2", { class: "pair-run", style: `border-color:${palette[run.hue]}` }, dot(run), run.run);
    return {
      parts: [head, thumbs, title, map, read, share],
      say: (i, j) => (read.textContent = i === null || !large ? "" : large.read(i, j)),
      paint(at) {
        const frame = frameAt(run, place().step);
        if (painted === `${frame},${at}`) return; // most steps of the slider are between two frames
        painted = `${frame},${at}`;
        if (largeOf !== at) build(at);
        const none = own.length > 0 && frame < 0;
        for (const hidden of [thumbs, map, read, share]) hidden.style.visibility = none ? "hidden" : "";
        paintThumbs(own.indexOf(at));
        large?.paint();
        const { title: called, layer, head: number } = heads[at];
        title.replaceChildren(...(none ? [say(words.none_of, { run: run.run, step: run.frames[0] })]
          : large ? rich(say(words.map, { kind: called, layer: layer + 1, head: number + 1 })) : []));
        const looks = large && across(heads[at]) && arrays[`looks ${name}`];
        share.textContent = looks ? say(words.share, { share: `${fixed(100 * looks.at(now(), layer, number), 0)}%`, count: header.asked }) : "";
      },
    };
  });
  // The cell under the pointer is read in both.
  const point = (i, j) => sides.forEach((side) => side.say(i, j));

  const stands = node("p", { class: "read pair-stands" });
  const rests = node("p", { class: "caption" });
  const [a, b] = sides.map(({ parts }) => parts);
  // Row by row, so that both maps start at the same height.
  const grid = node("div", { class: `pair-heads${one ? " one" : ""}` }, one ? [a, b] : a.map((part, row) => [part, b[row]]));
  const root = node("div", { class: "pair-both" }, node("p", { class: "label" }, rich(words.heads)), stands, grid, rests);
  return {
    root,
    paint() {
      const { step, head } = place();
      stands.replaceChildren(...runs.map((run) => {
        const at = frameAt(run, step);
        return node("span", {}, dot(run), at < 0 ? say(words.lacks, run) : say(words.stands, { run: run.run, step: run.frames[at] }));
      }));
      for (const side of sides) side.paint(head);
      const dashed = across(heads[head]) && header.known.some((k) => k >= 0);
      rests.textContent = `${words.rests}${dashed ? ` ${words.known}` : ""}`;
    },
  };
}
