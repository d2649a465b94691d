export const GRID_STYLE = `
.heads-count { margin: 0 0 10px; min-height: 44px; }
.heads-pair { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 18px 30px; align-items: start; }
.heads-pair.narrow { grid-template-columns: minmax(0, 1fr); } .narrow .heads-grid { width: 100%; } .heads-row .label { max-width: 346px; }
.heads-grid { display: flex; flex-wrap: wrap; gap: 0 18px; width: 346px; max-width: 100%; align-content: flex-start; } .heads-row { margin: 0 0 8px; } .heads-row .label { margin: 0 0 4px; min-height: 0; }
.heads-tiles { display: flex; flex-wrap: wrap; gap: 6px; max-width: 346px; }
.gb .heads-tile { width: 82px; align-items: center; justify-content: flex-start; gap: 1px; text-align: center; padding: 2px 3px 4px; }
.heads-tile span { margin: 0; align-items: center; } .heads-tile b { font-size: 12px; line-height: 1.2; font-weight: 400; color: var(--soft); }
.heads-tile b.named { color: var(--weight); font-weight: 700; } .heads-tile i { font-size: 12px; font-style: normal; color: var(--soft); line-height: 1.15; }
.gb .heads-tile { position: relative; } .heads-tile u { position: absolute; inset: 0; background: var(--tint); border: 1.5px solid var(--weight); border-radius: 8px; z-index: 0; } .heads-tile > :not(u) { position: relative; z-index: 1; }
.telling { visibility: var(--telling, inherit); }
.gb .heads-tile[aria-pressed=true] { border-color: var(--text); box-shadow: 0 0 0 2px var(--line); }
.heads-said { margin: 0 0 6px; min-height: 42px; }
.staged :is(.heads-count, .heads-said) { min-height: 0; margin: 0 0 4px; } .staged .heads-row { margin: 0 0 2px; } .staged .heads-tile b:not(.named), .staged .heads-large .label:first-child { display: none; }
.gb.lab.staged:has(.heads-pair) .card { padding: 8px 14px; }
.heads-scores { margin-top: 10px; max-width: 520px; } .heads-scores .label { margin: 0 0 4px; }
.heads-score { display: grid; grid-template-columns: 148px minmax(0, 1fr) 40px; gap: 10px; align-items: center; font-size: 13px; line-height: 1.55; color: var(--soft); }
.heads-score b { font-weight: 400; text-align: right; } .heads-score.over, .heads-score.over b { color: var(--text); font-weight: 650; }
.heads-score .track { position: relative; height: 9px; border-radius: 4px; background: var(--line); }
.heads-score .fill { position: absolute; inset: 0 auto 0 0; border-radius: 4px; background: var(--weight); opacity: .45; } .heads-score.over .fill { opacity: 1; }
.heads-score .needed { position: absolute; top: -3px; bottom: -3px; width: 2px; background: var(--text); } .heads-score .even { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--negative); }
`;
