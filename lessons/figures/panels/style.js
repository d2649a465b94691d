// The look of said figures, on top of the laboratory figures'.
const MONO = '"JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace';
export const PANELS_STYLE = `
.card > div > .label { margin: 10px 0 3px; min-height: 0; } .card .pointed { min-height: 21px; }
.lab .card .formula { font: 17px/1.5 ${MONO}; margin: 0 0 6px; color: var(--text); } .formula, .read, .output, .label { overflow-wrap: anywhere; }
.output { font-size: 16px; font-weight: 600; margin: 10px 0 4px; } .card .big { font-size: 22px; font-weight: 650; margin: 12px 0 0; }
.side-by-side { display: grid; gap: 14px 28px; align-items: start; }
.tiles { display: flex; flex-wrap: wrap; gap: 5px; margin: 0 0 8px; } .gb.lab .tile { font-size: 13.5px; padding: 3px 9px; border-radius: 8px; } .gb.lab .tile[aria-pressed=true] { background: var(--tint); border-color: var(--weight); }
.tile i { font-style: normal; color: var(--soft); margin-left: 7px; } .gb.lab .tile.none { border-style: dashed; color: var(--soft); } .gb.lab .tile.some { border-color: var(--negative); }
.strips { display: grid; gap: 4px 12px; justify-content: start; align-items: center; font-size: 13px; color: var(--soft); overflow-x: auto; } .strips.down { grid-template-columns: repeat(3, max-content); }
.strips canvas { display: block; border-radius: 3px; outline: 1px solid var(--line); } .strips b { color: var(--text); } .strips i { font-style: normal; text-align: right; }
.scroll-x { overflow-x: auto; } .gb table.told { width: 100%; font-size: 15px; border-collapse: collapse; } .gb table.told :is(th, td) { padding: 5px 16px 5px 0; text-align: left; font-weight: 400; }
.gb table.told thead th { color: var(--soft); font-size: 13.5px; border-bottom: 1px solid var(--line); } .gb table.told tbody :is(th, td) { border-bottom: 0; } .gb table.told .best > * { background: var(--tint); } .told .amount { white-space: nowrap; }
.lab .share.wide { width: 120px; height: 11px; vertical-align: -1px; }
.lab table.lines-table { border-collapse: separate; border-spacing: 4px; font-size: 16px; } .lines-table th { text-align: right; font-weight: 400; color: var(--soft); padding: 6px 10px 6px 0; } .lines-table .on th { color: var(--weight); font-weight: 650; }
.lines-table td { width: 96px; text-align: center; border-radius: 7px; padding: 7px 10px; } .lines-table tr { cursor: pointer; } .unseen-step td { visibility: hidden; } .unseen-step th { opacity: .5; } .gb.lab.staged .lines-table :is(th, td) { padding-top: 3px; padding-bottom: 3px; }
.lab .sentence { display: grid; grid-template-columns: 130px minmax(0, 1fr); align-items: baseline; margin: 0 0 3px; font-size: 15.5px; line-height: 1.8; overflow-wrap: anywhere; } .lab .sentence .note { font-size: 13px; line-height: 1.3; }
.sentence .word { display: inline-block; line-height: 1.35; padding: 2px 4px; margin-right: 3px; border-radius: 5px; border-bottom: 2.5px solid transparent; }
.mark-c { background: color-mix(in srgb, var(--good) 18%, var(--ground)); } .word.mark-c { border-color: var(--good); } .mark-x { background: color-mix(in srgb, var(--negative) 16%, var(--ground)); } .word.mark-x { border-color: var(--negative); text-decoration: line-through; }
.mark-r { background: var(--tint); } .word.mark-r { border-color: var(--weight); } .word:is(.mark-w, .mark-e) { color: var(--negative); text-decoration: underline; text-underline-offset: 3px; } .word.mark-l { opacity: .25; } .word:is(.mark-n, .mark-e) { background: var(--tint); font-weight: 650; } .word.mark-n { color: var(--weight); }
.map-tiles { display: flex; flex-wrap: wrap; gap: 0 18px; width: 346px; max-width: 100%; align-content: flex-start; } .map-row { margin: 0 0 8px; max-width: 346px; } .map-row .label { margin: 0 0 4px; min-height: 0; } .map-row .of { display: flex; flex-wrap: wrap; gap: 6px; }
.gb .map-tile { position: relative; width: 82px; align-items: center; justify-content: flex-start; gap: 1px; text-align: center; padding: 2px 3px 4px; } .map-tile span { margin: 0; align-items: center; } .map-tile b { font-size: 12px; line-height: 1.2; font-weight: 400; color: var(--soft); } .map-tile b.named { color: var(--weight); font-weight: 700; }
.map-tile u { position: absolute; inset: 0; background: var(--tint); border: 1.5px solid var(--weight); border-radius: 8px; z-index: 0; } .map-tile > :not(u) { position: relative; z-index: 1; } .gb .map-tile[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 2px var(--line); } .telling { visibility: var(--telling, inherit); }
.meter { display: grid; grid-template-columns: 148px minmax(0, 1fr) 40px; gap: 10px; align-items: center; font-size: 13px; line-height: 1.55; color: var(--soft); max-width: 520px; } .meter b { font-weight: 400; text-align: right; } .meter.over, .meter.over b { color: var(--text); font-weight: 650; }
.meter .track { position: relative; height: 9px; border-radius: 4px; background: var(--line); } .meter .fill { position: absolute; inset: 0 auto 0 0; border-radius: 4px; background: var(--weight); opacity: .45; } .over .fill { opacity: 1; } .meter .needed { position: absolute; top: -3px; bottom: -3px; width: 2px; background: var(--text); } .meter .even { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--negative); }
.long { max-height: 330px; overflow: hidden auto; } .part h3 { margin: 0 0 2px; padding: 0; font-size: 15px; }
.gb.lab.staged .card { padding: 8px 14px; } .staged .map-row { margin: 0 0 2px; } .staged .map-tile b:not(.named) { display: none; } .gb.lab.staged .caption { display: none; } .gb.lab.staged .card .read { margin: 0 0 4px; min-height: 0; }
`;
