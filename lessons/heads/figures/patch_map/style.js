export const PATCH_STYLE = `
.mark.telling::after { content: none; }
.patch-said { min-height: 24px; margin: 0 0 4px; font-size: 15px; }
.patch-axis .label { margin: 0 0 2px; min-height: 0; }
.line-of { position: relative; height: 46px; border-top: 2px solid var(--line); margin: 22px 8px 6px; }
.line-of .zero { position: absolute; left: 50%; top: -7px; height: 12px; border-left: 2px solid var(--soft); }
.line-of .far { position: absolute; top: -22px; font-style: normal; font-size: 12.5px; color: var(--soft); }
.line-of .left { left: 0; }
.line-of .right { right: 0; }
.line-of .mark { position: absolute; top: -7px; transform: translateX(-50%); display: grid; justify-items: center; font-size: 12.5px; white-space: nowrap; color: var(--soft); transition: left .35s ease; }
.line-of .mark i { width: 12px; height: 12px; border-radius: 99px; background: var(--soft); }
.line-of .donated i { background: var(--ground); border: 2.5px solid var(--soft); }
.line-of .now { color: var(--text); font-weight: 650; top: -9px; }
.line-of .now i { width: 16px; height: 16px; background: var(--text); margin-bottom: 15px; }
.patch-table .label { margin: 0 0 2px; } .patch-table { margin-top: 10px; }
.patch-table .scroller { padding: 3px; } .gb:not(.staged) .patch-table .scroller { overflow-x: auto; }
.patch-grid { display: grid; gap: 3px; width: max-content; align-items: center; }
.patch-top { font-size: 12.5px; text-align: center; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--soft); }
.patch-top.differs { color: var(--negative_text); font-weight: 700; }
.patch-top.near { color: var(--text); }
.patch-top.differs.near { color: var(--negative_text); }
.patch-layer { font-size: 12.5px; color: var(--soft); text-align: right; padding-right: 8px; white-space: nowrap; }
.gb .patch-cell { height: 22px; padding: 0; border-radius: 5px; font-size: 12.5px; line-height: 1; background: var(--panel); touch-action: none; user-select: none; }
.gb .donor .patch-cell { cursor: grab; background: var(--chosen); }
.gb .patch-cell.on { outline: 2px solid var(--text); outline-offset: 1px; }
.gb.staged .patch-cell { height: calc(15px + 2 * var(--air, 0px)); }
.staged .patch-grid { gap: 1px; }
.gb.lab.staged:has(.patch-table) .bar { margin-bottom: 2px; }
.staged .patch-table { margin-top: 4px; }
.staged .patch-said { margin: 0; }
.staged .line-of { height: calc(28px + var(--least, 0px)); margin: 22px 8px 0; }
.gb.lab.staged:has(.patch-table) .card { padding: 6px 14px; }
.staged .patch-axis > .label { display: none; }
.staged .patch-table .label { line-height: 1.15; }
.patch-ghost { position: absolute; z-index: 5; pointer-events: none; background: var(--text); color: var(--ground); border-radius: 6px; padding: 4px 9px; font-size: 12.5px; white-space: nowrap; }
`;
