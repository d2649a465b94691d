// The layout of the diagram: x from the order of the boxes, y from the words.
import { widthOf } from "../../../figures/kit/matrix.js";
import { smallest } from "../../../figures/kit/mode.js";

const SLENDER = 1060; // pixels: below this, letters, carpets and gaps are smaller
const [LOW, HIGH] = [15, 34]; // pixels of a lane
const LETTERS = 18; // maximum for a word
const AMOUNT = 44; // pixels for a probability

// The stop of a step and the word being written then, both from 0.
export function stopOf({ flow: { frames, before, grows } }, step) {
  const each = frames.length - before + 1; // stops of a round
  const round = grows === null || step < before ? 0 : Math.trunc((step - before) / each);
  return { stop: step - round * each, round, each };
}

export const short = (text, letters = LETTERS) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);

// wide: available pixels; high: of the whole diagram. Returns x of each part of each frame, and y(lane, row).
export function layout({ flow, lanes, answer, words: said }, { wide, high, family }) {
  const narrow = wide < SLENDER, size = Math.max(smallest(), narrow ? 12.5 : 15);
  const least = narrow ? 66 : Math.min(166, wide / (flow.frames.length + 4)); // minimum for a frame with its title
  const [pad, between, gap, cell] = narrow ? [4, 6, 3, 2] : [12, wide < 1150 ? 8 : 14, 8, wide < 1150 ? 3 : 4];
  const longest = (texts, at = size, letters = LETTERS) =>
    Math.max(...texts.map((text) => widthOf(short(text, letters), at, family)));
  const words = lanes.map(({ labels }) => 14 + longest(labels.map(({ label }) => label)));
  const pills = flow.grows === null ? 0 : 18 + longest(answer.map((row) => row[0]));
  const named = narrow ? 8 : LETTERS; // letters of the most probable words
  const names = 8 + Math.max(longest(answer.flat(), size - 1, named), longest([said.others], size - 1));

  // Parts with a fixed width; the lines and the bars share the rest.
  const together = ({ parts }) => parts[0].kind === "words" && parts.length > 2;
  const open = (frame) => frame.parts[0].kind === "words" && !together(frame); // words beside it, no border
  const own = ({ kind }, lane) => (kind === "words" ? words[lane] : kind === "carpet" ? flow.drawn * cell : 0);
  const parts = flow.frames.flatMap((frame) => frame.parts.map((part) => own(part, frame.lane) + gap));
  const borders = flow.frames.reduce((sum, frame) => sum + (open(frame) ? 0 : 2 * pad) + between, 0);
  const fixed = parts.reduce((a, b) => a + b, 0) + borders + pills + names + AMOUNT + 24;
  const looks = flow.frames.flatMap((frame) => frame.parts).filter(({ kind }) => kind === "looks").length;
  const line = Math.max(24, Math.min(170, ((wide - fixed) * 0.8) / (looks || 1)));
  const bar = Math.max(18, Math.min(110, wide - fixed - looks * line));

  let x = 0;
  const frames = flow.frames.map((frame) => {
    const left = x;
    x += open(frame) ? 0 : pad;
    const placed = frame.parts.map((part) => {
      const from = x;
      x += part.kind === "looks" ? line : own(part, frame.lane);
      const to = x;
      x += gap;
      return { ...part, from, to };
    });
    x += (open(frame) ? 0 : pad) - gap;
    const right = (x = Math.max(x, left + least));
    x += between;
    return { ...frame, left, right, parts: placed, open: open(frame), together: together(frame) };
  });
  const end = { left: x, pills: x + pills, names: x + pills + 14 + names, bars: x + pills + 20 + names, bar };
  end.right = end.bars + bar + AMOUNT;

  // Lanes that attend to another lane are half a step lower, so that each word has its own line.
  const shift = lanes.map((_, lane) => (frames.some((one) => one.lane === lane && one.together) ? 0.5 : 0));
  const titles = narrow ? 50 : 46, top = titles + (frames.some((one) => one.together) ? 34 : 26);
  const loop = flow.grows === null ? 6 : 34; // below: the path of an output word back to the input
  const most = Math.max(...lanes.map(({ labels }, lane) => labels.length + shift[lane]), 6.5);
  const pitch = Math.max(LOW, Math.min(HIGH, (high - top - loop - 8) / most));
  const bottom = top + most * pitch + 6;
  const letters = Math.max(smallest(), Math.min(size, pitch - 2));
  return {
    frames, end, named, cell, narrow, pitch, titles, top, bottom, width: end.right, height: bottom + loop,
    size: letters, small: Math.max(smallest(), letters - 1.5),
    y: (lane, row) => top + (row + 0.5 + shift[lane]) * pitch,
    tall: Math.min(20, pitch - 6), // of a carpet
    middle: (lane) => top + (lanes[lane].labels.length / 2 + shift[lane]) * pitch,
  };
}
