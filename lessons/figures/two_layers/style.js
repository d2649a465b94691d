// The look of two layers, on top of the laboratory figures'.
export const TWO_STYLE = `
.lab .steps { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 12px; }
.gb.lab .steps button { display: grid; justify-items: start; min-width: 84px; padding: 4px 10px; font-size: 14px; line-height: 1.35; }
.gb.lab .steps button[aria-pressed=true] { border-color: var(--weight); background: var(--tint); font-weight: 600; }
.lab .steps i { font-style: normal; font-weight: 400; font-size: 12.5px; color: var(--soft); } .lab .steps .apart i { color: var(--negative); }
.gb.lab .steps .first { border-color: var(--negative); border-width: 2px; }
.gb.staged .steps { gap: 4px; margin-bottom: 6px; } .gb.lab.staged .steps button { min-width: 0; padding: 2px 7px; } .staged .verdict { font-size: 14px; margin-bottom: 6px; }
.lab .maps { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: flex-start; } .lab .maps > div { min-width: 0; }
.lab .maps .label { min-height: 0; margin: 0 0 2px; } .lab .maps .scroller { overflow-x: auto; }
.lab .code { display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 10px 16px; margin-top: 12px; }
.lab .code .label { min-height: 0; margin: 0 0 3px; } .lab .code pre + .label { margin-top: 9px; } .lab .code pre { margin: 0; padding: 7px 0; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; font: 12.5px/1.6 "JetBrains Mono", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.lab .code pre div { display: flex; gap: 10px; padding: 0 10px; width: max-content; min-width: 100%; } .lab .code pre .now { background: var(--tint); box-shadow: inset 3px 0 var(--weight); }
.lab .code pre .number { color: var(--soft); min-width: 26px; text-align: right; user-select: none; } .lab .code pre .text { white-space: pre; flex: 1; } .lab .code pre .shape { color: var(--value); white-space: nowrap; position: sticky; right: 0; background: var(--panel); padding: 0 10px; margin-right: -10px; } .lab .code pre .shape:empty { display: none; } .lab .code pre .now .shape { background: var(--tint); }
`;
