// Styles of the figures of training runs, on top of lab_style.js.
export const RUN_STYLE = `
.run-said.telling::after { content: none; }
.floor { visibility: var(--floor, inherit); }
.run-charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 18px 28px; }
.run-charts.one { grid-template-columns: minmax(0, 1fr); }
.run-chart text.level { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; stroke-linejoin: round; }
.run-charts .label, .film-card .label { margin: 0 0 4px; }
.run-chart { position: relative; min-width: 0; }
.run-said { position: absolute; right: 8px; top: 0; font-size: 12.5px; color: var(--text); background: var(--ground);
  padding: 0 4px; pointer-events: none; }
.film-bar { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; margin: 0 0 10px; }
.lab .film-bar input[type=range] { flex: 1 1 260px; width: auto; min-width: 140px; }
.film-bar b { min-width: 92px; font-variant-numeric: tabular-nums; }
.film-top { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: 14px 28px; }
.film-parts { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: 14px 28px;
  margin-top: 16px; }
.one > .film-top, .one > .film-parts { grid-template-columns: minmax(0, 1fr); }
.film-lines { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 5px 12px; margin: 12px 0 10px;
  font-size: 14.5px; } .film-lines dt { color: var(--soft); }
.film-lines dd { margin: 0; display: flex; flex-wrap: wrap; gap: 2px 5px; min-height: 24px; }
.film-word { border-bottom: 2.5px solid transparent; padding: 0 2px; border-radius: 3px; }
.film-word.wrong { border-bottom-color: var(--negative);
  background: color-mix(in srgb, var(--negative) 14%, var(--ground)); }
.film-word.right { border-bottom-color: var(--good); }
.film-seen { width: 46px; border: 1px solid var(--line); border-radius: 4px; image-rendering: pixelated; }
.film-seen:only-child { width: 84px; }
.film-heads { display: flex; flex-wrap: wrap; gap: 6px; }
.film-heads .group { display: flex; flex-direction: column; gap: 3px; }
.film-heads .group > span { font-size: 12px; color: var(--soft); }
.film-heads .row { display: flex; flex-wrap: wrap; gap: 5px; }
.gb.lab .film-heads button { padding: 3px; border-radius: 7px; line-height: 0; }
.gb.lab .film-heads button[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 2px var(--line); }
.film-map { min-height: 250px; } .film-parts > * { min-width: 0; }
.film-map .scroller, .pair-map .scroller { overflow-x: auto; } .film-map .cells rect { transition: none; }
.gb.lab .bar .presets { margin: 0; } .film-points-place { margin-top: 14px; } .film-card .label { min-height: 0; }
.film-points text { font-size: 12px; fill: var(--soft); } .film-points text.own { fill: var(--text); font-weight: 700; }
.film-points circle { fill: var(--hatch); } .film-points circle.own { fill: var(--text); }
.lab .pair-bar { position: sticky; top: 0; z-index: 5; background: var(--ground); padding: 6px 0; margin: 0 0 6px; }
.pair-both { margin-top: 16px; border-top: 1px solid var(--line); padding-top: 12px; }
.lab .pair-stands { display: flex; flex-wrap: wrap; gap: 2px 22px; margin: 0 0 14px; }
.pair-heads { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px 28px; align-items: start; }
.pair-heads.one { grid-template-columns: minmax(0, 1fr); } .pair-heads .label, .pair-heads .caption { margin: 0; }
.lab .pair-heads .read { margin: 0; font-size: 13.5px; } .pair-heads .film-heads { column-gap: 14px; }
.pair-heads .caption:empty { display: block; }
.pair-run { font-size: 14.5px; font-weight: 650; margin: 0; padding: 0 0 4px; border-bottom: 2px solid; }
.pair-map .cells rect { transition: none; }
/* Present shows the curves, the output, and one head */
.staged .film-card { display: grid; grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr); gap: 2px 28px; }
.staged .film-card > :not(.film-parts, .film-lines) { grid-column: 1 / -1; }
.staged .film-parts { display: block; margin: 4px 0 0; } .staged .film-parts > :last-child { display: none; }
.staged .film-map { min-height: 0; }
.staged .film-lines { order: 1; margin: 4px 0; align-content: start; } .staged .film-card > .after { order: 2; }
.gb.staged .film-bar { margin: 0 0 4px; }
.film-points { display: block; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
`;
