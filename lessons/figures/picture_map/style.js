// Styles of an image with captions beside it.
import { CAPTION_STYLE } from "../kit/captions.js";

export const PICTURE_STYLE = `${CAPTION_STYLE}
.described { display: flex; flex-wrap: wrap; gap: 18px 26px; align-items: flex-start; }
.sheet { position: relative; border: 1px solid var(--line); border-radius: 6px; background: #fff; flex: none; }
.sheet canvas { display: block; width: 100%; height: 100%; image-rendering: pixelated; border-radius: 5px; }
.sheet.pen canvas { cursor: crosshair; touch-action: none; }
.sheet svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.sheet .weight { fill: #5b2c8a; stroke: #fff; stroke-width: .05; }
.sheet .box { fill: none; stroke: #1b1f27; stroke-width: .09; stroke-dasharray: .35 .25; }
.pens { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-bottom: 10px; }
.pens .label { margin: 0 2px 0 0; }
.gb .pens button[aria-pressed=true] { border-color: var(--text); box-shadow: inset 0 0 0 1px var(--text); }
.pens i { display: inline-block; width: 11px; height: 11px; border-radius: 50%; margin-right: 6px;
  vertical-align: -1px; }
`;
