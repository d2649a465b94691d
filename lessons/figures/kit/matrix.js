// One labelled matrix: rows attend, columns are attended to. Small ones are SVG, with a number in
// each cell; large ones are painted on a canvas, because thousands of SVG elements are slow.
import { css, faded, inkOn, node, shape, spot, zoomOf } from "./core.js";
import { smallest } from "./mode.js";
import { withNumbers } from "./tables.js";

const SVG_CELLS = 24 * 24;
const SLANT = Math.sin((42 * Math.PI) / 180); // of the column labels, at least

const pen = document.createElement("canvas").getContext("2d");
export function widthOf(text, size, family) {
  pen.font = `600 ${size}px ${family}`;
  return pen.measureText(text).width;
}

// A number with as many decimals as fit; nothing if not even its digits fit.
const widths = new Map();
export function fitting(print, value, size, room, family) {
  for (const fewer of [0, 1, 2]) {
    const text = print(value, fewer), key = `${size} ${family} ${text}`;
    if (!widths.has(key)) widths.set(key, widthOf(text, size, family));
    if (widths.get(key) <= room) return text;
  }
  return "";
}

// The room that the labels need around cells of this width and height, in this font.
export function margins(rows, columns, wide, high, family) {
  const fit = (room) => Math.max(smallest(), Math.min(14, room - 1));
  const [size, topSize] = [fit(high), fit(wide)];
  const long = (label, at) => widthOf(label.label + (label.next ?? ""), at, family);
  const longest = (labels, at) => Math.max(...labels.map((label) => long(label, at)));
  const gap = columns.every(({ label }) => label.length === 1) ? 0 : 4; // single letters may stand closer
  const slanted = longest(columns, topSize) > wide - gap; // short labels are upright
  const angle = Math.asin(Math.min(1, Math.max(SLANT, topSize / wide))); // steeper, if they would touch
  return {
    size,
    topSize,
    slanted,
    angle,
    left: Math.ceil(longest(rows, size)) + 14,
    top: (slanted ? Math.ceil(longest(columns, topSize) * Math.sin(angle)) : 0) + topSize + 8,
    // Only the last labels extend over the right edge.
    right: 4 + (slanted ? Math.ceil(Math.max(0, ...columns.map((label, j) =>
      long(label, topSize) * Math.cos(angle) + topSize - (columns.length - j - 0.5) * wide))) : 0),
  };
}

// Diagonal lines: a masked cell must not look like a small number.
function hatching(palette, id) {
  return shape("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    shape("rect", { width: 6, height: 6, fill: palette.panel }),
    shape("line", { x1: 0, y1: 0, x2: 0, y2: 6, stroke: palette.hatch, "stroke-width": 2.4 }));
}
// All masked cells of a canvas at once, so that the lines of neighbours join.
function hatchCanvas(context, cells, wide, high, palette) {
  const area = new Path2D();
  for (const [i, j] of cells) area.rect(j * wide, i * high, wide, high);
  const [width, height] = [context.canvas.width, context.canvas.height];
  const gap = Math.max(3, Math.min(6, wide));
  context.save();
  context.fillStyle = palette.panel;
  context.fill(area);
  context.clip(area);
  context.strokeStyle = palette.hatch;
  context.lineWidth = gap / 3;
  context.beginPath();
  for (let d = -height; d < width; d += gap) {
    context.moveTo(d + height, 0);
    context.lineTo(d, height);
  }
  context.stroke();
  context.restore();
}

