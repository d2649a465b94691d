// Styles of every figure. Colours with a meaning (--query, --key, --value, --weight) come from
// the header's palette; surfaces follow Streamlit's theme if there is one.
export const STYLE = `
:host { display: block; }
.gb { --text: var(--st-text-color, var(--ink));
  --ground: var(--st-background-color, var(--jp-layout-color0, var(--paper)));
  --chosen: color-mix(in srgb, var(--text) 9%, var(--ground));
  color: var(--text);
  font: 15px/1.45 var(--st-font, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif);
  font-variant-numeric: tabular-nums; position: relative; }
.gb *, .gb *::before { box-sizing: border-box; }
.gb:focus:not(:focus-visible) { outline: none; }
.gb button { font: inherit; font-size: 13.5px; color: var(--text); background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 9px; padding: 5px 12px; cursor: pointer; transition: background .15s, border-color .15s; }
.gb button:hover:not(:disabled) { border-color: var(--soft); }
.gb:focus-visible, .gb :is(button, summary):focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.gb button:is(:disabled, [aria-disabled=true]) { opacity: .45; cursor: default; }
/* the answer to an open question: hatched, and neither visible nor read aloud */
.telling { visibility: var(--telling, inherit); }
:where(.telling) { position: relative; }
.telling::after { content: var(--telling-mark, none); visibility: visible; position: absolute; inset: 0; z-index: 3;
  border: 1.5px dashed var(--query); border-radius: 8px; pointer-events: none;
  background: repeating-linear-gradient(45deg, transparent 0 6px, var(--hatch, #dfe3ea) 6px 7px); }
td.telling::after { border: 0; border-radius: 0; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 0 0 12px; }
.bar .grow { flex: 1; }
.segment { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px; background: var(--panel);
  border: 1px solid var(--line); border-radius: 10px; padding: 2px; }
.segment .name { color: var(--soft); font-size: 13px; padding: 0 4px 0 9px; }
.gb .segment button { border-color: transparent; background: none; color: var(--soft); padding: 4px 11px;
  border-radius: 8px; }
.gb .segment button[aria-pressed=true] { background: var(--ground); border-color: var(--line); color: var(--text);
  font-weight: 600; }
.gb .player { display: inline-flex; border: 1px solid var(--line); border-radius: 99px; overflow: hidden; }
.gb .player button { border: 0; border-radius: 0; padding: 4px 11px; color: var(--soft); font-size: 13px; }
.gb .player button:hover:not(:disabled) { color: var(--text); background: var(--panel); }
.gb .primary { background: var(--text); color: var(--ground); border-color: var(--text); }
.scroller { min-width: 0; flex: 0 1 auto; padding: 2px; }
.scroller.scrolls { overflow: auto; max-height: 76vh; border: 1px solid var(--line); border-radius: 10px; }
@media (pointer: coarse) { .gb summary { padding-block: 4px; } }  /* at least 24 px for a finger */
/* On paper nothing scrolls: all of it is shown, and the browser makes a page that is too wide smaller. */
@media print { .gb :is(.scroll-x, .long, .scroller, .scroll, .scrolls, .picture, .tree, .trees, .vocabulary, .rows,
  .source, .line-view, .printed, .halves > div, pre) { overflow: visible !important; max-height: none !important; } }
.grid { display: grid; grid-template-columns: max-content max-content; width: max-content; }
.grid svg { display: block; overflow: visible; }
.scrolls .corner { position: sticky; left: 0; top: 0; background: var(--ground); z-index: 3; }
.scrolls .tops { position: sticky; top: 0; background: var(--ground); z-index: 2; }
.scrolls .lefts { position: sticky; left: 0; background: var(--ground); z-index: 1; }
.grid text { fill: var(--text); opacity: .86; cursor: pointer; font-family: inherit; }
.grid text .next { fill: var(--soft); font-weight: 400; }
.lefts text.on, .lefts text.near { fill: var(--query_text); opacity: 1; }
.tops text.on, .tops text.near { fill: var(--key_text); opacity: 1; }
.grid text.on { font-weight: 700; }
.body { position: relative; cursor: crosshair; }
.body .cells, .body .over { position: absolute; left: 0; top: 0; }
.body .over { pointer-events: none; }
.cells rect { stroke: var(--line); stroke-width: .6; transition: fill .28s ease, opacity .2s ease; }
.body .cells text { pointer-events: none; opacity: 1; cursor: inherit; }
.over rect { fill: none; stroke-width: 1.7; }
.over .row { stroke: var(--query); } .over .column { stroke: var(--key); }
.over .near { stroke-width: 1.2; opacity: .55; }
.tip { position: absolute; z-index: 4; pointer-events: none; white-space: pre; background: var(--text);
  color: var(--ground); font-size: 12px; line-height: 1; padding: 5px 8px; border-radius: 6px; }
.tip[hidden] { display: none; }
.bars { display: block; overflow: visible; }
.bars .word { fill: var(--text); opacity: .86; } .bars .amount { fill: var(--soft); }
.caption { font-size: 13.5px; color: var(--soft); margin: 6px 0 0; max-width: 62em; } .caption:empty { display: none; }
.origin { margin-top: 12px; padding-top: 8px; border-top: 1px solid var(--line); font-size: 12.5px; }
.caption b { color: var(--text); font-weight: 600; }
.legend { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; font-size: 12px; color: var(--soft);
  margin-top: 10px; }
.legend canvas { border: 1px solid var(--line); border-radius: 3px; display: block; }
.legend .both { display: inline-flex; align-items: center; gap: 8px; margin-left: 12px; }
.gb .thumb { display: flex; flex-direction: column; justify-content: space-between; padding: 5px; border-radius: 9px;
  border-width: 1.5px; text-align: left; overflow: hidden; min-width: 0; }
.gb .thumb[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 2px var(--line); }
.thumb span { display: flex; flex-direction: column; font-size: 12px; line-height: 1.25; color: var(--soft);
  margin-bottom: 4px; }
.thumb b { color: var(--text); } .thumb i { min-height: 1.25em; }
.thumb canvas { align-self: center; }
.keys { color: var(--soft); font-size: 12.5px; margin-top: 14px; line-height: 1.9; }
.keys span { display: inline-block; margin-right: 10px; }
kbd { font: inherit; font-size: 12px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px;
  padding: 0 5px; background: var(--ground); }
.panels { display: grid; gap: 14px; }
.inside.panels { margin-top: 14px; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px;
  min-width: 0; }
.panel h2 { margin: 0 0 8px; font-size: 14.5px; line-height: 1.35; font-weight: 700; padding: 0; color: var(--text); }
.panel h2 .which { font-weight: 400; color: var(--soft); margin-left: 8px; }
.sum, .source, .call, .products table { font: 12.5px/1.6 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo,
  Consolas, monospace; font-variant-numeric: tabular-nums; }
.line { display: grid; grid-template-columns: 64px 15px minmax(0, 1fr); border-radius: 5px; margin: 0 -6px;
  padding: 0 6px; }
.line.now { background: var(--chosen); }
.name { white-space: pre; }
.query { color: var(--query_text); font-weight: 600; } .key { color: var(--key_text); font-weight: 600; }
.value_ { color: var(--value_text); font-weight: 600; } .weight { color: var(--weight_text); font-weight: 600; }
.note { color: var(--soft); font-weight: 400; } .line .note { margin-left: 8px; }
p.note { margin: 4px 0 0; font-size: 13.5px; }
.products { margin-top: 8px; font-size: 13px; color: var(--soft); } .products summary { cursor: pointer; }
.products .scroll { max-height: 330px; overflow: auto; }
.products table { border-collapse: collapse; width: 100%; margin-top: 6px; font-size: 12px; color: var(--text); }
.products th, .products td { text-align: right; padding: 0 4px; border: 0; font-weight: 400; white-space: nowrap; }
.products thead th { font-weight: 600; }
.products .which { color: var(--soft); text-align: left; max-width: 90px; overflow: hidden; text-overflow: ellipsis; }
.numbers { margin-top: 14px; } .numbers table { width: auto; margin-bottom: 12px; }
.numbers caption { text-align: left; padding: 4px 0; color: var(--soft); }
.numbers tbody th { font-weight: 600; } .numbers th, .numbers td { padding: 0 8px 0 0; }
@media print { .numbers:not([open]) { display: none; } }
.products tfoot th, .products tfoot td { border-top: 1px solid var(--soft); font-weight: 600; }
.ask { margin-top: 10px; display: flex; gap: 8px; align-items: center; flex-wrap: wrap; font-size: 13px; }
.call { font-size: 12px; overflow-wrap: anywhere; background: none; color: var(--text); padding: 0; user-select: all; }
.chip { border: 1px solid var(--line); border-radius: 99px; padding: 2px 11px; font-size: 13px; }
.chip.good { color: var(--good); border-color: var(--good); }
.chip.bad { color: var(--negative_text); border-color: var(--negative); }
.source { font-size: 12px; overflow-wrap: anywhere; } .source .code { white-space: pre-wrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.staged .off-stage, .gb.lab.staged .off-stage { display: none; }
.staged .bar { gap: 6px; margin-bottom: 6px; } .staged .keys, .no-letters .keys .letter { display: none; }
.staged:not(.shows-below) .caption, .staged .state.sure { display: none; }
/* without the key C, Present shows only the current choice of the controls, on one line */
.bare :is(.segment, .steps) button:not([aria-pressed=true]), .bare .player, .bare .bar > button, .bare .bar .presets,
.bare .presets button:not([aria-pressed=true]), .bare .bar.controls,
.bare .left > .bar:not(:has(> :not(button, .grow, .sure, .player))) { display: none; }
.gb.bare :is(.segment, .segment button, .steps button) { border-color: transparent; background: none; padding: 0; }
.gb.bare .segment .name { padding-left: 0; } .bare .left > .bar { display: inline-flex; margin-right: 14px; }
.gb:fullscreen { zoom: var(--scale); display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 18px;
  align-content: start; background: var(--ground); padding: 14px 18px; overflow: auto; }
.gb:fullscreen:has(.inside:empty) { grid-template-columns: minmax(0, 1fr); }
.gb:fullscreen .inside.panels { margin: 0; grid-template-columns: 1fr; }
@media (prefers-reduced-motion: reduce) { .gb * { transition: none !important; } }
`;
