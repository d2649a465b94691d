// Styles of declared figures, on top of those of the lab figures.
const MONO = '"JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace';
export const PANELS_STYLE = `
.panel-text p { overflow-wrap: anywhere; } .lab .panel-text p b { color: var(--bold, var(--text)); }
.panel-text sup { font-size: max(12px, .8em, var(--least, 0px)); line-height: 0; }
.card .label { margin: 10px 0 3px; min-height: 0; }
.said-dials + div > .panel-text:first-child > .label { margin-top: 0; }
.card .read { margin: 6px 0; } .card .pointed { min-height: 21px; }
.card .told { font-size: 15px; margin: 6px 0; min-height: 44px; max-width: 60em; }
.card .lead { font-size: 16px; line-height: 1.5; margin: 0 0 14px; max-width: 55em; min-height: 72px; }
.card .sum-of { font-size: 19px; line-height: 1.5; margin: 0 0 8px; }
.card p.note { margin: 0 0 6px; min-height: 58px; }
.card .head { font-size: 15px; font-weight: 700; margin: 10px 0 2px; }
.card .big { font-size: 22px; font-weight: 650; margin: 12px 0 0; }
.card .output { font-size: 16px; font-weight: 600; margin: 10px 0 4px; }
.lab .card .formula { font: 17px/1.5 ${MONO}; margin: 0 0 6px; color: var(--text); }
.side-by-side { display: grid; gap: 14px 28px; align-items: start; } .side-by-side > div { min-width: 0; }
.scroll-x { overflow-x: auto; } .long { max-height: 330px; overflow: hidden auto; }

.steps { display: inline-flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.gb.lab .bar .segment button:disabled { text-decoration: line-through; }
.said-dials { display: flex; flex-wrap: wrap; gap: 6px 22px; } .said-dials:not(:empty) { margin: 0 0 10px; }
.gb .said-dial { flex-wrap: wrap; } .said-dial b { color: var(--text); min-width: 44px; }
.said-dial span { min-width: 150px; }
.said-dials .tiles { gap: 5px; }
.gb.lab .said-dials .tile { font-size: 13.5px; padding: 3px 9px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); }
.gb.lab .said-dials .tile[aria-pressed=true] { background: var(--panel); border-color: var(--text); color: var(--text);
  font-weight: 400; }
.tile i { font-style: normal; color: var(--soft); margin-left: 7px; font-variant-numeric: tabular-nums; }
.gb.lab .said-dials .tile.none { border-style: dashed; color: var(--soft); }
.gb.lab .said-dials .tile.first { border: 2px solid var(--telling-edge, var(--negative)); } .tile.apart i { color: var(--negative_text); }
.gb.lab .said-dials .tile.some { border-color: var(--telling-edge, var(--negative)); }

.sentence:has(.note) { display: grid; grid-template-columns: 118px minmax(0, 1fr); gap: 0 12px; align-items: baseline; }
.lab .sentence { margin: 0; font-size: 14.5px; line-height: 1.75; overflow-wrap: anywhere; }
.lab .sentence .note { font-size: 13px; line-height: 1.3; }
.sentence .note b { color: var(--bold); font-weight: 650; }
.sentence.even .word { min-width: 20px; padding: 1px 0; text-align: center; }
.sentence .word { display: inline-block; line-height: 1.35; padding: 1px 4px; border-radius: 5px;
  border-bottom: 2.5px solid transparent; }
.word.mark-c { background: color-mix(in srgb, var(--good) 18%, var(--ground)); border-color: var(--good); }
.word.mark-x { background: color-mix(in srgb, var(--negative) 16%, var(--ground)); border-color: var(--negative);
  text-decoration: line-through; }
.word.mark-r { background: var(--chosen); border-color: var(--text); } .word.mark-l { color: var(--soft); font-style: italic; }
.word:is(.mark-n, .mark-e) { background: var(--panel); border-color: var(--text); color: var(--text);
  font-weight: 650; }
.word:is(.mark-w, .mark-e) { color: var(--negative_text); text-decoration: underline; text-underline-offset: 3px; }

.hits { list-style: none; margin: 4px 0 10px; padding: 0; }
.gb.lab .hits button { display: block; width: 100%; text-align: left; padding: 4px 9px; margin: 0 0 5px;
  border-radius: 8px; border: 1px solid var(--line); font: inherit; background: var(--ground); color: var(--soft); }
.gb.lab .hits button[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 1px var(--text); }
.gb.lab .hits .right { color: var(--text); font-weight: 650; }
.hits .sentence { display: block; } .lab .hits .sentence { font-size: 13.5px; line-height: 1.4; }
.hits .sentence .word { padding: 0; border-bottom-width: 2px; border-radius: 0; }
.hits .share i { background: var(--soft) !important; }
.hits .word.mark-r { background: none; }
.card:has(.hits) .told-table { font-size: 14px; }
.gb .card:has(.hits) .told-table :is(th, td) { padding: 2px 16px 2px 0; }
/* a room reads three */
.gb.staged .hits li:nth-child(n+4), .gb.staged .card:has(.hits) .hint { display: none; }
.gb.lab.staged .hits button { padding: 1px 7px; margin: 0 0 3px; }
.gb.lab.staged .card:has(.hits) .label { margin: 0; }
.gb.staged .card:has(.hits) .told-table :is(th, td) { padding: 0 3px 0 0; line-height: 1.25; }
.gb.lab.staged .card:has(.hits) .told-table thead th { white-space: normal; }
.gb.lab.staged .card:has(.hits) .told-table tbody th { white-space: nowrap; }
@media (max-width: 1180px) { .gb.staged .hits li:nth-child(n+3) { display: none; } }
 .hits .amount { font-size: 13px; font-variant-numeric: tabular-nums; }
.gb table.told-table { width: 100%; font-size: 15px; border-collapse: collapse; }
.gb .told-table :is(th, td) { padding: 5px 16px 5px 0; text-align: left; font-weight: 400; border-bottom: 0;
  white-space: nowrap; }
.gb .told-table thead th { color: var(--soft); font-size: 13.5px; border-bottom: 1px solid var(--line); }
.gb .told-table .best > * { background: var(--chosen); } .told-table .amount { min-width: 64px; }
.gb .told-table .prose { white-space: normal; }
.told-table th .note { font-size: 12.5px; margin-left: 7px; }
.gb .told-table .named :is(th, td) { font-weight: 650; color: var(--text); }
.told-table .dotted { width: 32%; min-width: 70px; } .told-table td .dots { display: block; margin: 0 5px; }
.dots { position: relative; height: 15px;
  background: linear-gradient(var(--line), var(--line)) center / 100% 1px no-repeat; }
.dots i { position: absolute; top: 2px; width: 11px; height: 11px; margin-left: -5px; border-radius: 99px;
  background: var(--soft); }
.named .dots i { background: var(--text); }
.legend-item i { border-color: var(--of, var(--line)); background: var(--of); }
.legend-item i.dashed { border-style: dashed; background: none; }
.narrow tr { display: grid; grid-template-columns: minmax(30px, 1fr) 66px minmax(30px, 1fr) 84px; }
.narrow :is(tbody th, thead th:first-child) { grid-column: 1 / -1; }
.narrow thead tr { grid-template-columns: 1fr 1fr; }
.narrow thead th:empty { display: none; }
.gb .narrow .dotted { width: auto; min-width: 0; } .gb .narrow thead th { white-space: normal; }
.share.signed { background: linear-gradient(var(--soft), var(--soft)) center / 1px 100% no-repeat, var(--line); }
.lab .share.wide { width: 120px; height: 11px; vertical-align: -1px; }
.lab table.lines-table { border-collapse: separate; border-spacing: 4px; font-size: 16px; }
.lines-table th { text-align: right; font-weight: 400; color: var(--soft); padding: 6px 10px 6px 0; }
.lines-table .on th { color: var(--text); font-weight: 650; }
.lines-table td { width: 96px; text-align: center; border-radius: 7px; padding: 7px 10px; }
.lines-table tr { cursor: pointer; }
.unseen-step td { visibility: hidden; } .unseen-step th { font-style: italic; }

.lab .card .equation { font-family: inherit; align-items: center; gap: 6px 14px; margin: 0; }
.equation:has(.sign) { min-height: 310px; } .gb.lab.staged .equation { min-height: 0; }
.lab .card .equation:not(:has(.sign)) { align-items: flex-start; }
.equation .label { font-size: 14px; } .equation .sign { font-size: 22px; color: var(--soft); }
.panel-listing pre { margin: 0; padding: 7px 0; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; font: 12.5px/1.6 ${MONO}; }
.panel-listing pre div { display: grid; grid-template-columns: 26px minmax(0, 1fr); gap: 0 10px; padding: 0 10px; }
.panel-listing .now { background: var(--chosen);
  box-shadow: inset 3px 0 var(--text); }
.panel-listing .number { color: var(--soft); text-align: right; user-select: none; }
.panel-listing .text { white-space: pre-wrap; overflow-wrap: anywhere; text-indent: -2ch; }
.panel-listing .comment { display: inline-block; text-indent: 0; color: var(--soft); } .panel-listing .comment:empty { display: none; }
.panel-listing .shape { color: var(--value_text); grid-column: 2; }
.gb.lab .panel-listing .folded { display: block; border: 0; background: none; color: var(--soft); padding: 0 10px 0 46px;
  font: inherit; }
.scroll-x:has(.word-grid) { position: relative; margin: 0 0 10px; }
.lab table.word-grid { border-collapse: separate; border-spacing: 2px; font-size: 13.5px; }
.word-grid th { font-weight: 400; color: var(--soft); padding: 2px 8px 2px 2px; white-space: nowrap; text-align: right; }
.word-grid thead th { text-align: center; padding: 2px 6px; }
.word-grid th.on { color: var(--text); font-weight: 650; }
.word-grid tbody th { position: sticky; left: 0; background: var(--ground); z-index: 1; }
.word-grid td { padding: 0; }
.gb.lab .word-grid .later button { background: none !important; color: var(--soft) !important; font-style: italic; }
.gb.lab .word-grid button { width: 100%; min-width: 46px; border: 2px solid transparent; border-radius: 7px;
  padding: 4px 5px; font-size: 13px; white-space: nowrap; }
.gb.lab .word-grid button[aria-pressed=true] { border-color: var(--text); }
@media (max-width: 1180px) {
  .lab table.word-grid { border-spacing: 1px; }
  .word-grid th { padding: 2px 4px 2px 0; font-size: 12.5px; } .word-grid thead th { padding: 2px; }
  .gb.lab .word-grid button { min-width: 40px; padding: 4px 3px; font-size: 12px; }
}
.card:has(.word-grid) .told-table { width: auto; font-size: 13.5px; }
.gb .card:has(.word-grid) .told-table :is(th, td) { padding: 2px 16px 2px 0; }
.choosing { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin: 8px 0 6px; font-size: 13.5px;
  color: var(--soft); }

.strips { display: grid; gap: 4px 12px; justify-content: start; align-items: center; font-size: 13px;
  color: var(--soft); overflow-x: auto; }
.strips.rows { grid-template-columns: repeat(3, max-content); gap: 3px 12px; }
.strips canvas { display: block; border-radius: 3px; outline: 1px solid var(--line); }
.strips > .across { grid-column: 1 / -1; } .strips > .label { grid-column: 1 / -1; margin: 6px 0 0; }
.strips b { color: var(--text); font-size: 14px; }
.strips.tight > b { font-weight: 400; letter-spacing: -.04em; } .strips i { font-style: normal; text-align: right; }
.map-tiles { display: flex; flex-wrap: wrap; gap: 0 18px; width: 346px; max-width: 100%; align-content: flex-start; }
.map-row { margin: 0 0 8px; max-width: 346px; } .map-row .label { margin: 0 0 4px; }
.map-row .of { display: flex; flex-wrap: wrap; gap: 6px; }
.gb .map-tile { position: relative; width: 82px; align-items: center; justify-content: flex-start; gap: 1px;
  text-align: center; padding: 2px 3px 4px; }
.gb .map-tile[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 2px var(--line); }
.map-tile span { margin: 0; align-items: center; }
.map-tile b { font-size: 12px; line-height: 1.2; font-weight: 400; color: var(--soft); }
.map-tile b.named { color: var(--weight_text); font-weight: 700; }
.map-tile u { position: absolute; inset: 0; background: var(--tint); border: 1.5px solid var(--weight);
  border-radius: 8px; z-index: 0; } .map-tile u.plain { background: none; border-color: transparent; }
.map-tile > :not(u) { position: relative; z-index: 1; }

.map-tiles:has(.terms) { width: auto; } .map-row:has(.terms) { max-width: none; }
.map-row .terms { gap: 8px 2px; align-items: center; }
.gb .terms .map-tile { width: 128px; } .terms .map-tile span { color: var(--text); font-weight: 600; }
.lab .terms .sign { color: var(--soft); font-size: 17px; min-width: 16px; text-align: center; }
.terms .map-tile b { font-size: 17px; color: var(--text); }

.lab .line.adds { grid-template-columns: minmax(150px, max-content) 15px minmax(0, 1fr); }
.panel-sums .sum { max-width: 460px; } .lab .line.adds .amount { text-align: right; }
.meter { display: grid; grid-template-columns: minmax(0, 11.4em) minmax(0, 1fr) 3.1em; gap: 10px; align-items: center;
  font-size: 13px; line-height: 1.55; color: var(--soft); max-width: 520px; }
.meter b { font-weight: 400; text-align: right; } .meter.over, .meter.over b { color: var(--text); font-weight: 650; }
.meter .track { position: relative; height: 9px; border-radius: 4px; background: var(--line); }
.meter .fill { position: absolute; inset: 0 auto 0 0; border-radius: 4px; background: var(--weight); opacity: .45; }
.meter.over .fill { opacity: 1; }
.meter .needed { position: absolute; top: -3px; bottom: -3px; width: 2px; background: var(--text); }
.meter .baseline { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--negative); }

/* a room sees the maps of two layers, or, where a scene is about them, the lines behind them */
.staged:not(.shows-below) .panel-listing, .staged.shows-below .card:has(.panel-listing) .equation { display: none; }
.staged .panel-bars + .panel-strips:has(+ .panel-strips), .staged .panel-bars + .panel-strips + .panel-strips { display: none; }
.staged .side-by-side:has(.sentence) .panel-matrix ~ .panel-matrix { display: none; }
.gb.lab.staged .card { padding: 8px 14px; } .staged .map-tile b, .of-map { display: none; }
.gb.staged .map-row .of-map { display: block; color: var(--weight_text); }
.gb.staged .told-table tbody th { white-space: normal; }
.staged .panel-listing pre { line-height: 1.4; padding: 4px 0; }
.gb.lab.staged .card .lead { font-size: 14.5px; }
.gb.lab.staged .card :is(.read, .told, .lead, p.note) { margin: 0 0 4px; min-height: 0; }
.staged .map-row { margin: 0 0 2px; }
.gb.lab.staged .map-row .label { margin: 0; min-height: 0; font-size: 12.5px; line-height: 1.2; }
.gb.staged .map-tile { padding: 0 3px; }
.gb.lab.staged .more { display: none; }
.gb.staged .terms .map-tile { width: 96px; } .gb.staged .terms { gap: 2px 0; } .gb.staged .terms .sign { min-width: 10px; }
@media (max-width: 1180px) { .staged .note.detail { display: none; } }
/* the bars stand to the right of their attention map */
.staged .side-by-side > :has(> .panel-matrix):has(> .panel-meters ~ .panel-meters) { display: grid;
  grid-template-columns: max-content minmax(0, 1fr); column-gap: 18px; align-content: start; }
.staged .side-by-side > :has(> .panel-meters ~ .panel-meters) > * { grid-column: 2; }
.staged .side-by-side > :has(> .panel-meters ~ .panel-meters) > .panel-matrix { grid-area: 1 / 1 / span 6; }
.gb.lab.staged .strips:not(.rows) > .label { margin: 1px 0 0; line-height: 1.25; }
.staged .strips:not(.rows) { gap: 2px 12px; }
.staged .meter { grid-template-columns: minmax(0, 9.4em) minmax(60px, 1fr) 2.6em; gap: 8px; line-height: 1.1; } .gb.staged .told-table .share { width: 84px; }
.gb.staged .told-table :is(th, td) { padding-block: calc(3px + var(--air, 0px)); }
.gb.lab.staged .lines-table :is(th, td) { padding-top: 3px; padding-bottom: 3px; }
.gb.lab.staged .word-grid button { padding: 0 1px; min-width: 24px; font-size: 12px; border-width: 1.5px; }
.lab.staged table.word-grid { border-spacing: 1px; } .lab.staged .choosing { margin: 2px 0; }
.staged .word-grid th { font-size: 12px; padding: 1px 3px 1px 0; } .staged .word-grid thead th { padding: 1px; }
.staged .card:has(.word-grid) :is(.label, .told-table thead, .told-table td:nth-child(n+3)) { display: none; }
.gb.lab.staged .card:has(.word-grid) .told-table :is(th, td) { padding: 0 16px 0 0; line-height: 1.3; }
.lab.staged .scroll-x:has(.word-grid) { margin: 0 0 4px; }
.gb.lab.staged .sentence { font-size: 13.5px; line-height: 1.5; }
.staged .sentence:has(.note) { grid-template-columns: 160px minmax(0, 1fr); }
`;