// sheet: { rows, columns, at(i,j), hatched(i,j), colour(value), print(value, fewer decimals), shows(i,j,value),
// told(i,j): the number or text that a table has, if that is not at(i,j) }.
// One pixel per cell, then enlarged: thousands of rectangles would be slow.
export function paintCanvas(canvas, sheet, palette, wide, high, dim = () => 1) {
  const { rows, columns } = sheet;
  const scale = (globalThis.devicePixelRatio || 1) * zoomOf(canvas);
  const [width, height] = [columns * wide, rows * high];
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const small = new ImageData(columns, rows);
  const masked = [];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      if (sheet.hatched(i, j)) masked.push([i, j]);
      else small.data.set([...faded(palette, sheet.colour(sheet.at(i, j)), dim(i, j)), 255], 4 * (i * columns + j));
    }
  const pixels = document.createElement("canvas");
  Object.assign(pixels, { width: columns, height: rows });
  pixels.getContext("2d").putImageData(small, 0, 0);
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, 0, 0, width, height);
  if (masked.length) hatchCanvas(context, masked, wide, high, palette);
  if (wide < 7) return;
  context.fillStyle = palette.paper; // thin gaps between the cells
  for (let j = 1; j < columns; j++) context.fillRect(j * wide - 0.5, 0, 1, height);
  for (let i = 1; i < rows; i++) context.fillRect(0, i * high - 0.5, width, 1);
}

function svgCells(sheet, palette, wide, high, family) {
  const size = Math.max(smallest(), Math.min(wide, high) * 0.28);
  const printed = wide >= 22 && high >= 16;
  const id = `hatch-${Math.trunc(performance.now() * 1000)}`;
  const [width, height] = [sheet.columns * wide, sheet.rows * high];
  const stripes = shape("defs", {}, hatching(palette, id));
  const root = shape("svg", { class: "cells", width, height, "aria-hidden": "true" }, stripes);
  const cells = [];
  for (let i = 0; i < sheet.rows; i++)
    for (let j = 0; j < sheet.columns; j++) {
      const [x, y] = [j * wide, i * high];
      const box = shape("rect", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: Math.min(4, wide / 8) });
      const middle = { x: x + wide / 2, y: y + high / 2 + size * 0.36, "text-anchor": "middle" };
      const text = shape("text", { ...middle, "font-size": size });
      root.append(box, text);
      cells.push([i, j, box, text]);
    }
  const paint = (now, dim) => {
    for (const [i, j, box, text] of cells) {
      const value = now.at(i, j);
      const hatched = now.hatched(i, j);
      const strength = dim(i, j);
      // Mixed here, not by opacity, so that the letters can be chosen for the resulting colour.
      const colour = faded(palette, now.colour(value), strength);
      box.style.fill = hatched ? `url(#${id})` : css(colour);
      const shows = printed && !hatched && now.shows(i, j, value);
      text.textContent = shows ? fitting(now.print, value, size, wide - 2, family) : "";
      text.style.fill = inkOn(colour);
    }
  };
  return { root, paint };
}
function canvasCells(palette, wide, high) {
  const root = node("canvas", { class: "cells", "aria-hidden": "true" });
  return { root, paint: (now, dim) => paintCanvas(root, now, palette, wide, high, dim) };
}

