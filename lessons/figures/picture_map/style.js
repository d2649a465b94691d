// The look of a picture with captions beside it.
export const PICTURE_STYLE = `
.described { display: flex; flex-wrap: wrap; gap: 18px 26px; align-items: flex-start; }
.sheet { position: relative; border: 1px solid var(--line); border-radius: 6px; background: #fff; flex: none; }
.sheet canvas { display: block; width: 100%; height: 100%; image-rendering: pixelated; border-radius: 5px; }
.sheet.pen canvas { cursor: crosshair; touch-action: none; }
.sheet svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.sheet .weight { fill: #5b2c8a; stroke: #fff; stroke-width: .05; }
.sheet .box { fill: none; stroke: #1b1f27; stroke-width: .09; stroke-dasharray: .35 .25; }
.says { flex: 1 1 300px; min-width: 0; display: grid; gap: 14px; }
.says .row { border-left: 3px solid var(--line); padding: 1px 0 1px 12px; }
.says .row.on { border-color: var(--text); }
.gb .says .name { border: 0; background: none; padding: 0; font-size: 14px; font-weight: 600; text-align: left; }
.says .score { color: var(--soft); font-size: 13px; margin-left: 8px; }
.said-words { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 5px; }
.gb .said-words button { padding: 3px 8px; font-size: 15px; }
.gb .said-words button[aria-pressed=true] { border-color: var(--text); background: var(--panel); }
.gb .said-words .wrong { text-decoration: underline wavy var(--negative); text-underline-offset: 3px; }
.pens { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-bottom: 10px; }
.pens .label { margin: 0 2px 0 0; }
.gb .pens button[aria-pressed=true] { border-color: var(--text); box-shadow: inset 0 0 0 1px var(--text); }
.pens i { display: inline-block; width: 11px; height: 11px; border-radius: 50%; margin-right: 6px;
  vertical-align: -1px; }
`;
