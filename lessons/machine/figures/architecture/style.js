// Styles of the drawing of a model, on top of the kit's.
export const MAP_STYLE = `
.lab .machine { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 18px; align-items: start; }
.lab .machine.one { grid-template-columns: minmax(0, 1fr); }
.lab .map { position: relative; display: flex; gap: 34px; align-items: flex-start; max-height: var(--high); overflow: hidden auto; scrollbar-width: thin; padding: 2px; }
.lab .lane { flex: 1 1 0; min-width: 0; display: grid; gap: 3px; container-type: inline-size; } @container (max-width: 210px) { .lab .box .strip, .lab .box .strip canvas { width: 24px !important; } } @container (max-width: 150px) { .box .strip { display: none; } }
.lane .given { display: flex; flex-wrap: wrap; gap: 3px; margin: 0 0 3px; font-size: 13px; }
.lane .given i { font-style: normal; color: var(--soft); width: 100%; font-size: 12.5px; }
.lane .given span { border: 1px solid var(--line); border-radius: 6px; padding: 0 5px; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lane .given.many span { padding: 0 2px; font-size: 12px; border: 0; }
.lane .given.later span { visibility: hidden; }
.gb.lab .box { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); align-items: center; gap: 6px; width: 100%; text-align: left; border-radius: 7px; border: 1.5px solid var(--line); background: var(--panel); padding: 0 7px; min-height: 23px; font-size: 13px; line-height: 1.2; color: var(--soft); }
.gb.lab .box .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gb.lab .box.deep .what::after { content: " ▸"; color: var(--soft); }
.gb.lab .box.past { color: var(--text); }
.gb.lab .box[aria-current] { border-color: var(--text); background: var(--panel); color: var(--text); font-weight: 650; }
.gb.lab .box canvas { display: block; border-radius: 2px; }
.box .strip { width: 46px; max-width: 100%; height: 11px; overflow: hidden; justify-self: end; }
.lab .inside-of { border: 1.5px solid var(--line); border-radius: 10px; padding: 0 5px 5px; display: grid; gap: 3px; min-width: 0; }
.lab .inside-of.lit { border-color: var(--text); }
.gb.lab .inside-of > .title { border: 0; background: none; text-align: left; padding: 1px 3px; font-size: 12.5px; font-weight: 600; color: var(--soft); }
.gb.lab .inside-of > .title::after { content: " ▾"; }
.lab .loop { border-left: 3px solid var(--hatch); border-radius: 4px; padding-left: 5px; display: grid; gap: 3px; min-width: 0; }
/* in Present, all boxes are visible, and one line of the words */
.staged .lane .given { max-height: 40px; overflow: hidden; margin: 0; } .gb.lab.staged .box { min-height: 19px; }
.staged :is(.lane, .inside-of, .loop) { gap: 2px; } .staged .inside-of { padding: 0 4px 1px; }
.gb.lab.staged .inside-of > .title { padding: 0 3px; line-height: 1.25; }
.map svg.links { position: absolute; left: 0; top: 0; pointer-events: none; overflow: visible; }
.map .links path { fill: none; stroke: var(--hatch); stroke-width: 1.6; }
.map .links path.on { stroke: var(--key); stroke-width: 2.6; }
.lab .view { min-width: 0; border: 1px solid var(--line); border-radius: 14px; padding: 10px 14px 12px; min-height: var(--view); }
.view h2 { margin: 0; padding: 0; font-size: 16px; color: var(--text); }
.view h2 small { font-weight: 400; color: var(--soft); font-size: 12.5px; display: block; overflow: hidden; text-overflow: ellipsis; }
.view p { margin: 4px 0 0; font-size: 14px; } .view .says { min-height: 42px; }
.view .size { font-size: 15px; margin: 6px 0; }
.view .size b { font-variant-numeric: tabular-nums; }
.view .size span { color: var(--soft); font-size: 12.5px; }
.view .panes { display: flex; flex-wrap: wrap; gap: 8px 12px; }
.view .pane { min-width: 0; }
.view .pane > span { display: block; font-size: 12px; color: var(--soft); }
.view .grid-of { display: grid; grid-template-columns: auto minmax(0, auto); gap: 0 6px; width: max-content; max-width: 100%; }
.view .side { display: grid; font-size: 12px; text-align: right; color: var(--text); }
.view .side span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 86px; line-height: 1; align-self: center; }
.view canvas { display: block; border: 1px solid var(--line); cursor: crosshair; }
.view .cell { font-size: 13px; color: var(--soft); min-height: 20px; font-variant-numeric: tabular-nums; }
.view a { color: var(--query_text); }
.view .about { display: block; font-size: 12px; color: var(--soft); margin-top: 6px; }
.view .source { overflow-wrap: anywhere; }
.view .source .file { color: var(--soft); }
.view .note { color: var(--negative_text); font-size: 13px; }
.view .shares { display: grid; grid-template-columns: auto minmax(30px, 1fr) auto; gap: 2px 8px; font-size: 13px; margin-top: 6px; align-items: center; }
.view .shares .w { color: var(--soft); text-align: right; }
.view .share-row { display: flex; gap: 6px; align-items: center; min-width: 0; white-space: nowrap; overflow: hidden; }
.view .share-row b { min-width: 64px; }
.view .whole { border-radius: 3px; background: var(--tint); }
.view .whole i { display: block; height: 9px; border-radius: 3px; background: var(--weight); }
.view .share-row span { color: var(--soft); font-size: 12px; }
.view .scrolls { max-height: calc(var(--high) - 130px); overflow: auto; }
.gb.lab.staged .view { padding: 6px 10px; }
.gb.lab.staged .says { min-height: 0; }
.gb.lab.staged .map { gap: 24px; }
.gb.lab.staged .caption { display: none; }
`;