// A labelled matrix in `host`. pick(i, j) on a click; hover(i, j), with nulls when the pointer leaves.
export function matrix(host, { title = "", rows, columns, wide, high, sheet, palette, family, pick, hover, describe }) {
  const room = margins(rows, columns, wide, high, family);
  const [width, height] = [columns.length * wide, rows.length * high];
  const small = rows.length * columns.length <= SVG_CELLS;
  const cells = (small ? svgCells : (_, ...sizes) => canvasCells(...sizes))(sheet, palette, wide, high, family);

  const label = (item, attributes) => shape("text", attributes, shape("title", {}, item.full ?? item.label), item.label,
    item.next ? shape("tspan", { class: "next" }, item.next) : null);
  const tops = columns.map((item, j) => {
    const [x, y] = [(j + 0.5) * wide + (room.slanted ? room.topSize * 0.3 : 0), room.top - 8];
    const turned = { transform: `rotate(${(-180 / Math.PI) * room.angle} ${x} ${y})` };
    const turn = room.slanted ? turned : { "text-anchor": "middle" };
    return label(item, { x, y, "font-size": room.topSize, ...turn });
  });
  const lefts = rows.map((item, i) => {
    const [x, y] = [room.left - 10, (i + 0.5) * high + room.size * 0.36];
    return label(item, { x, y, "text-anchor": "end", "font-size": room.size });
  });
  const top = shape("svg", { class: "tops", width: width + room.right, height: room.top, "aria-hidden": "true" }, tops);
  const left = shape("svg", { class: "lefts", width: room.left, height: height + 2, "aria-hidden": "true" }, lefts);

  const band = (name) => shape("rect", { class: name, rx: Math.min(6, wide / 5), visibility: "hidden" });
  const bands = { row: band("row"), column: band("column") };
  Object.assign(bands, { nearRow: band("row near"), nearColumn: band("column near") });
  const over = shape("svg", { class: "over", width, height, "aria-hidden": "true" }, Object.values(bands));
  const tip = node("div", { class: "tip", hidden: "" });
  const style = `width:${width + room.right}px;height:${height + 3}px`;
  const body = node("div", { class: "body", style }, cells.root, over, tip);
  let shown = sheet;
  const table = {
    title, rows, columns, at: (i, j) => (shown.told ?? shown.at)(i, j), hatched: (i, j) => shown.hatched(i, j),
  };
  const grid = node("div", { class: "grid" }, node("div", { class: "corner" }), top, left, body);
  host.replaceChildren(withNumbers(grid, () => [table]));

  const outline = (rect, on, x, y, w, h) => {
    rect.setAttribute("visibility", on ? "inherit" : "hidden"); // a cover also hides it
    if (on) for (const [name, value] of Object.entries({ x, y, width: w, height: h })) rect.setAttribute(name, value);
  };
  const outlines = (row, column, [i, j]) => {
    outline(row, i !== null, -1, i * high - 1, width + 2, high + 2);
    outline(column, j !== null, j * wide - 1, -1, wide + 2, height + 2);
  };
  let locked = [null, null];
  let near = [null, null];
  // If columns are narrower than a letter is high, only some words are above their column; the chosen one always is.
  const every = Math.ceil(0.85 * room.topSize / wide);
  const thin = () => {
    const chosen = [locked[1], near[1]].filter((j) => j !== null);
    const shows = (j) => chosen.includes(j) || (j % every === 0 && chosen.every((k) => Math.abs(j - k) >= every));
    tops.forEach((text, j) => text.setAttribute("visibility", shows(j) ? "inherit" : "hidden"));
  };
  const mark = () => {
    outlines(bands.row, bands.column, locked);
    outlines(bands.nearRow, bands.nearColumn, near);
    const name = (axis, at) => `${at === locked[axis] ? "on" : ""} ${at === near[axis] ? "near" : ""}`;
    lefts.forEach((text, i) => text.setAttribute("class", name(0, i)));
    tops.forEach((text, j) => text.setAttribute("class", name(1, j)));
    thin();
    tip.hidden = near[0] === null;
    if (tip.hidden) return;
    const [i, j] = near;
    tip.textContent = describe(i, j);
    const atRight = (j + 0.5) * wide > width * 0.6;
    Object.assign(tip.style, {
      top: `${i ? i * high - 28 : high + 6}px`,
      left: atRight ? "auto" : `${j * wide}px`,
      right: atRight ? `${width + room.right - (j + 1) * wide}px` : "auto",
    });
  };
  const where = (event) => {
    const [x, y] = spot(event, cells.root);
    const [i, j] = [Math.floor(y / high), Math.floor(x / wide)];
    return i >= 0 && j >= 0 && i < rows.length && j < columns.length ? [i, j] : [null, null];
  };
  const point = (i, j) => {
    if (i === near[0] && j === near[1]) return;
    near = [i, j];
    mark();
    hover(i, j);
  };
  body.onpointermove = (event) => point(...where(event));
  body.onpointerleave = () => point(null, null);
  body.onclick = (event) => {
    const [i, j] = where(event);
    if (i !== null) pick(i, j);
  };
  lefts.forEach((text, i) => (text.onclick = () => pick(i, locked[1] ?? 0)));
  tops.forEach((text, j) => (text.onclick = () => pick(locked[0] ?? 0, j)));

  return {
    room, width, height,
    paint(now, i, j) {
      [locked, shown] = [[i, j], now];
      cells.paint(now, (a, b) => (i === null || a === i || b === j ? 1 : 0.55));
      mark();
    },
  };
}
